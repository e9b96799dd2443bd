/** What cron and Nagios get: one line that says what is not well, or how old the copy is. */
import { expect, it } from 'vitest'
import { checkStatus, type StreamStatus } from '../../../sync-agent/index.ts'
import { isOlder } from '../../../sync-agent/operations/age.ts'
import { ACADEMY, ACADEMY_ZH, PRE_SCHOOL } from '../support.ts'

const stream = (differing: Partial<StreamStatus>): StreamStatus => ({
  ...ACADEMY,
  ...{ lastSuccess: '2026-09-01T06:59:20Z', ageMs: 40_000, stale: false },
  ...{ failuresInARow: 0, entries: 3, deleted: 0, remarked: 0, quarantined: 0 },
  breaker: { state: 'closed', failures: 0 },
  ...differing,
})
const neverCopied = (): StreamStatus => {
  const { lastSuccess: _, ageMs: __, ...never } = stream({ ...ACADEMY_ZH, stale: true })
  return never
}
const check = (...streams: StreamStatus[]) => checkStatus({ streams })
const failure = { at: '2026-09-01T06:59:50Z', code: 'D20003', message: 'D20003 time\u001bout' }
const silent = { code: 'TIMEOUT', message: 'no answer' }

it('all well: how old each copy is', () => {
  const over = { lastError: failure }
  expect(check(stream(over), stream(ACADEMY_ZH))).toEqual({
    well: true,
    line: 'academy/en-US copied 40 s ago; academy/zh-HK copied 40 s ago',
  })
})

// Promise: operate/status
it('only what is not well is named: failing, paused, old and never copied', () => {
  const paused = { breaker: { state: 'open', failures: 5, until: '2026-09-01T07:01:00Z' } } as const
  const { well, line } = check(
    stream({}),
    stream({ ...ACADEMY_ZH, failuresInARow: 1, lastError: failure }),
    stream({ ...PRE_SCHOOL, ...paused, failuresInARow: 5, lastError: { ...failure, ...silent } }),
    stream({ ageMs: 901_000, stale: true }),
    neverCopied(),
  )
  expect(well).toBe(false)
  expect(line.split('; ')).toEqual([
    'academy/zh-HK failing (1), copied 40 s ago: D20003 time out',
    'pre-school/en-US paused (5), copied 40 s ago: TIMEOUT: no answer',
    'academy/en-US copied 15 min ago',
    'academy/zh-HK never copied',
  ])
})

it('a copy from the future is not well: the clock was set back, and nobody knows how old it is', () => {
  const ahead = { ageMs: -8 * 3_600_000, aheadMs: 8 * 3_600_000, stale: true }
  const line = "academy/en-US last copied 8 h ahead of this machine's clock"
  expect(check(stream(ahead))).toEqual({ well: false, line })
})

it('the clock of the agent that copied may be ahead by less than a second', () => {
  const line = 'academy/en-US copied 0 s ago'
  expect(check(stream({ ageMs: -900 }))).toEqual({ well: true, line })
})

it('a store without streams is not well', () => {
  expect(check()).toEqual({ well: false, line: 'no news copied yet' })
})

it.each([
  [undefined, true],
  [900_001, true],
  [900_000, false],
  [0, false],
  [-900, false],
  [-2_000, true],
])('a copy of an age of %s ms, with a limit of 15 minutes, is old: %s', (ageMs, old) => {
  expect(isOlder(ageMs, 900_000)).toBe(old)
})
