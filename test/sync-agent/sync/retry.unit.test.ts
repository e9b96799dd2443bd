/** What is tried again, when, and how long a stream is left alone. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import {
  ContractError,
  ServiceError,
  TransportError,
  type TransportFault,
} from '../../../shared/client/errors.ts'
import type { StreamState } from '../../../sync-agent/store/types.ts'
import { breakerOf, heldUntil, notBefore, withRetries } from '../../../sync-agent/sync/retry.ts'

const ADDRESS = 'http://school.example/cms/api/v1/news/check'
const NOW = Temporal.Instant.from('2026-09-01T00:00:00Z')
const HOUR_S = 3600
const transport = (code: TransportFault, details = {}) => new TransportError(ADDRESS, code, 'no', details)
const status = (number: number, retryAfterSeconds?: number) =>
  transport('STATUS', { status: number, retryAfterSeconds })
const service = (code: string, retryAfterSeconds?: number) =>
  new ServiceError(ADDRESS, { code, message: '', txID: '' }, retryAfterSeconds)

/** Calls that all fail so, until one succeeds: which attempts were made, and what was waited between them. */
async function retried(failing: unknown[], { cancel }: { cancel?: AbortController } = {}) {
  const attempts: number[] = []
  const waits: number[] = []
  const { signal } = cancel ?? new AbortController()
  const call = async (attempt: number) => {
    attempts.push(attempt)
    if (attempts.length > failing.length) return 'done'
    throw failing[attempts.length - 1]
  }
  const wait = async (milliseconds: number, given?: AbortSignal) => {
    expect(given).toBe(signal)
    waits.push(milliseconds)
  }
  const outcome = await withRetries(call, { wait, random: () => 0.5 }, signal).catch(error => error)
  return { outcome, attempts, waits }
}

it.each<[string | number, unknown]>([
  ['UNREACHABLE', transport('UNREACHABLE')],
  ['TIMEOUT', transport('TIMEOUT')],
  ...[408, 425, 429, 500, 503, 599].map(number => [number, status(number)] as [number, unknown]),
  ...['D20000', 'D20003'].map(code => [code, service(code)] as [string, unknown]),
])('%s may pass: after two waits the third attempt is the last one', async (_, error) => {
  expect(await retried([error, error])).toEqual({ outcome: 'done', attempts: [1, 2, 3], waits: [250, 500] })
  const last = transport('UNREACHABLE')
  expect(await retried([error, error, last])).toMatchObject({ outcome: last, attempts: [1, 2, 3] })
})

it.each<[string | number, unknown]>([
  ...(['TOO_LARGE', 'REDIRECT', 'ABORTED', 'HEADER'] as const).map(
    code => [code, transport(code)] as [string, unknown],
  ),
  // Its status is another thing than that of a whole answer.
  ['REDIRECT with a status', transport('REDIRECT', { status: 500 })],
  ...[400, 404, 409, 428, 430, 499].map(number => [number, status(number)] as [number, unknown]),
  ['STATUS without a number', transport('STATUS')],
  ...['D20001', 'D20002', 'D20004', ''].map(code => [code, service(code)] as [string, unknown]),
  ['CONTRACT', new ContractError(ADDRESS, '', 'no')],
  ['a mistake of ours', new TypeError('no')],
  ['an error of another kind with such a code', Object.assign(new Error('no'), { code: 'TIMEOUT' })],
])('%s does not pass', async (_, error) => {
  expect(await retried([error])).toEqual({ outcome: error, attempts: [1], waits: [] })
})

it('nothing is tried again once it is cancelled', async () => {
  const cancel = new AbortController()
  cancel.abort()
  const error = transport('UNREACHABLE')
  expect(await retried([error], { cancel })).toEqual({ outcome: error, attempts: [1], waits: [] })
})

it('what the service asks for is waited for, up to eight seconds; beyond, the next cycle is soon enough', async () => {
  expect((await retried([status(503, 8), service('D20003', 0.1)])).waits).toEqual([8000, 500])
  expect(await retried([status(503, 8.001)])).toMatchObject({ attempts: [1], waits: [] })
})

it.each([
  [0, status(404), undefined],
  [3, status(404), undefined],
  [4, status(404), '2026-09-01T00:00:30Z'],
  [5, status(404), '2026-09-01T00:01:00Z'],
  [7, status(404), '2026-09-01T00:04:00Z'],
  [8, status(404), '2026-09-01T00:05:00Z'],
  [2_000, status(404), '2026-09-01T00:05:00Z'],
  [0, status(503, 20), '2026-09-01T00:00:20Z'],
  [4, status(503, 20), '2026-09-01T00:00:30Z'],
  [4, service('D20003', 31), '2026-09-01T00:00:31Z'],
  [0, status(503, 0.0001), '2026-09-01T00:00:00.001Z'],
  [0, status(503, HOUR_S), '2026-09-01T01:00:00Z'],
  [0, status(503, HOUR_S + 1), '2026-09-01T01:00:00Z'],
  [0, new ContractError(ADDRESS, '', 'no'), undefined],
  [0, Object.assign(new Error('not of a client'), { retryAfterSeconds: 20 }), undefined],
])(
  'after %i failures and one more, %s, the schedule asks again from %s on',
  (failuresInARow, error, until) => {
    expect(notBefore(error, { failuresInARow }, NOW)?.toString()).toBe(until)
  },
)

const state = (failuresInARow: number, until?: string): StreamState => ({
  ...{ cursor: undefined, lastSuccessAt: undefined, lastFailure: undefined, skewMs: undefined },
  failuresInARow,
  notBefore: until === undefined ? undefined : Temporal.Instant.from(until),
})

it.each([
  [state(0), { state: 'closed', failures: 0 }],
  [state(4), { state: 'closed', failures: 4 }],
  [state(4, '2026-09-01T00:00:20Z'), { state: 'closed', failures: 4, until: '2026-09-01T00:00:20Z' }],
  [state(5, '2026-09-01T00:00:20Z'), { state: 'open', failures: 5, until: '2026-09-01T00:00:20Z' }],
  [state(5, '2026-09-01T00:00:00Z'), { state: 'half-open', failures: 5 }],
  [state(5), { state: 'half-open', failures: 5 }],
])('the breaker of %j', (known, expected) => {
  expect(breakerOf(known, NOW)).toEqual(expected)
})

it('a pause longer than any is from a clock that was set back', () => {
  expect(`${heldUntil(state(1, '2026-09-01T01:00:00Z'), NOW)}`).toBe('2026-09-01T01:00:00Z')
  expect(heldUntil(state(1, '2026-09-01T01:00:00.001Z'), NOW)).toBeUndefined()
})
