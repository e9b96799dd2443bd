import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatStatus, publishStore, type StreamStatus, storeFindings } from '../../../sync-agent/index.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, handClock, news, PRE_SCHOOL, statusOf } from '../support.ts'

const RECONCILED = {
  ...ACADEMY,
  id: 3,
  kind: 'reconcile',
  startedAt: '2026-08-31T19:17:00.210Z',
  durationMs: 9,
} as const

const NEVER_RUN: StreamStatus = {
  ...ACADEMY,
  ...{ stale: true, failuresInARow: 0, entries: 0, deleted: 0, remarked: 0, quarantined: 0 },
  breaker: { state: 'closed', failures: 0 },
}

it('the table shows a stream that is well, one that fails and one that never ran', () => {
  const text = formatStatus({
    source: 'http://127.0.0.1:4010/cms',
    streams: [
      {
        ...NEVER_RUN,
        cursor: '2026-09-01T00:29:58.120Z',
        lagMs: 31_400,
        lastSuccess: '2026-09-01T00:30:00.005Z',
        lastError: { at: '2026-08-31T00:00:00Z', code: 'TIMEOUT', message: 'of yesterday' },
        stale: false,
        ...{ entries: 1200, deleted: 7, quarantined: 2 },
        skewMs: -61_200,
        lastDurationMs: 41.6,
        lastReconciliation: { ...RECONCILED, error: { code: 'TIMEOUT', message: 'too late' } },
      },
      {
        ...NEVER_RUN,
        ...ACADEMY_ZH,
        lastError: { at: '2026-09-01T00:30:00.005Z', code: 'D20000', message: 'D20000 unknown exception' },
        failuresInARow: 12,
        breaker: { state: 'open', failures: 12, until: '2026-09-01T00:35:00Z' },
      },
      { ...NEVER_RUN, ...PRE_SCHOOL },
    ],
    lease: { holder: 'bay:12', token: 4, ours: false },
  })
  expect(text.split('\n').map(line => line.split(/ {2,}/))).toEqual([
    ['news from http://127.0.0.1:4010/cms'],
    ['written by bay:12 (lease 4)'],
    ['stream', 'state', 'lag', 'entries', 'deleted', 'quarantined', 'skew'],
    ['academy/en-US', 'well', '31 s', '1200', '7', '2', '-61 s'],
    ['academy/zh-HK', 'paused (12)', '-', '0', '0', '0', '-'],
    ['pre-school/en-US', 'never run', '-', '0', '0', '0', '-'],
    ['academy/en-US: last success 2026-09-01T00:30:00Z, took 42 ms'],
    ['', 'last reconciliation 2026-08-31T19:17:00Z (failed) TIMEOUT: too late'],
    ['academy/zh-HK: last success never; next attempt after 2026-09-01T00:35:00Z'],
    ['pre-school/en-US: last success never'],
    ['academy/en-US: last error 2026-08-31T00:00:00Z (over) TIMEOUT: of yesterday'],
    ['academy/zh-HK: last error 2026-09-01T00:30:00Z D20000 unknown exception'],
  ])
  const [, , heading = '', first = ''] = text.split('\n')
  expect(first.indexOf('1200')).toBe(heading.indexOf('entries'))
  expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(80)
})

it('the table says what is ahead of a clock that was set back, and when the news was last reconciled', async () => {
  using files = scratch()
  const clock = handClock('2026-09-01T08:30:00Z')
  await using upstream = await startUpstream(news([entry('a')]))
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { clock })
  await agent.syncOnce()
  await agent.reconcile()
  clock.set('2026-09-01T00:30:00Z')
  const text = formatStatus(await agent.status())
  expect(text).toMatch(/last success 2026-09-01T08:30:00Z, 8 h ahead of this machine's\s+clock, took/)
  expect(text).toMatch(/^academy\/en-US +old +8 h ahead/m)
  expect(text).toMatch(/^ +last reconciliation 2026-09-01T08:30:00Z$/m)
})

it('in an outage the table says the error once, with all that it concerns', () => {
  const lastError = { at: '2026-09-01T00:30:01Z', code: 'TIMEOUT', message: 'the service is silent' }
  const failing = { ...NEVER_RUN, lastError, failuresInARow: 2 }
  const earlier = { ...lastError, at: '2026-09-01T00:29:00Z' }
  const text = formatStatus({
    source: 'http://127.0.0.1:4010/cms',
    streams: [failing, { ...failing, ...ACADEMY_ZH, lastError: earlier }],
    popups: [{ ...ACADEMY, lastError: earlier }],
    lease: { token: 0, ours: false },
  })
  expect(text.split('\n').filter(line => line.includes('silent'))).toHaveLength(1)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'academy/en-US, academy/zh-HK, popups academy/en-US: last error 2026-09-01T00:30:01Z TIMEOUT: the service is silent',
  )
})

it('a store without news yet is no place that news comes from', () => {
  const text = formatStatus({ source: 'news.db', streams: [], lease: { token: 0, ours: false } })
  expect(text).toMatch(/^no news copied yet into news\.db\n/)
})

it('how a store stands can be read beside the agent that writes it', async () => {
  using files = scratch()
  const db = files.path('news.sqlite')
  await using upstream = await startUpstream(news([entry('a')], ['gone']))
  const clock = handClock('2026-09-01T00:30:00Z')
  const options = { streams: [ACADEMY, ACADEMY_ZH], clock, holder: 'bay' }
  await using agent = await agentBefore(upstream, db, options)
  await agent.syncOnce()
  const { source, streams, lease } = await agent.status()
  expect(lease).toEqual({ holder: 'bay', token: 1, ours: true })
  expect(streams).toMatchObject([
    { ...ACADEMY, entries: 1, deleted: 1, failuresInARow: 0 },
    { ...ACADEMY_ZH, entries: 1, deleted: 1, failuresInARow: 0 },
  ])
  expect(await statusOf(db, clock)).toEqual({
    ...{ source, streams },
    lease: { ...lease, ours: false },
  })
})

it('a published folder is a row among the followers: for the agent, beside it, and in metrics', async () => {
  using files = scratch()
  const [db, to] = [files.path('news.sqlite'), files.path('public')]
  const clock = handClock('2026-09-01T00:30:00Z')
  await using upstream = await startUpstream(news([entry('a'), entry('b')]))
  const options = { clock, holder: 'bay', publish: { to } }
  const publish = () => publishStore({ db, to, streams: [ACADEMY], clock })
  await using agent = await agentBefore(upstream, db, options)
  await agent.syncOnce()
  clock.set('2026-09-01T01:31:00Z')
  const never = { name: 'folder', to, state: 'active', seq: 0, aside: 0, behind: 2, oldestMs: 3_660_000 }
  const ofAgent = async () => (await agent.status()).followers
  expect(await ofAgent()).toEqual([{ ...never, failuresInARow: 0 }])
  expect((await statusOf(db, clock, to)).followers).toEqual(await ofAgent())
  expect((await statusOf(db, clock)).followers).toBe(undefined)
  expect(storeFindings(await agent.status(), '')).toEqual([
    { check: 'folder', result: 'warning', detail: '2 waiting (61 min)' },
  ])

  await publish()
  const { oldestMs: _, ...current } = { ...never, seq: 2, behind: 0 }
  expect(await ofAgent()).toEqual([{ ...current, failuresInARow: 0, lastDone: expect.any(String) }])
  upstream.answer(news([entry('c')]))
  await agent.syncOnce()
  clock.set('2026-09-01T01:31:20Z')
  expect(await ofAgent()).toMatchObject([{ seq: 2, behind: 1, oldestMs: 20_000 }])
  const text = await (await fetch(`${await agent.listen()}/metrics`)).text()
  expect(text).toContain('schoolbell_sync_follower_behind{follower="folder"} 1\n')
  expect(text).toContain('schoolbell_sync_follower_oldest_seconds{follower="folder"} 20\n')
})

it('a folder of another store, or with a damaged manifest, has nothing of this one', async () => {
  using files = scratch()
  const to = files.path('public')
  const clock = handClock('2026-09-01T00:30:00Z')
  await using upstream = await startUpstream(news([entry('a')]))
  for (const name of ['one.sqlite', 'two.sqlite']) {
    await using agent = await agentBefore(upstream, files.path(name), { clock })
    await agent.syncOnce()
  }
  await publishStore({ db: files.path('one.sqlite'), to, streams: [ACADEMY], clock })
  const folder = async () => (await statusOf(files.path('two.sqlite'), clock, to)).followers
  expect(await folder()).toMatchObject([{ seq: 0, behind: 1, failuresInARow: 0 }])
  writeFileSync(`${to}/.schoolbell.json`, 'broken')
  expect(await folder()).toMatchObject([
    { seq: 0, behind: 1, failuresInARow: 1, lastFailure: { message: expect.stringContaining(to) } },
  ])
})
