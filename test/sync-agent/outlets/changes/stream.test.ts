/** `GET /v1/changes/stream`: the change log as Server-Sent Events, over real sockets. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase } from '../../database.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, ingested, news, PRE_SCHOOL } from '../../support.ts'
import { changesServer, eventsOf, type ServerSentEvent, writerOf } from './support.ts'

let files: Scratch
let db: string
let client: AbortController
beforeEach(async () => {
  files = scratch()
  db = await freshDatabase(files)
  client = new AbortController()
})
afterEach(() => {
  client.abort()
  files[Symbol.dispose]()
})

const open = (address: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${address}/v1/changes/stream?${query}`, { headers, signal: client.signal })

/** The events up to this many with data. */
async function take(events: AsyncGenerator<ServerSentEvent>, withData: number): Promise<ServerSentEvent[]> {
  const taken: ServerSentEvent[] = []
  while (taken.filter(({ data }) => data !== undefined).length < withData) {
    const { value, done } = await events.next()
    if (done) break
    taken.push(value)
  }
  return taken
}
const newsIdOf = (data = '{}') => {
  const change = JSON.parse(data)
  return change.entry?.newsId ?? `-${change.newsId}`
}
const newsIds = (events: ServerSentEvent[]) =>
  events.filter(({ data }) => data !== undefined).map(({ data }) => newsIdOf(data))

describe('a stream', () => {
  it('tells everything behind a place, then each change as it comes, by whichever process', async () => {
    await using server = await changesServer(db)
    await server.write(ACADEMY, { listed: [ingested('a')], deleted: ['gone'] })
    const events = eventsOf(await open(server.address, 'after=0'))
    expect(newsIds(await take(events, 2))).toEqual(['a', '-gone'])
    await server.write(ACADEMY_ZH, { listed: [ingested('typhoon')] })
    const [last] = (await take(events, 1)).slice(-1)
    const entry = { newsId: 'typhoon', ...ACADEMY_ZH }
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ seq: 3, kind: 'upsert', entry })
  })

  it('is let through by proxies as it comes, never kept, compressed or held back, and gives signs of life', async () => {
    await using server = await changesServer(db, { heartbeatMs: 5 })
    const { status, headers, body } = await open(server.address, '', { 'accept-encoding': 'gzip, br' })
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'schoolbell-store': expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(headers.has('content-encoding')).toBe(false)
    let text = ''
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.split('\n:\n').length > 3) break
    }
    expect(text).toMatch(/^retry: \d+\n\n/)
  })

  it('without a place begins now', async () => {
    await using server = await changesServer(db)
    await server.write(ACADEMY, { listed: [ingested('old')] })
    const events = eventsOf(await open(server.address))
    // The place is told before there is any change: who loses the connection now resumes from here.
    expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^1-/), data: undefined })
    await server.write(ACADEMY, { listed: [ingested('new')] })
    expect(newsIds(await take(events, 1))).toEqual(['new'])
  })

  it('resumes behind the last event seen, whatever the address says', async () => {
    await using server = await changesServer(db)
    await server.write(ACADEMY, { listed: ['a', 'b', 'c'].map(id => ingested(id)) })
    const first = await take(eventsOf(await open(server.address, 'after=0')), 2)
    const seen = first.at(-1)?.id ?? ''
    const again = eventsOf(await open(server.address, 'after=0', { 'last-event-id': seen }))
    expect(newsIds(await take(again, 1))).toEqual(['c'])
    const refused = await open(server.address, 'after=0', { 'last-event-id': 'never given' })
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { detail: string }).detail).toContain('Last-Event-ID: ')
  })

  it('of one site moves its place past the others’ changes', async () => {
    await using server = await changesServer(db)
    await server.write(PRE_SCHOOL, { listed: ['a', 'b', 'c'].map(id => ingested(id)) })
    const events = eventsOf(await open(server.address, 'after=0&siteId=academy'))
    expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^3-/), data: undefined })
    await server.write(PRE_SCHOOL, { listed: [ingested('d')] })
    expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^4-/), data: undefined })
  })

  it('ends when the agent closes, after whole events, and its place is good for the next agent', async () => {
    await using upstream = await startUpstream(news([entry('a')]))
    const agent = await agentBefore(upstream, db)
    const events = eventsOf(await open(await agent.listen(), 'after=0'))
    await agent.syncOnce()
    const [a] = (await take(events, 1)).slice(-1)
    await agent.close()
    for await (const { data } of events) expect(data).toBeUndefined()

    upstream.answer(news([entry('b')]))
    await using next = await agentBefore(upstream, db)
    const resumed = eventsOf(await open(await next.listen(), '', { 'last-event-id': a?.id ?? '' }))
    await next.syncOnce()
    expect(newsIds(await take(resumed, 1))).toEqual(['b'])
  })

  it('is forgotten when its client has gone, and one too many is asked to come later', async () => {
    await using server = await changesServer(db, { maxFollowers: 1 })
    // Who asks for the headers alone takes no place.
    await fetch(`${server.address}/v1/changes/stream`, { method: 'HEAD' })
    await open(server.address)
    expect(await server.streams()).toBe(1)
    const refused = await open(server.address)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    client.abort()
    await expect.poll(() => server.streams(), { message: 'streams' }).toBe(0)
  })
})

describe('a slow client', () => {
  const LARGE = 80
  // Read and cleaned once.
  const one = ingested('large', { newsContent: `<p>${'x'.repeat(300_000)}</p>` })
  const large = (newsId: string) => ({ ...one, newsId })

  it('that takes nothing any more is cut off, holds little memory until then, and can resume', async () => {
    await using writer = await writerOf(db)
    const ids = Array.from({ length: LARGE }, (_, index) => `n${index}`)
    await writer.write(ACADEMY, { listed: ids.map(large) })
    let read = 0
    const snapshot: AgentStore['snapshot'] = async work => {
      const part = await writer.store.snapshot(work)
      if (Array.isArray(part)) read = Math.max(read, part.at(-1)?.seq ?? 0)
      return part
    }
    await using server = await changesServer(db, { stallMs: 150, store: { ...writer.store, snapshot } })

    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    socket.write('GET /v1/changes/stream?after=0 HTTP/1.1\r\nhost: agent\r\n\r\n')
    await expect.poll(() => server.cutOff(), { message: 'streams cut off' }).toBe(1)
    await expect.poll(() => server.streams(), { message: 'streams' }).toBe(0)
    // What the system's own buffers took, and a page: never the whole log.
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(LARGE)
    const received: Buffer[] = []
    socket.on('data', chunk => received.push(chunk)).on('error', () => undefined)
    await once(socket, 'close')
    // A large event comes in parts, with their lengths in between.
    const text = Buffer.concat(received)
      .toString()
      .replaceAll(/\r\n[0-9a-f]+\r\n/g, '')
    const whole = [...text.matchAll(/(?<=\n)id: (\S+)\ndata: [^\n]*\n\n/g)].map(([, id = '']) => id)
    expect(whole.length).toBeGreaterThan(0)
    expect(whole.length).toBeLessThan(LARGE)

    await using patient = await changesServer(db)
    const resumed = eventsOf(await open(patient.address, '', { 'last-event-id': whole.at(-1) ?? '' }))
    expect(newsIds(await take(resumed, LARGE - whole.length))).toEqual(ids.slice(whole.length))
  })

  // Promise: operate/slow-client
  it('keeps nobody else waiting, and leaves the door open', async () => {
    await using server = await changesServer(db, { stallMs: 600_000 })
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`)
    await server.write(ACADEMY, { listed: ids.map(large) })
    const stuck = Array.from({ length: 4 }, () => connect(Number(new URL(server.address).port), '127.0.0.1'))
    try {
      for (const socket of stuck) {
        socket.pause()
        socket.on('error', () => undefined)
        socket.write('GET /v1/changes/stream?after=0 HTTP/1.1\r\nhost: agent\r\n\r\n')
      }
      await expect.poll(() => server.streams(), { message: 'streams' }).toBe(stuck.length)
      const quick = await Promise.all(
        Array.from({ length: 4 }, async () => eventsOf(await open(server.address))),
      )
      for (const events of quick) await events.next()
      await server.write(ACADEMY, { listed: [ingested('new')] })
      for (const events of quick) expect(newsIds(await take(events, 1))).toEqual(['new'])
      expect(await server.streams()).toBe(stuck.length + quick.length)
      expect(await server.cutOff()).toBe(0)
    } finally {
      for (const socket of stuck) socket.destroy()
    }
  })

  it('that takes its time is waited for, and gets everything', async () => {
    await using server = await changesServer(db)
    const ids = Array.from({ length: 20 }, (_, index) => `n${index}`)
    await server.write(ACADEMY, { listed: ids.map(large) })
    const got: string[] = []
    for await (const { data } of eventsOf(await open(server.address, 'after=0'))) {
      if (data === undefined) continue
      got.push(newsIdOf(data))
      // Long turns of the event loop, in which nothing is read.
      await new Promise(setImmediate)
      if (got.length === ids.length) break
    }
    expect(got).toEqual(ids)
    expect(await server.cutOff()).toBe(0)
  })
})
