/** A service at its worst: the copy stands, the fault is named, and the next good answer is taken. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SyncAgent, SyncAgentOptions } from '../../../sync-agent/index.ts'
import { nobodyListens } from '../../support/nobody.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  body,
  failure,
  hang,
  json,
  type Script,
  startUpstream,
  type Upstream,
} from '../../support/scripted-upstream.ts'
import {
  ACADEMY,
  agentBefore,
  allTables,
  ERROR,
  entry,
  handClock,
  logLines,
  news,
  servedIds,
} from '../support.ts'

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
const half: Script = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(JSON.stringify(good).slice(0, 120), () => response.destroy())
}
const brokenChunk: Script = response => {
  const whole = JSON.stringify(good)
  response.socket?.end(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n40\r\n${whole.slice(0, 64)}\r\nno length\r\n`,
  )
}
const dripped: Script = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(drip))
}

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

/** One of each kind: all that can be wrong with an answer, see test/shared/client/content.test.ts. */
const FAULTS: Fault[] = [
  { name: 'an answer cut off', script: half, code: 'UNREACHABLE', says: 'broke the connection off' },
  { name: 'a chunk without a length', script: brokenChunk, code: 'UNREACHABLE', says: 'HTTP' },
  {
    ...{ name: 'an answer that a proxy has cut short', code: 'UNREACHABLE', says: 'ends in the middle' },
    script: body(JSON.stringify(good).slice(0, 120), 'application/json'),
  },
  {
    ...{ name: 'a plain answer named gzip', code: 'CONTRACT', says: 'gzip' },
    script: json(good, 200, { 'content-encoding': 'gzip' }),
  },
  {
    name: 'a page of HTML',
    script: body('<h1>Maintenance</h1>', 'text/html'),
    code: 'CONTRACT',
    says: 'text/html',
  },
  {
    name: 'a failure that carries content',
    script: json({ ...good, code: 'D20000' }),
    code: 'D20000',
    says: 'D20000',
  },
  {
    ...{ name: 'an answer above the limit', script: json({ ...good, filler: 'x'.repeat(5000) }) },
    ...{ code: 'TOO_LARGE', says: 'larger than 4000 bytes', options: { maxBytes: 4000 } },
  },
  {
    ...{ name: 'a call that hangs', script: hang, code: 'TIMEOUT' },
    ...{ says: 'nothing arrived for 60 ms', options: { timeoutMs: 60 } },
  },
  {
    ...{ name: 'an answer in drops that never end', script: dripped, code: 'TIMEOUT' },
    ...{ says: '100 ms', options: { totalMs: 100 } },
  },
]

describe.each(FAULTS)('$name', ({ script, code, says, options = {} }) => {
  // Promise: content/verdict, operate/whole-answers, operate/service-down
  it('changes nothing in the store, is named in log and status, and is made good by the next answer', async () => {
    const log = logLines()
    // The good first copy is made by an agent without the limits that the fault needs.
    const first = await agentBefore(upstream, db)
    await first.syncOnce()
    await first.close()
    const before = newsTables(db)

    await using agent = await agentBefore(upstream, db, { ...options, logger: log.logger })
    const address = await agent.listen()
    const {
      failuresInARow: _,
      lastRun: __,
      lagMs: ___,
      ageMs: ____,
      ...standingBefore
    } = await statusOf(agent)
    upstream.answer(script)
    expect(await agent.syncOnce()).toMatchObject([{ ...ACADEMY, outcome: 'failed', failure: { code } }])

    expect(newsTables(db)).toEqual(before)
    const { lastError, failuresInARow, lastRun, lagMs, ageMs: _age, ...standing } = await statusOf(agent)
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

// Promise: operate/catches-up
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

it('a failure that the store does not take either is told by /freshz, metrics and log, and counted until the next success', async () => {
  const log = logLines()
  const clock = handClock('2026-09-01T00:30:00Z')
  await using agent = await agentBefore(upstream, db, { logger: log.logger, clock })
  const address = await agent.listen()
  await agent.syncOnce()
  const full = "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
  execute(
    `CREATE TRIGGER full BEFORE UPDATE ON stream ${full}; CREATE TRIGGER fuller BEFORE INSERT ON run ${full}`,
  )
  for (const minute of [31, 32]) {
    clock.set(`2026-09-01T00:${minute}:00Z`)
    expect(await agent.syncOnce()).toMatchObject([{ failure: { message: 'the disk is full' } }])
  }
  const note = 'academy/en-US was not copied, and the store could not note it: the disk is full'
  expect(await (await fetch(`${address}/freshz`)).json()).toEqual({ status: 'fresh', note })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(metrics).toMatch(/^schoolbell_sync_failures_in_a_row\{.*\} 2$/m)
  expect((await agent.status()).streams).toMatchObject([
    { failuresInARow: 2, lastError: { message: 'the disk is full' } },
  ])
  clock.set('2026-09-01T00:50:00Z')
  await agent.syncOnce()
  const { stale } = await agent.readiness()
  expect(stale).toMatchObject([{ lastAttempt: '2026-09-01T00:50:00.000Z' }])

  execute('DROP TRIGGER full; DROP TRIGGER fuller')
  await agent.syncOnce()
  expect(log.lines.map(({ msg }) => msg)).toContain(
    'news of academy/en-US has recovered after 3 failed cycles',
  )
  expect(await (await fetch(`${address}/freshz`)).json()).toEqual({ status: 'fresh' })
  expect((await agent.status()).streams).toMatchObject([{ failuresInARow: 0 }])
})

function execute(statements: string): void {
  const other = new Database(db)
  other.exec(statements)
  other.close()
}

it('a store that cannot be written is a fault like any other, and the old copy is served on', async () => {
  const log = logLines()
  await using agent = await agentBefore(upstream, db, { logger: log.logger })
  const address = await agent.listen()
  await agent.syncOnce()
  execute("CREATE TRIGGER refuse BEFORE UPDATE ON store BEGIN SELECT RAISE(ABORT, 'disk on strike'); END")
  upstream.answer(json(good))
  expect(await agent.syncOnce()).toMatchObject([{ failure: { message: 'disk on strike' } }])
  expect(log.at(ERROR)[0]?.msg).toContain('disk on strike')
  expect(await servedIds(address)).toEqual(['b', 'a'])
  expect((await agent.status()).streams[0]).toMatchObject({ entries: 2, deleted: 1, failuresInARow: 1 })
})
