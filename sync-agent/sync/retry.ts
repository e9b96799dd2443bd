/**
 * Retries within a cycle, and a circuit breaker across cycles.
 *
 * Within a cycle a temporary error gets three attempts, with random pauses so that many agents do not call together.
 * After five failed cycles in a row the breaker opens: scheduled cycles are skipped until it half-opens, and then one
 * attempt decides.
 */
import type { Temporal } from 'temporal-polyfill'
import { ServiceError, TransportError } from '../../shared/client/errors.ts'
import type { SyncParts } from '../context.ts'
import { isPaused } from '../pause.ts'
import type { StreamState } from '../store/types.ts'

const ATTEMPTS = 3
const BASE_MS = 500
const LONGEST_WAIT_MS = 8_000
const LONGEST_RETRY_AFTER_MS = 60 * 60_000
const PASSING_STATUS = [408, 425, 429]
const PASSING_CODES = ['D20000', 'D20003']

const OPENS_AFTER = 5
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** @throws the last attempt's error */
export async function withRetries<Result>(
  call: (attempt: number) => Promise<Result>,
  { wait, random }: Pick<SyncParts, 'wait' | 'random'>,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(attempt)
    } catch (error) {
      const askedMs = retryAfterMs(error) ?? 0
      const isLast = attempt >= ATTEMPTS || askedMs > LONGEST_WAIT_MS
      if (isLast || signal.aborted || !mayPass(error)) throw error
      const jitterMs = random() * BASE_MS * 2 ** (attempt - 1)
      await wait(Math.max(askedMs, jitterMs), signal)
    }
  }
}

/** Until when scheduled cycles are skipped after a failed one. */
export function notBefore(
  error: unknown,
  { failuresInARow }: Pick<StreamState, 'failuresInARow'>,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const excess = failuresInARow + 1 - OPENS_AFTER
  const pauseMs = excess < 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** excess)
  const heldMs = Math.max(pauseMs, retryAfterMs(error) ?? 0)
  return heldMs > 0 ? now.add({ milliseconds: Math.ceil(heldMs) }) : undefined
}

export interface Breaker {
  state: 'closed' | 'open' | 'half-open'
  /** Failed cycles in a row. */
  failures: number
  /** Scheduled cycles are skipped until then, also when the service asked for it. ISO 8601 in UTC. */
  until?: string
}

export function breakerOf(state: StreamState, now: Temporal.Instant): Breaker {
  const until = heldUntil(state, now)
  const failures = state.failuresInARow
  if (failures < OPENS_AFTER) return { state: 'closed', failures, ...(until && { until: `${until}` }) }
  return until ? { state: 'open', failures, until: `${until}` } : { state: 'half-open', failures }
}

/** Undefined when it has passed. */
export function heldUntil({ notBefore }: StreamState, now: Temporal.Instant): Temporal.Instant | undefined {
  const untilMs = notBefore?.epochMilliseconds ?? 0
  return isPaused(untilMs, now.epochMilliseconds, LONGEST_RETRY_AFTER_MS) ? notBefore : undefined
}

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return PASSING_CODES.includes(error.returnCode)
  if (!(error instanceof TransportError)) return false
  if (error.code !== 'STATUS') return error.code === 'UNREACHABLE' || error.code === 'TIMEOUT'
  const { status = 0 } = error
  return status >= 500 || PASSING_STATUS.includes(status)
}

function retryAfterMs(error: unknown): number | undefined {
  const carriesIt = error instanceof TransportError || error instanceof ServiceError
  if (!carriesIt || error.retryAfterSeconds === undefined) return undefined
  return Math.min(LONGEST_RETRY_AFTER_MS, error.retryAfterSeconds * 1000)
}
