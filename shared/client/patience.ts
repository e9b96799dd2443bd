/** Which failures are temporary, and how long to wait before the next attempt. */
import { LONGEST_TIMER_MS } from '../longest-timer.ts'
import { TransportError } from './errors.ts'

/** Waits for a time, or until the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

/** Whether the same call may succeed later: the service was unreachable or overloaded. */
export const isPassing = (error: unknown): error is TransportError =>
  error instanceof TransportError &&
  (error.code === 'UNREACHABLE' ||
    error.code === 'TIMEOUT' ||
    (error.code === 'STATUS' && (error.status ?? 0) >= 500) ||
    isTooMany(error))

export const isTooMany = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.status === 429

/** The time in `Retry-After`; otherwise one second, doubled after each failure, up to half a minute. */
export const waitAfter = ({ retryAfterSeconds }: TransportError, failures: number): number =>
  retryAfterSeconds === undefined ? Math.min(SLOWEST_MS, 1_000 * 2 ** failures) : retryAfterSeconds * 1_000

/** Spread by `random` (0 to 1), so that clients do not all come back at once; never shorter than `Retry-After`. */
export const spreadWaitAfter = (error: TransportError, failures: number, random: () => number): number => {
  const waitMs = waitAfter(error, failures)
  return error.retryAfterSeconds === undefined ? (0.5 + random() / 2) * waitMs : waitMs + random() * 1_000
}

const SLOWEST_MS = 30_000

export const timer: Pause = (milliseconds, signal) =>
  new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const timeout = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER_MS))
    signal?.addEventListener('abort', done)
    function done() {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
