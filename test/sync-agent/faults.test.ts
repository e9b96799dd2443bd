/** A service at its worst: the copy stands, the fault is named, and the next good answer is taken. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SyncAgent, SyncAgentOptions } from '../../sync-agent/index.ts'
import { nobodyListens } from '../support/nobody.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import {
  body,
  failure,
  hang,
  json,
  reset,
  type Script,
  startUpstream,
  truncated,
  type Upstream,
} from '../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, allTables, ERROR, entry, logLines, news, servedIds } from './support.ts'

let files: Scratch
let db: string
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  db = files.path('news.sqlite')
  upstream = await startUpstream(news([entry('a'), entry('b')], ['gone']))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const good = {
  txID: 't',
  code: 'D00000',
  message: 'ok',
  content: { newsList: [entry('c')], delNewsIds: ['a'] },
}
const withContent = (content: unknown) => json({ ...good, content })
const redirect: Script = response => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
const half: Script = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(JSON.stringify(good).slice(0, 120), () => response.destroy())
}
const cutClean: Script = body(JSON.stringify(good).slice(0, -3), 'application/json')

/** What a reader of the news sees, and the cursor. */
function newsTables(db: string) {
  const { news, tombstone, quarantine, staged, store } = allTables(db)
  return { news, tombstone, quarantine, staged, store }
}

async function statusOf(agent: SyncAgent) {
  const [stream] = (await agent.status()).streams
  if (!stream) throw new Error('the agent has no stream')
  return stream
}

interface Fault {
  name: string
  script: Script
  code: string
  says: string
  options?: Partial<SyncAgentOptions>
}

const FAULTS: Fault[] = [
  {
    name: 'an answer cut off under its content-length',
    script: truncated(good),
    code: 'UNREACHABLE',
    says: 'broke the connection off',
  },
  {
    name: 'an answer cut off in its chunks',
    script: half,
    code: 'UNREACHABLE',
    says: 'broke the connection off',
  },
  { name: 'an answer that ends early without a sign', script: cutClean, code: 'CONTRACT', says: 'not JSON' },
  {
    name: 'a page of HTML',
    script: body('<!doctype html><h1>Maintenance</h1>', 'text/html'),
    code: 'CONTRACT',
    says: 'text/html',
  },
  { name: 'an empty answer', script: body('', 'application/json'), code: 'CONTRACT', says: 'not JSON' },
  { name: 'JSON of another type', script: json([1, 2]), code: 'CONTRACT', says: 'must be an object' },
  { name: 'JSON null', script: json(null), code: 'CONTRACT', says: 'must be an object' },
  { name: 'an envelope without content', script: withContent(undefined), code: 'CONTRACT', says: 'newsList' },
  {
    name: 'a newsList that is no list',
    script: withContent({ newsList: {}, delNewsIds: [] }),
    code: 'CONTRACT',
    says: 'must be an array',
  },
  {
    name: 'delNewsIds that are no identifiers',
    script: withContent({ newsList: [entry('c')], delNewsIds: [{}] }),
    code: 'CONTRACT',
    says: 'delNewsIds',
  },
  {
    name: 'HTTP 500 with a page',
    script: body('<h1>Oops</h1>', 'text/html', 500),
    code: 'STATUS',
    says: 'HTTP 500',
  },
  { name: 'HTTP 503 with JSON', script: json({ error: 'busy' }, 503), code: 'STATUS', says: 'HTTP 503' },
  {
    name: 'D20000',
    script: failure('D20000', 'unknown exception'),
    code: 'D20000',
    says: 'unknown exception',
  },
  {
    name: 'D20003 with HTTP 504',
    script: failure('D20003', 'timeout', 504),
    code: 'D20003',
    says: 'timeout',
  },
  {
    name: 'an answer that fails but carries content',
    script: json({ ...good, code: 'D20000' }),
    code: 'D20000',
    says: 'D20000',
  },
  {
    name: 'an answer above the limit',
    script: json({ ...good, filler: 'x'.repeat(5000) }),
    code: 'TOO_LARGE',
    says: 'larger than 4000 bytes',
    options: { maxBytes: 4000 },
  },
  {
    name: 'a call that hangs',
    script: hang,
    code: 'TIMEOUT',
    says: 'nothing arrived for 60 ms',
    options: { timeoutMs: 60 },
  },
  { name: 'a closed connection', script: reset, code: 'UNREACHABLE', says: 'broke the connection off' },
  { name: 'a redirect', script: redirect, code: 'REDIRECT', says: 'https://elsewhere.example/' },
]

describe.each(FAULTS)('$name', ({ script, code, says, options = {} }) => {
  it('changes nothing in the store, is named in log and status, and is made good by the next answer', async () => {
    const log = logLines()
    // The good first copy is made by an agent without the limits that the fault needs.
    const first = await agentBefore(upstream, db)
    await first.syncOnce()
    await first.close()
    const before = newsTables(db)

    await using agent = await agentBefore(upstream, db, { ...options, logger: log.logger })
    const address = await agent.listen()
    const { failuresInARow: _, lastRun: __, lagMs: ___, ...standingBefore } = await statusOf(agent)
    upstream.answer(script)
    expect(await agent.syncOnce()).toMatchObject([{ ...ACADEMY, outcome: 'failed', failure: { code } }])

    expect(newsTables(db)).toEqual(before)
    const { lastError, failuresInARow, lastRun, lagMs, ...standing } = await statusOf(agent)
    expect({ ...standing, breaker: { state: 'closed', failures: 0 } }).toEqual(standingBefore)
    expect(lagMs).toBeGreaterThan(0)
    expect(lastRun).toMatchObject({ kind: 'cycle', error: { code } })
    expect(lastError).toMatchObject({ code, message: expect.stringContaining(says) })
    expect(failuresInARow).toBe(1)

    const url = `${upstream.url}/cms/api/v1/news/check`
    expect(log.at(ERROR)).toHaveLength(1)
    expect(log.at(ERROR)[0]).toMatchObject({
      ...ACADEMY,
      code,
      address: url,
      msg: expect.stringContaining(says),
    })

    expect(await servedIds(address)).toEqual(['b', 'a'])
    await agent.close()

    upstream.answer(json(good))
    await using again = await agentBefore(upstream, db)
    expect(await again.syncOnce()).toMatchObject([{ applied: { new: 1, deleted: 1 } }])
    expect(await servedIds(await again.listen())).toEqual(['c', 'b'])
    expect((await again.status()).streams).toMatchObject([{ failuresInARow: 0, lastError: { code } }])
  })
})

it('a service that is not there is named, also before the first copy, and the next one is the first sync', async () => {
  using nobody = await nobodyListens()
  await using agent = await agentBefore({ url: nobody.origin }, db)
  expect(await agent.syncOnce()).toMatchObject([{ failure: { code: 'UNREACHABLE' } }])
  const status = await agent.status()
  expect(status.streams[0]).toMatchObject({ entries: 0, lastError: { code: 'UNREACHABLE' } })
  expect(status.streams[0]?.cursor).toBeUndefined()
  expect((await fetch(`${await agent.listen()}/v1/news`)).status).toBe(503)
})

it('asks again from where the last good answer ended, however long the service was away', async () => {
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  await agent.syncOnce()
  const cursor = (await agent.status()).streams[0]?.cursor
  upstream.answer(failure('D20000', 'unknown exception'))
  await agent.syncOnce()
  await agent.syncOnce()
  expect((await agent.status()).streams[0]).toMatchObject({ cursor, failuresInARow: 2 })
  const asked = upstream.requests.map(({ url }) =>
    new URL(url, upstream.url).searchParams.get('lastSyncTime'),
  )
  expect(asked[3]).toBe(asked[2])
})

it('a store that cannot be written is a fault like any other, and the old copy is served on', async () => {
  const log = logLines()
  await using agent = await agentBefore(upstream, db, { logger: log.logger })
  const address = await agent.listen()
  await agent.syncOnce()
  const intruder = new Database(db)
  intruder.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON news BEGIN SELECT RAISE(ABORT, 'disk on strike'); END",
  )
  intruder.close()
  upstream.answer(json(good))
  expect(await agent.syncOnce()).toMatchObject([{ failure: { message: 'disk on strike' } }])
  expect(log.at(ERROR)[0]?.msg).toContain('disk on strike')
  expect(await servedIds(address)).toEqual(['b', 'a'])
  expect((await agent.status()).streams[0]).toMatchObject({ entries: 2, deleted: 1, failuresInARow: 1 })
})
