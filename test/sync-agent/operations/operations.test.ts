/** What operators and their machines are told: readiness, metrics, signs of life, log lines. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createSystemdReport } from '../../../sync-agent/index.ts'
import { scratch } from '../../support/scratch.ts'
import { failure, startUpstream } from '../../support/scripted-upstream.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  ERROR,
  entry,
  getJson,
  handClock,
  logLines,
  news,
  queryOf,
} from '../support.ts'

const START = '2026-09-01T00:00:00Z'
const LATER = '2026-09-01T00:15:01Z'

// Promise: operate/probes, operate/service-down
it('is ready from the first copy of every stream on, and fresh until one of them is older than the limit', async () => {
  using files = scratch()
  await using upstream = await startUpstream((response, request) => {
    const lang = queryOf({ url: request.url ?? '' }).get('lang')
    const script = lang === 'zh-HK' && broken ? failure('D20000', 'unknown exception') : news()
    script(response, request)
  })
  let broken = true
  const clock = handClock(START)
  const streams = [ACADEMY, ACADEMY_ZH]
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { clock, streams })
  const address = await agent.listen()
  const probes = () =>
    Promise.all(['livez', 'readyz', 'freshz'].map(async path => (await fetch(`${address}/${path}`)).status))

  expect(await agent.readiness()).toMatchObject({ ready: false, fresh: false, stale: [ACADEMY, ACADEMY_ZH] })
  expect(await probes()).toEqual([200, 503, 503])
  await agent.syncOnce()
  const refusal = await fetch(`${address}/readyz`)
  expect(refusal.status).toBe(503)
  expect(refusal.headers.get('content-type')).toContain('application/problem+json')
  const problem = await refusal.json()
  expect(problem).toMatchObject({ status: 503, title: 'Not Ready', missing: [{ ...ACADEMY_ZH }] })
  expect(problem.detail).toContain('academy/zh-HK never copied')
  expect(problem.detail).toContain('D20000')
  expect(problem.detail).not.toContain('academy/en-US')

  broken = false
  await agent.syncOnce()
  expect(await probes()).toEqual([200, 200, 200])
  expect(await agent.readiness()).toEqual({ ready: true, fresh: true, stale: [] })
  // The service is down: every agent has old news, and each must go on serving it.
  clock.set(LATER)
  expect(await probes()).toEqual([200, 200, 503])
  expect((await fetch(`${address}/v1/news`)).status).toBe(200)
  const old = await (await fetch(`${address}/freshz`)).json()
  expect(old).toMatchObject({ title: 'Not Fresh', stale: [ACADEMY, ACADEMY_ZH] })
  expect(old.detail).toContain(`academy/en-US last copied ${START}`)
  expect(await agent.readiness()).toMatchObject({ ready: true, fresh: false })
})

it('is not fresh, and no age is below zero, after the clock was set back by eight hours, until the next copy', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news([], [], { date: 'Tue, 01 Sep 2026 09:00:00 GMT' }))
  const clock = handClock('2026-09-01T08:00:00Z')
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { clock })
  const address = await agent.listen()
  const lag = async () =>
    /^schoolbell_sync_lag_seconds\{.*\} (.+)$/m.exec(await (await fetch(`${address}/metrics`)).text())
  await agent.syncOnce()
  clock.set(START)
  const refusal = await fetch(`${address}/freshz`)
  expect(refusal.status).toBe(503)
  expect((await refusal.json()).detail).toContain(
    "academy/en-US last copied 2026-09-01T08:00:00Z, 8 h ahead of this machine's clock",
  )
  expect((await lag())?.[1]).toBe('+Inf')
  await agent.syncOnce()
  expect((await fetch(`${address}/freshz`)).status).toBe(200)
  expect((await lag())?.[1]).toBe('0')
})

it('an agent that waits for the lease is ready while the other one keeps the store fresh', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news())
  const db = files.path('news.sqlite')
  const clock = handClock(START)
  await using leader = await agentBefore(upstream, db, { clock, holder: 'leader' })
  await using follower = await agentBefore(upstream, db, { clock, holder: 'follower' })
  await leader.syncOnce()
  expect(await follower.readiness()).toEqual({ ready: true, fresh: true, stale: [] })
  const held = async (agent: typeof leader) =>
    (await (await fetch(`${await agent.listen()}/metrics`)).text()).match(
      /^schoolbell_sync_lease_held .$/m,
    )?.[0]
  expect(await held(leader)).toBe('schoolbell_sync_lease_held 1')
  expect(await held(follower)).toBe('schoolbell_sync_lease_held 0')
})

it('is not ready when the store does not answer, and says so in its metrics', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news())
  const db = files.path('news.sqlite')
  await using agent = await agentBefore(upstream, db)
  const address = await agent.listen()
  await agent.syncOnce()
  const other = new Database(db)
  other.exec('DROP TABLE stream')
  other.close()
  for (const probe of ['readyz', 'freshz']) {
    expect(await getJson(`${address}/${probe}`)).toMatchObject({
      status: 503,
      detail: 'The store does not respond; see the log',
    })
  }
  const text = await (await fetch(`${address}/metrics`)).text()
  expect(text).toContain('schoolbell_sync_store_up 0')
  expect(text).not.toContain('schoolbell_sync_entries{')
})

it('metrics show the copy, the work and the requests, with every name in base units', async () => {
  using files = scratch()
  const clock = handClock(START)
  await using upstream = await startUpstream(
    news([entry('a'), entry('b'), { ...entry('c'), newsContent: null }], ['gone']),
  )
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { clock })
  const address = await agent.listen()
  const scrape = async () => {
    const answer = await fetch(`${address}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    return (await answer.text()).split('\n')
  }
  const stream = 'site_id="academy",lang="en-US"'
  const before = await scrape()
  expect(before).toContain(`schoolbell_sync_cycles_total{${stream},outcome="failed"} 0`)
  // Alerts see the first event, and a stream that is never copied.
  for (const line of [
    `schoolbell_sync_last_success_timestamp_seconds{${stream}} 0`,
    `schoolbell_sync_reconciliations_total{${stream},outcome="refused"} 0`,
    'schoolbell_sync_service_requests_total{status="none"} 0',
    'schoolbell_sync_publications_total{outcome="failed"} 0',
    'schoolbell_sync_published_files_total{kind="repaired"} 0',
    'schoolbell_sync_media_downloads_total{outcome="failed"} 0',
  ]) {
    expect(before).toContain(line)
  }

  await agent.syncOnce()
  upstream.answer(failure('D20000', 'unknown exception'))
  for (let round = 0; round < 5; round += 1) await agent.syncOnce()
  await agent.reconcile()
  await fetch(`${address}/v1/news?limit=1`)
  await fetch(`${address}/v1/news/a`)
  await fetch(`${address}/made/up/by/a/visitor`)
  const lines = await scrape()
  for (const line of [
    `schoolbell_sync_last_success_timestamp_seconds{${stream}} ${Date.parse(START) / 1000}`,
    `schoolbell_sync_entries{${stream}} 2`,
    `schoolbell_sync_tombstones{${stream}} 1`,
    `schoolbell_sync_quarantined_entries{${stream}} 1`,
    `schoolbell_sync_failures_in_a_row{${stream}} 5`,
    `schoolbell_sync_breaker_open{${stream}} 1`,
    `schoolbell_sync_cycles_total{${stream},outcome="done"} 1`,
    `schoolbell_sync_cycles_total{${stream},outcome="failed"} 5`,
    `schoolbell_sync_cycle_duration_seconds_count{${stream}} 6`,
    `schoolbell_sync_reconciliations_total{${stream},outcome="failed"} 1`,
    `schoolbell_sync_changes_total{${stream},kind="new"} 2`,
    `schoolbell_sync_changes_total{${stream},kind="deleted"} 1`,
    'schoolbell_sync_lease_held 1',
    'schoolbell_sync_store_up 1',
    `schoolbell_sync_service_requests_total{status="200"} ${upstream.requests.length}`,
    'schoolbell_sync_http_requests_total{method="GET",route="/v1/news/:newsId",status="200"} 1',
    'schoolbell_sync_http_requests_total{method="GET",route="none",status="404"} 1',
  ]) {
    expect(lines).toContain(line)
  }
  expect(lines.some(line => line.startsWith('process_resident_memory_bytes '))).toBe(true)
  expect(lines.some(line => line.startsWith(`schoolbell_sync_clock_skew_seconds{${stream}} `))).toBe(true)
  expect(lines.join()).not.toContain('visitor')
  const names = lines.flatMap(line => /^# TYPE (schoolbell_\S+) (\S+)/.exec(line)?.slice(1) ?? [])
  expect(names.filter((_, index) => index % 2 === 0).join()).not.toMatch(/millisecond|_ms\b/)
})

it('two agents in one process count apart', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news())
  await using one = await agentBefore(upstream, files.path('one.sqlite'))
  await using two = await agentBefore(upstream, files.path('two.sqlite'))
  await one.syncOnce()
  const done = async (agent: typeof one) =>
    (await (await fetch(`${await agent.listen()}/metrics`)).text()).match(/outcome="done"} (\d)/)?.[1]
  expect([await done(one), await done(two)]).toEqual(['1', '0'])
})

// Promise: operate/log
it('every line that a cycle logs names its stream, its verdict and the service’s answer', async () => {
  using files = scratch()
  const log = logLines()
  await using upstream = await startUpstream(news([entry('a'), { ...entry('b'), newsDate: '' }]))
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { logger: log.logger })
  await agent.syncOnce()
  upstream.answer(failure('D20000', 'unknown exception'))
  await agent.syncOnce()
  upstream.answer(news([], [], { date: 'Tue, 01 Sep 2020 00:00:00 GMT' }))
  await agent.syncOnce()
  await agent.reconcile()
  expect(log.lines.length).toBeGreaterThanOrEqual(6)
  for (const line of log.lines) expect(line).toMatchObject({ ...ACADEMY, code: expect.stringMatching(/^D/) })
  for (const line of log.lines) expect(line.txID).toBe(line.code === 'D00000' ? 'tx-1' : 'tx-2')
  expect(log.at(ERROR)).toMatchObject([{ code: 'D20000', txID: 'tx-2' }])
})

// Promise: operate/systemd
it.each([
  ['fresh', START, { ready: true, fresh: true, stale: [] }, true],
  ['stale, but cycles go on failing', LATER, stale('2026-09-01T00:14:00Z'), true],
  ['stale, and no cycle has ended for as long', LATER, stale('2026-09-01T00:00:00Z'), false],
  ['stale, and none has ever ended', LATER, stale(undefined), false],
  ['stale as long as the agent is young', '2026-09-01T00:14:00Z', stale(undefined), true],
  ['stale, and the last cycle is from the future', LATER, stale('2026-09-01T08:00:00Z'), false],
  ['stale, but the clock was set back just now', '2026-08-31T16:00:00Z', stale('2026-09-01T00:00:00Z'), true],
  ['stale, since the service asked for a pause', LATER, stale(undefined, '2026-09-01T00:30:00Z'), true],
])('systemd is given a sign of life while the news is %s: %s', async (_, now, readiness, lives) => {
  const clock = handClock(START)
  const sent: string[][] = []
  const reported = Promise.withResolvers<void>()
  const report = createSystemdReport(
    { readiness: async () => readiness },
    {
      address: 'http://127.0.0.1:4020',
      watchdogMs: 10,
      clock,
      send: assignments => {
        if (sent.push(assignments) === 2) reported.resolve()
      },
    },
  )
  expect(sent).toEqual([['READY=1', 'STATUS=serving at http://127.0.0.1:4020']])
  clock.set(now)
  await reported.promise
  expect(sent[1]?.includes('WATCHDOG=1')).toBe(lives)
  if (!readiness.fresh) expect(sent[1]?.at(-1)).toContain('academy/en-US never copied')
  report.stopping()
  expect(sent.at(-1)?.[0]).toBe('STOPPING=1')
})

function stale(lastAttempt: string | undefined, heldUntil?: string) {
  const more = { ...(lastAttempt && { lastAttempt }), ...(heldUntil && { heldUntil }) }
  return { ready: false, fresh: false, stale: [{ ...ACADEMY, ...more }] }
}
