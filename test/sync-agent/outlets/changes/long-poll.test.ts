/** `GET /v1/changes`: pages of the change log, and calls that are held back until there is something to tell. */

import { copyFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedChange } from '../../../../shared/client/changes.ts'
import { lastSeq } from '../../../../sync-agent/store/change-marks.ts'
import { createWatch } from '../../../../sync-agent/store/watch.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase, onPostgres } from '../../database.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  entry,
  getJson,
  ingested,
  news,
  PRE_SCHOOL,
} from '../../support.ts'
import { changesServer, writerOf } from './support.ts'

interface Page {
  changes: PublishedChange[]
  next: string
  more: boolean
  seq: number
  store: string
}

let files: Scratch
let db: string
beforeEach(async () => {
  files = scratch()
  db = await freshDatabase(files)
})
afterEach(() => files[Symbol.dispose]())

const pageOf = (address: string, query: string) => getJson(`${address}/v1/changes?${query}`) as Promise<Page>
const idsOf = ({ changes }: Page) =>
  changes.map(change => (change.kind === 'upsert' ? change.entry.newsId : `-${change.newsId}`))

describe('a page', () => {
  it('tells the last change of every entry in order, deletions included, as the news is told elsewhere', async () => {
    await using server = await changesServer(db)
    await server.write(ACADEMY, { listed: [ingested('a'), ingested('b')], deleted: ['never-seen'] })
    await server.write(ACADEMY, { listed: [ingested('b', { newsTitle: 'Edited' })], deleted: ['a'] })
    const page = await pageOf(server.address, '')
    expect(page).toMatchObject({ more: false, seq: 5, store: server.identity })
    expect(page.changes).toEqual([
      { seq: 3, kind: 'deletion', ...ACADEMY, newsId: 'never-seen', deletedAt: '2026-09-01T00:00:00Z' },
      {
        ...{ seq: 4, kind: 'upsert' },
        entry: {
          ...{ newsId: 'b', ...ACADEMY, title: 'Edited', html: '<p>Body of b</p>', date: '2026-09-01' },
          ...{ publishedAt: '2026-09-01T08:30:00+08:00', attachments: [], seq: 4 },
        },
      },
      { seq: 5, kind: 'deletion', ...ACADEMY, newsId: 'a', deletedAt: '2026-09-01T00:00:00Z' },
    ])
    expect(await pageOf(server.address, `after=${page.next}`)).toMatchObject({ changes: [], next: page.next })
  })

  it('leads on to the next, until there is no more', async () => {
    await using server = await changesServer(db)
    const listed = Array.from({ length: 7 }, (_, index) => ingested(`n${index}`))
    await server.write(ACADEMY, { listed, deleted: ['d'] })
    for (const sizes of [[3, 3, 2], [4, 4], [8]]) {
      const pages: Page[] = []
      for (const _ of sizes)
        pages.push(await pageOf(server.address, `limit=${sizes[0]}&after=${pages.at(-1)?.next ?? 0}`))
      expect(pages.map(({ changes }) => changes.length)).toEqual(sizes)
      expect(pages.map(({ more }) => more)).toEqual(sizes.map((_, at) => at < sizes.length - 1))
      expect(pages.flatMap(idsOf)).toEqual([...listed.map(({ newsId }) => newsId), '-d'])
    }
  })

  it('ends early rather than grow to many megabytes', async () => {
    await using server = await changesServer(db)
    const large = ingested('n', { newsContent: `<p>${'x'.repeat(700_000)}</p>` })
    await server.write(ACADEMY, {
      listed: Array.from({ length: 7 }, (_, index) => ({ ...large, newsId: `n${index}` })),
    })
    const page = await pageOf(server.address, '')
    expect(page).toMatchObject({ more: true, seq: 7 })
    expect(page.changes).toHaveLength(3)
    expect(idsOf(await pageOf(server.address, `after=${page.next}`))).toEqual(['n3', 'n4', 'n5'])
  })

  it('of one site or language moves past the others’ changes, however many', async () => {
    await using server = await changesServer(db)
    const one = ingested('n')
    const many = Array.from({ length: 1_200 }, (_, index) => ({ ...one, newsId: `n${index}` }))
    await server.write(PRE_SCHOOL, { listed: many })
    await server.write(ACADEMY_ZH, { listed: [ingested('zh')], deleted: ['gone'] })
    const first = await pageOf(server.address, 'siteId=academy')
    expect(first).toMatchObject({ changes: [], more: true })
    expect(first.next).toMatch(/^1000-/)
    const second = await pageOf(server.address, `siteId=academy&lang=zh-HK&after=${first.next}`)
    expect(idsOf(second)).toEqual(['zh', '-gone'])
    expect(second).toMatchObject({ more: false, seq: 1202 })
    const other = await pageOf(server.address, 'siteId=pre-school&after=1200')
    expect(other).toMatchObject({ changes: [], more: false })
    expect(other.next).toBe(second.next)
  })

  it('after "now" is empty, and leads on to what comes later', async () => {
    await using server = await changesServer(db)
    await server.write(ACADEMY, { listed: [ingested('old')] })
    const now = await pageOf(server.address, 'after=now')
    expect(now).toMatchObject({ changes: [], more: false, seq: 1 })
    await server.write(ACADEMY, { listed: [ingested('new')] })
    expect(idsOf(await pageOf(server.address, `after=${now.next}`))).toEqual(['new'])
  })

  it('is never kept by a cache, and names the store', async () => {
    await using server = await changesServer(db)
    const { headers } = await fetch(`${server.address}/v1/changes`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('schoolbell-store')).toBe(server.identity)
    // Who asks for the headers alone is not kept waiting.
    await fetch(`${server.address}/v1/changes?wait=30`, { method: 'HEAD' })
    expect(await server.waiters()).toBe(0)
  })

  it('refuses a question that cannot be, and says why', async () => {
    await using server = await changesServer(db)
    const refusal = async (path: string) => {
      const response = await fetch(`${server.address}/v1/${path}`)
      const { detail } = (await response.json()) as { detail: string }
      return [path, response.status, response.headers.get('content-type'), detail]
    }
    for (const [query, says] of [
      ...['', '-1', '1.5', '1e3', '9999999999999999', '1-xyz'].map(after => [`after=${after}`, 'after: ']),
      ['after=1&after=2', 'after: is given 2 times'],
      ...['0', '1001', 'ten'].map(limit => [`limit=${limit}`, 'limit: ']),
      ...['31', '-1', '0.5'].map(wait => [`wait=${wait}`, 'wait: ']),
      ['siteId=nursery', 'siteId'],
      ['siteId=pre-school&lang=zh-HK', 'pre-school/en-US'],
      ['lang=fr', 'lang'],
    ] as [string, string][]) {
      for (const path of query.startsWith('wait') ? ['changes'] : ['changes', 'changes/stream']) {
        const refused = [`${path}?${query}`, 400, 'application/problem+json', expect.stringContaining(says)]
        expect(await refusal(`${path}?${query}`)).toEqual(refused)
      }
    }
  })
})

describe('a call that waits', () => {
  it('is answered when another process writes the store', async () => {
    await using upstream = await startUpstream(news())
    await using agent = await agentBefore(upstream, db)
    const address = await agent.listen()
    await using writer = await writerOf(db)
    await writer.write(ACADEMY, {})
    const held = pageOf(address, 'after=0&wait=30')
    await waitersAre(address, 1)
    await writer.write(ACADEMY, { listed: [ingested('typhoon')] })
    expect(idsOf(await held)).toEqual(['typhoon'])
    await waitersAre(address, 0)
  })

  it('goes on waiting when something else changes, but its place moves on; in the end it says that there is nothing', async () => {
    await using server = await changesServer(db)
    const isHeld = () => expect.poll(() => server.waiters(), { message: 'calls that wait' }).toBe(1)
    const held = pageOf(server.address, 'siteId=pre-school&wait=30')
    await isHeld()
    await server.write(ACADEMY, { listed: [ingested('a'), ingested('b')] })
    await server.write(PRE_SCHOOL, { listed: [ingested('p')] })
    const page = await held
    expect(idsOf(page)).toEqual(['p'])
    expect(page.next).toMatch(/^3-/)
    const over = pageOf(server.address, `siteId=pre-school&wait=1&after=${page.next}`)
    await isHeld()
    await server.write(ACADEMY, { listed: [ingested('c')] })
    expect(await over).toMatchObject({ changes: [], more: false, next: expect.stringMatching(/^[34]-/) })
    expect(await server.waiters()).toBe(0)
  })

  it('is forgotten when its client has gone, and one too many is asked to come later', async () => {
    await using server = await changesServer(db, { maxFollowers: 2 })
    const clients = [new AbortController(), new AbortController()]
    const held = clients.map(({ signal }) =>
      fetch(`${server.address}/v1/changes?wait=30`, { signal }).catch(() => 'gone'),
    )
    await expect.poll(() => server.waiters(), { message: 'calls that wait' }).toBe(2)
    const refused = await fetch(`${server.address}/v1/changes?wait=30`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ title: 'Too Many Followers' })
    expect((await fetch(`${server.address}/v1/changes`)).status).toBe(200)
    for (const client of clients) client.abort()
    expect(await Promise.all(held)).toEqual(['gone', 'gone'])
    await expect.poll(() => server.waiters(), { message: 'calls that wait' }).toBe(0)
  })

  it('is answered when this agent copies news, and, not cut off, when it closes', async () => {
    await using upstream = await startUpstream(news())
    const agent = await agentBefore(upstream, db)
    const address = await agent.listen()
    await agent.syncOnce()
    upstream.answer(news([entry('typhoon')]))
    const first = pageOf(address, 'wait=30')
    await waitersAre(address, 1)
    await agent.syncOnce()
    const page = await first
    expect(idsOf(page)).toEqual(['typhoon'])
    const second = pageOf(address, `after=${page.next}&wait=30`)
    await waitersAre(address, 1)
    await agent.close()
    expect(await second).toMatchObject({ changes: [], next: page.next })
  })
})

describe('a place in another history', () => {
  // A database is put back by its server's own backup.
  if (!onPostgres)
    // Promise: operate/changes-410
    it('is refused when the store was put back from a copy, whatever was written since', async () => {
      const copy = files.path('copy.sqlite')
      const writer = await writerOf(db)
      await writer.write(ACADEMY, { listed: [ingested('a'), ingested('b')] })
      const places: string[] = []
      await writer.store.backup(copy)
      const before = await changesServer(db)
      places.push((await pageOf(before.address, '')).next)
      await writer.write(ACADEMY, { listed: [ingested('lost'), ingested('lost-too')] })
      places.push((await pageOf(before.address, 'limit=3')).next, (await pageOf(before.address, '')).next)
      await before[Symbol.asyncDispose]()
      await writer[Symbol.asyncDispose]()
      copyFileSync(copy, db)

      await using later = await writerOf(db)
      await using server = await changesServer(db)
      const statuses = () =>
        Promise.all(
          places.map(async place => (await fetch(`${server.address}/v1/changes?after=${place}`)).status),
        )
      // Before the copy was made, both histories are the same.
      expect(await statuses()).toEqual([200, 410, 410])
      const { seq } = await later.write(ACADEMY, { listed: ['c', 'd', 'e'].map(id => ingested(id)) })
      expect(seq).toBe(5)
      expect(await statuses()).toEqual([200, 410, 410])
      expect((await fetch(`${server.address}/v1/changes/stream?after=${places[2]}`)).status).toBe(410)
    })

  it('is refused when the store was begun anew, with what to do', async () => {
    const open = async (path: string) => {
      const server = await changesServer(path)
      await server.write(ACADEMY, { listed: [ingested('a'), ingested('b')] })
      return server
    }
    await using before = await open(db)
    await using server = await open(await freshDatabase(files))
    const { next } = await pageOf(before.address, '')
    const refused = await fetch(`${server.address}/v1/changes?after=${next}`)
    expect(refused.status).toBe(410)
    expect(refused.headers.get('schoolbell-store')).toBe(server.identity)
    expect(await refused.json()).toMatchObject({
      title: 'Other History',
      detail: expect.stringContaining('start again with after=0'),
      ...{ seq: 2, store: server.identity },
    })
    // A bare number beyond the last change cannot be this store's either.
    expect((await fetch(`${server.address}/v1/changes?after=3`)).status).toBe(410)
    expect((await fetch(`${server.address}/v1/changes?after=2`)).status).toBe(200)
  })
})

describe('the watch', () => {
  it('looks at the file at once when it is told to', async () => {
    await using writer = await writerOf(db)
    const watch = createWatch(() => lastSeq(writer.store.reading), 2 ** 30)
    const moved = watch.moved(0, new AbortController().signal)
    await writer.write(ACADEMY, { listed: [ingested('a')] })
    watch.look()
    await moved
  })

  it('looks at the file only while somebody waits', async () => {
    await using writer = await writerOf(db)
    let looks = 0
    const counted = () => {
      looks += 1
      return lastSeq(writer.store.reading)
    }
    const watch = createWatch(counted, 1)
    expect(looks).toBe(0)
    const waiting = new AbortController()
    const moved = watch.moved(0, waiting.signal)
    await expect.poll(() => looks, { message: 'looks at the file' }).toBeGreaterThan(5)
    waiting.abort()
    await moved
    const before = looks
    const later = createWatch(() => lastSeq(writer.store.reading), 1).moved(0, AbortSignal.timeout(30_000))
    await writer.write(ACADEMY, { listed: [ingested('a')] })
    await later
    expect(looks).toBe(before)
  })
})

/** As the agent's metrics tell it. */
async function waitersAre(address: string, number: number): Promise<void> {
  const metrics = async () => (await fetch(`${address}/metrics`)).text()
  await expect
    .poll(metrics, { message: 'calls that wait' })
    .toContain(`\nschoolbell_sync_change_waiters ${number}\n`)
}
