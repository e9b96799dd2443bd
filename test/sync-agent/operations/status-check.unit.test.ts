/** What cron and Nagios get: one line that says what is not well, or how old the copy is. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { checkStatus, type StreamStatus } from '../../../sync-agent/index.ts'
import { ACADEMY, ACADEMY_ZH, PRE_SCHOOL } from '../support.ts'

const NOW = Temporal.Instant.from('2026-09-01T07:00:00Z')
const stream = (differing: Partial<StreamStatus>): StreamStatus => ({
  ...ACADEMY,
  lastSuccess: '2026-09-01T06:59:20Z',
  failuresInARow: 0,
  ...{ entries: 3, deleted: 0, remarked: 0, quarantined: 0 },
  breaker: { state: 'closed', failures: 0 },
  ...differing,
})
const check = (streams: StreamStatus[], staleAfterMs?: number) =>
  checkStatus({ streams }, { now: NOW, ...(staleAfterMs !== undefined && { staleAfterMs }) })
const failure = { at: '2026-09-01T06:59:50Z', code: 'D20003', message: 'D20003 time\u001bout' }

it('all well: how old each copy is', () => {
  const over = { lastError: failure }
  expect(check([stream(over), stream(ACADEMY_ZH)])).toEqual({
    well: true,
    line: 'academy/en-US copied 40 s ago; academy/zh-HK copied 40 s ago',
  })
})

it('only what is not well is named: failing, paused, old and never copied', () => {
  const paused = { breaker: { state: 'open', failures: 5, until: '2026-09-01T07:01:00Z' } } as const
  const { well, line } = check([
    stream({}),
    stream({ ...ACADEMY_ZH, failuresInARow: 1, lastError: failure }),
    stream({ ...PRE_SCHOOL, ...paused, failuresInARow: 5, lastError: failure }),
    stream({ lastSuccess: '2026-09-01T06:44:59Z' }),
    stream({ ...ACADEMY_ZH, lastSuccess: undefined } as unknown as StreamStatus),
  ])
  expect(well).toBe(false)
  expect(line.split('; ')).toEqual([
    'academy/zh-HK failing (1), copied 40 s ago: D20003 time out',
    'pre-school/en-US paused (5), copied 40 s ago: D20003 time out',
    'academy/en-US copied 15 min ago',
    'academy/zh-HK never copied',
  ])
})

it('a copy from the future is not well: the clock was set back, and nobody knows how old it is', () => {
  const at = (lastSuccess: string) => check([stream({ lastSuccess })])
  const line = "academy/en-US last copied 8 h ahead of this machine's clock"
  expect(at('2026-09-01T15:00:00Z')).toEqual({ well: false, line })
  expect(at('2026-09-01T07:00:02Z').well).toBe(false)
})

it('the clock of the agent that copied may be ahead by less than a second', () => {
  const line = 'academy/en-US copied 0 s ago'
  expect(check([stream({ lastSuccess: '2026-09-01T07:00:00.900Z' })])).toEqual({ well: true, line })
})

it('the limit is 15 minutes, or that of the options; a store without streams is not well', () => {
  const at = (lastSuccess: string) => [stream({ lastSuccess })]
  expect(check(at('2026-09-01T06:45:00Z')).well).toBe(true)
  expect(check(at('2026-09-01T06:44:59Z')).well).toBe(false)
  expect(check(at('2026-09-01T06:44:59Z'), 20 * 60_000).well).toBe(true)
  expect(check([])).toEqual({ well: false, line: 'no news copied yet' })
})
