/** Copying over real sockets: what a school's website shows after each thing that can happen upstream. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../shared/clock.ts'
import { createContext } from '../../sync-agent/context.ts'
import {
  AgentClosedError,
  AgentOptionError,
  createSyncAgent,
  type SyncAgent,
  type SyncAgentOptions,
} from '../../sync-agent/index.ts'
import { lastSeq } from '../../sync-agent/store/change-marks.ts'
import { readLease, takeLease } from '../../sync-agent/store/fence.ts'
import { runCycle } from '../../sync-agent/sync/cycle.ts'
import type { Script, Upstream } from '../support/scripted-upstream.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  allTables,
  beforeEachTest,
  entry,
  getJson,
  handClock,
  KEEPING_COMPILED,
  logLines,
  news,
  PRE_SCHOOL,
  queryOf,
  servedIds,
  WARN,
} from './support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

const dated = (date: string) => ({ date: new Date(date).toUTCString() })
const asked = () => upstream.requests.map(request => queryOf(request).get('lastSyncTime'))
/** Within half a minute: the length of the call, which is not the test's to choose, goes off. */
function expectJustBefore(time: string | null | undefined, limit: string) {
  expect(Number(limit) - Number(time)).toBeGreaterThan(0)
  expect(Number(limit) - Number(time)).toBeLessThan(30)
}
const applied = (counts: object) => [{ outcome: 'done', applied: counts }]

/** Answers each stream with its own news. */
const byStream =
  (answers: Record<string, Script>): Script =>
  (response, request) => {
    const query = queryOf({ url: request.url ?? '' })
    answers[`${query.get('siteId')}/${query.get('lang')}`]?.(response, request)
  }

/** Hangs, and tells when a call has come in. */
function hangAndTell(): { script: Script; called: Promise<ServerResponse> } {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  return { script: resolve, called: promise }
}

describe('copying', () => {
  it('a first sync copies everything there is, newest first', async () => {
    upstream.answer(news([entry('old', { newsDateTime: '20250101000000' }), entry('new')]))
    await using agent = await agentBefore(upstream, db)
    const address = await agent.listen()
    expect(await agent.syncOnce()).toMatchObject(
      applied({ new: 2, changed: 0, unchanged: 0, deleted: 0, seq: 2 }),
    )
    expect(asked()).toEqual(['19700101000000'])
    expect(await servedIds(address)).toEqual(['new', 'old'])
  })

  // Promise: news/last-sync-time, silent/zone
  it.each([
    [undefined, '20260901081959'],
    ['Europe/Vienna', '20260901021959'],
  ])('later asks only from ten minutes before the last reply, in the zone %s: %s', async (zone, from) => {
    const clock = handClock('2026-09-01T00:30:00Z')
    upstream.answer(news([], [], dated('2026-09-01T00:30:00Z')))
    await using agent = await agentBefore(upstream, db, { clock, ...(zone && { zone }) })
    await agent.syncOnce()
    await agent.syncOnce()
    expect(asked()[0]).toBe('19700101000000')
    expectJustBefore(asked()[1], from)
  })

  it('asks for everything again when its own clock was ahead, and the service sends no time', async () => {
    const clock = handClock('2026-09-01T08:30:00Z')
    upstream.answer(news([], [], { date: 'unknown' }))
    await using agent = await agentBefore(upstream, db, { clock })
    await agent.syncOnce()
    clock.set('2026-09-01T00:30:00Z')
    await agent.syncOnce()
    clock.set('2026-09-01T00:31:00Z')
    await agent.syncOnce()
    expect(asked()).toEqual(['19700101000000', '19700101000000', '20260901073000'])
  })

  // Promise: news/deleted
  it('an edit and a deletion reach the page, and one never seen leaves a tombstone', async () => {
    upstream.answer(news([entry('a'), entry('b')]))
    await using agent = await agentBefore(upstream, db)
    const address = await agent.listen()
    await agent.syncOnce()
    upstream.answer(news([entry('b', { newsTitle: 'Edited' })], 'a, never-seen'))
    expect(await agent.syncOnce()).toMatchObject(applied({ changed: 1, deleted: 2, seq: 5 }))
    expect(await getJson(`${address}/v1/news`)).toMatchObject({ items: [{ newsId: 'b', title: 'Edited' }] })
    expect((await fetch(`${address}/v1/news/a`)).status).toBe(410)
    expect((await agent.status()).streams).toMatchObject([{ entries: 1, deleted: 2 }])
    expect(await agent.syncOnce()).toMatchObject(applied({ deleted: 0, seq: 5 }))
  })

  it('several streams are copied side by side, and one that fails holds up no other', async () => {
    upstream.answer(
      byStream({
        'academy/en-US': news([entry('a')]),
        'academy/zh-HK': (response, request) => news('broken' as never)(response, request),
        'pre-school/en-US': news([entry('p')]),
      }),
    )
    await using agent = await agentBefore(upstream, db, { streams: [ACADEMY, ACADEMY_ZH, PRE_SCHOOL] })
    const address = await agent.listen()
    expect(await agent.syncOnce()).toMatchObject([
      { ...ACADEMY, outcome: 'done' },
      { ...ACADEMY_ZH, outcome: 'failed', failure: { code: 'CONTRACT' } },
      { ...PRE_SCHOOL, outcome: 'done' },
    ])
    expect(await servedIds(address, 'siteId=academy')).toEqual(['a'])
    expect((await fetch(`${address}/v1/news?lang=zh-HK`)).status).toBe(503)
    expect(await servedIds(address, 'siteId=pre-school')).toEqual(['p'])
  })

  it('goes on after a restart where it stood', async () => {
    const clock = handClock('2026-09-01T00:30:00Z')
    upstream.answer(news([entry('a')], ['gone'], dated('2026-09-01T00:30:00Z')))
    const first = await agentBefore(upstream, db, { clock })
    await first.syncOnce()
    await first.close()
    await using second = await agentBefore(upstream, db, { clock })
    expect(await servedIds(await second.listen())).toEqual(['a'])
    expect(await second.syncOnce()).toMatchObject(applied({ new: 0, unchanged: 1, deleted: 0, seq: 2 }))
    expectJustBefore(asked()[1], '20260901081959')
  })

  it('warns once when the clocks differ, not every minute', async () => {
    const log = logLines()
    const clock = handClock('2026-09-01T00:30:00Z')
    upstream.answer(news([], [], dated('2026-09-01T00:32:00Z')))
    await using agent = await agentBefore(upstream, db, { clock, logger: log.logger })
    await agent.syncOnce()
    await agent.syncOnce()
    expect(log.at(WARN)).toHaveLength(1)
    expect(log.at(WARN)[0]).toMatchObject({ ...ACADEMY, msg: expect.stringContaining('clock') })
    const [{ skewMs = 0 } = {}] = (await agent.status()).streams
    expect(skewMs).toBeGreaterThan(100_000)
  })
})

describe('one cycle at a time', () => {
  it('a sync asked for while one runs waits for its end', async () => {
    const { script, called } = hangAndTell()
    upstream.answer(script)
    await using agent = await agentBefore(upstream, db)
    const first = agent.syncOnce()
    const second = agent.syncOnce()
    const held = await called
    upstream.answer(news([entry('b')]))
    expect(upstream.requests).toHaveLength(1)
    news([entry('a')])(held, held.req)
    expect(await first).toMatchObject(applied({ new: 1, seq: 1 }))
    expect(await second).toMatchObject(applied({ new: 1, seq: 2 }))
  })

  it('never calls twice at a time, however often it is asked, and its schedule goes on', async () => {
    let running = 0
    let most = 0
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    upstream.answer((response, request) => {
      running += 1
      most = Math.max(most, running)
      if (upstream.requests.length >= 12) resolve()
      setImmediate(() => {
        running -= 1
        news()(response, request)
      })
    })
    await using agent = await agentBefore(upstream, db, { schedule: '* * * * * *' })
    agent.start()
    await Promise.all(Array.from({ length: 10 }, () => agent.syncOnce()))
    await enough
    expect(most).toBe(1)
  })

  it('makes up for a reconciliation that was missed while no agent ran', async () => {
    const after = '2026-10-02T06:00:00Z'
    const clock = handClock('2026-09-01T19:00:00Z')
    const first = await agentBefore(upstream, db, { clock })
    await first.reconcile()
    await first.close()
    clock.set(after)
    await using agent = await agentBefore(upstream, db, { clock })
    agent.start()
    const reconciled = async () => (await agent.status()).streams[0]?.lastReconciliation?.startedAt
    await expect.poll(reconciled, { message: 'it reconciles' }).toBe(after)
  })

  it('its own work on an answer, however long, is no silence of the service', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    upstream.answer(news([entry('a')]))
    const onProgress = () => void vi.advanceTimersByTime(20_000)
    await using agent = await agentBefore(upstream, db, { timeoutMs: 1_000, onProgress })
    expect(await agent.syncOnce()).toMatchObject(applied({ new: 1 }))
  })

  it('a sync can be cancelled; nothing is kept of it, not even an error', async () => {
    const { script, called } = hangAndTell()
    upstream.answer(script)
    const cancel = new AbortController()
    await using agent = await agentBefore(upstream, db)
    const before = allTables(db)
    const sync = agent.syncOnce(cancel.signal)
    await called
    cancel.abort()
    expect(await sync).toMatchObject([{ outcome: 'failed', failure: { code: 'ABORTED' } }])
    expect(allTables(db)).toEqual(before)
    upstream.answer(news([entry('a')]))
    expect(await agent.syncOnce()).toMatchObject(applied({ new: 1 }))
  })
})

/** A fetch that hears no signal, and brings its answer when it is told to. */
function deafFetch() {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const { promise: called, resolve: tell } = Promise.withResolvers<void>()
  const fetch = () => {
    tell()
    return answer
  }
  return { fetch, called, resolve }
}

const lateDeletion = () =>
  Response.json({ txID: '1', code: 'D00000', message: 'ok', content: { newsList: [], delNewsIds: ['late'] } })

describe('closing', () => {
  it.each(['closed', 'cancelled'])(
    '%s, it does not wait for a fetch that hears of no end, and takes nothing that it brings later',
    async how => {
      const { fetch, called, resolve } = deafFetch()
      const cancel = new AbortController()
      await using agent = await agentBefore(upstream, db, { fetch })
      const before = allTables(db)
      const sync = agent.syncOnce(cancel.signal)
      await called
      if (how === 'closed') await agent.close()
      else cancel.abort()
      resolve(lateDeletion())
      expect(await sync).toMatchObject([{ failure: { code: 'ABORTED' } }])
      expect(allTables(db)).toEqual(before)
    },
  )

  it('while a large answer is written rolls it back, and says so', async () => {
    let isReceived = false
    let closed: Promise<void> | undefined
    const many = Array.from({ length: 2_000 }, (_, index) => entry(`n${index}`))
    upstream.answer(news(many))
    const agent: SyncAgent = await agentBefore(upstream, db, {
      onProgress: ({ entries }) => {
        isReceived = entries === many.length
      },
      clock: {
        now() {
          // Asked once more just before the answer is written.
          if (isReceived) closed ??= nextTurn().then(() => agent.close())
          return systemClock.now()
        },
      },
    })
    const before = allTables(db)
    expect(await agent.syncOnce()).toMatchObject([{ failure: { code: 'ABORTED' } }])
    await closed
    expect(allTables(db).news).toEqual(before.news)
  })

  it('does not say of what was written that it was cancelled', async () => {
    upstream.answer(news(Array.from({ length: 2_000 }, (_, index) => entry(`n${index}`))))
    const { logger } = logLines()
    const context = await createContext({ serviceUrl: `${upstream.url}/cms`, streams: [ACADEMY], db, logger })
    const { store } = context
    const token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
    const cancel = new AbortController()
    const write: typeof store.write = async work => {
      const result = await store.write(work)
      // The others before it only stage.
      if ((await lastSeq(store.reading)) === 0) return result
      cancel.abort()
      await store.close()
      return result
    }
    const parts = { ...context, store: { ...store, write } }
    expect(await runCycle(ACADEMY, token, parts, cancel.signal)).toMatchObject({ outcome: 'done' })
    expect(allTables(db).news).toHaveLength(2_000)
  })

  // Promise: operate/stops
  it('while a call hangs ends the call and leaves nothing half', async () => {
    upstream.answer(news([entry('a')]))
    const agent = await agentBefore(upstream, db, { timeoutMs: 600_000 })
    const address = await agent.listen()
    await agent.syncOnce()
    // A search comes after what it searches is indexed.
    await fetch(`${address}/v1/news?q=title`)
    const before = allTables(db)
    const { script, called } = hangAndTell()
    upstream.answer(script)
    const sync = agent.syncOnce()
    const held = await called
    // Half an answer is on its way.
    held.writeHead(200, { 'content-type': 'application/json' }).write('{"txID":"1","code":"D00000","mess')
    const hungUp = once(held, 'close')
    await agent.close()
    await hungUp
    expect(await sync).toMatchObject([{ failure: { code: 'ABORTED' } }])
    expect(allTables(db)).toEqual(before)
    await expect(fetch(`${address}/livez`)).rejects.toThrow()
  })

  it('does not wait for a visitor who never ends his request', async () => {
    const agent = await agentBefore(upstream, db)
    const { hostname, port } = new URL(await agent.listen())
    const visitor = connect(Number(port), hostname)
    await once(visitor, 'connect')
    visitor.write('GET /v1/news HTTP/1.1\r\nHost: school.example\r\n')
    await agent.close()
    visitor.destroy()
    await expect(agent.status()).rejects.toThrow(AgentClosedError)
  })

  it('may be asked for twice, and afterwards the agent refuses to work', async () => {
    const agent = await agentBefore(upstream, db)
    agent.start()
    await Promise.all([agent.close(), agent.close()])
    await agent.close()
    await expect(agent.syncOnce()).rejects.toThrow(AgentClosedError)
    await expect(agent.status()).rejects.toThrow(AgentClosedError)
    await expect(agent.listen()).rejects.toThrow(AgentClosedError)
    expect(() => agent.start()).toThrow(AgentClosedError)
  })

  it('leaves nothing that keeps the host’s process alive', async () => {
    const agentFile = pathToFileURL(join(import.meta.dirname, '../../sync-agent/index.ts'))
    const options = {
      serviceUrl: `${upstream.url}/cms`,
      streams: [ACADEMY],
      db,
      schedule: '* * * * * *',
      port: 0,
    }
    const host = `
      import { createSyncAgent } from ${JSON.stringify(agentFile)}
      const agent = await createSyncAgent(${JSON.stringify(options)})
      await agent.listen()
      agent.start()
      await agent.syncOnce()
      await agent.close()`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', host], {
      env: KEEPING_COMPILED,
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(upstream.requests.length).toBeGreaterThan(1)
  })
})

describe('options', () => {
  const good: SyncAgentOptions = { serviceUrl: 'http://127.0.0.1:9/cms', streams: [ACADEMY], db: ':memory:' }
  it.each<[keyof SyncAgentOptions, Record<string, unknown>, string]>([
    ['schedule', { schedule: 'every minute' }, '"every minute" is not a cron expression'],
    ['schedule', { schedule: '61 * * * *' }, '61'],
    ['schedule', { schedule: '' }, 'cron'],
    ['zone', { zone: 'Asia/Atlantis' }, '"Asia/Atlantis" is not a time zone'],
    ['streams', { streams: [] }, 'at least one'],
    ['streams', { streams: [{ siteId: 'nursery', lang: 'en-US' }] }, '"nursery" is not a site'],
    ['streams', { streams: [{ siteId: 'academy', lang: 'fr' }] }, '"fr" is not a language'],
    ['streams', { streams: [ACADEMY, { ...ACADEMY }] }, 'academy/en-US is there twice'],
    ['serviceUrl', { serviceUrl: 'ftp://example.com' }, 'must be an http or https URL'],
    ['serviceUrl', { serviceUrl: 'localhost' }, 'must be an http or https URL'],
    ['db', { db: '' }, 'must not be empty'],
    ['port', { port: 70_000 }, 'between 0 and 65535'],
    ['timeoutMs', { timeoutMs: 0 }, 'above 0'],
    ['maxBytes', { maxBytes: Number.NaN }, 'above 0'],
    ['publish', { publish: { to: import.meta.filename } }, 'to: '],
    [
      'publish',
      { publish: { to: 'unused', stylesheet: 'none.css' } },
      'none.css cannot be read: it does not exist',
    ],
    ['publish', { publish: { to: '/missing/news' } }, 'the folder /missing does not exist; correct the path'],
    ['media', { media: { dir: import.meta.filename }, publicUrl: 'https://school.example/' }, 'dir: '],
    [
      'media',
      { media: { dir: '/missing/media' }, publicUrl: 'https://school.example/' },
      'the folder /missing does not exist; correct the path',
    ],
  ])('a bad %s is refused by name: %j', async (option, differing, reason) => {
    const refusal = await createSyncAgent({ ...good, ...differing }).then(
      () => expect.fail('the agent was created'),
      error => error,
    )
    expect(refusal).toBeInstanceOf(AgentOptionError)
    expect(refusal).toMatchObject({ code: 'OPTION_INVALID', option })
    expect(refusal.message).toContain(`${option}: `)
    expect(refusal.message).toContain(reason)
  })

  it.each(['*/5 * * * *', '*/10 * * * * *', '0 6-18 * * 1-5'])('takes the schedule %s', async schedule => {
    await using agent = await createSyncAgent({ ...good, schedule })
    expect((await agent.status()).streams).toHaveLength(1)
  })
})
