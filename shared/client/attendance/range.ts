/**
 * The lists of many days, with a few calls at a time. The result has one item for each day, in order, with a list or an error.
 *
 * Some errors apply to all days, such as a refused access key. Then the remaining days are not requested, and if no day has
 * a list, the whole call fails with that error. Other errors may apply to one day only: the URL ends with the date
 * (interface, Endpoint 3), so a service may answer 404 for a weekend.
 */
import type { AttendanceList } from '../../contract/attendance.ts'
import { countDays, daysOf, isDay } from '../../contract/day.ts'
import { ClientError, TransportError } from '../errors.ts'
import { isTooMany, type Pause, timer, waitAfter } from '../patience.ts'
import { AttendanceError, badDate } from './errors.ts'
import type { AskList, AttendanceGroup } from './list.ts'

export interface RangeQuery extends AttendanceGroup {
  /** First day, `YYYY-MM-DD`. */
  from: string
  /** Last day, `YYYY-MM-DD`; a range has at most {@link LONGEST_RANGE} days. */
  to: string
}

/** The result of one day. */
export type AttendanceDay =
  | { date: string; list: AttendanceList; error?: never }
  | { date: string; list?: never; error: ClientError }

export interface RangeProgress {
  /** Days done, out of `total`. */
  done: number
  total: number
  /** Days done without a list. */
  failed: number
  /** How long the client waits because the service asks for it. Milliseconds; 0 when it does not wait. */
  waitMs: number
}

export interface RangeOptions {
  /** Calls at a time, 1 to 16. Default 4. */
  parallel?: number | undefined
  /** Called after every day and before every wait that the service asks for. */
  onProgress?: ((progress: RangeProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Longest `Retry-After` to obey; a day with a longer one fails. Milliseconds, default 5 minutes. */
  longestWaitMs?: number | undefined
  /** Waits before the next attempt. Default: a timer. */
  pause?: Pause | undefined
}

/** Days; enough for a school year with a leap day. */
export const LONGEST_RANGE = 366
const MOST_PARALLEL = 16
const LONGEST_WAIT_MS = 5 * 60_000
/** How often one day is repeated after 429. */
const MOST_WAITS = 8
/** After this many days in a row with the same failure, the others are expected to fail as well. */
const DAYS_ALIKE = 8
/** The same limit for 404, while no day has a list; longer than the longest holidays. */
const UNKNOWN_DAYS = 62

/** @param address URL of the group, for messages about an invalid range */
export async function askRange(
  ask: AskList,
  address: string,
  { from, to, ...group }: RangeQuery,
  options: RangeOptions = {},
): Promise<AttendanceDay[]> {
  const {
    parallel = 4,
    onProgress = () => {},
    signal,
    longestWaitMs = LONGEST_WAIT_MS,
    pause = timer,
  } = options
  refuseRange(address, from, to)
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > MOST_PARALLEL)
    throw new RangeError(`parallel must be a whole number from 1 to ${MOST_PARALLEL}, not ${parallel}`)

  const days = daysOf(from, to)
  const outcomes: AttendanceDay[] = []
  const progress: RangeProgress = { done: 0, total: days.length, failed: 0, waitMs: 0 }
  let next = 0
  /** Days in a row with the same ambiguous failure. */
  let alike: { doubt: ReturnType<typeof doubtOf>; days: number } = { doubt: undefined, days: 0 }
  /** At least one day has a list. */
  let isKnown = false
  let everyDays: ClientError | undefined
  /** Pending while the service asks to wait; shared by all calls. */
  let rest: Promise<void> | undefined

  const broken = new AbortController()
  const ended = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal
  await Promise.all(Array.from({ length: Math.min(parallel, days.length) }, askInTurn))
  if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause: signal.reason })
  const whole = everyDays ?? sharedRefusal(outcomes)
  if (whole && !outcomes.some(({ list }) => list)) throw whole
  return outcomes

  async function askInTurn(): Promise<void> {
    try {
      while (next < days.length && !ended.aborted) {
        const at = next++
        const date = days[at] as string
        const outcome = everyDays ? { date, error: everyDays } : await askDay(date)
        if (ended.aborted) return
        outcomes[at] = outcome
        progress.done += 1
        if (outcome.error) progress.failed += 1
        onProgress({ ...progress })
      }
    } catch (error) {
      // A bug in the caller's code, for example in `onProgress`: stop all calls.
      broken.abort()
      throw error
    }
  }

  async function askDay(date: string): Promise<AttendanceDay> {
    for (let waits = 0; ; waits += 1) {
      while (rest) await rest
      try {
        const list = await ask({ ...group, date }, ended)
        alike = { doubt: undefined, days: 0 }
        isKnown = true
        return { date, list }
      } catch (error) {
        // Other errors are bugs, not the result of a day.
        if (!(error instanceof ClientError)) throw error
        if (ended.aborted) return { date, error }
        if (isTooMany(error) && waits < MOST_WAITS && waitAfter(error, waits) <= longestWaitMs) {
          await restFor(waitAfter(error, waits))
          continue
        }
        const doubt = doubtOf(error)
        alike = { doubt, days: doubt === alike.doubt ? alike.days + 1 : 1 }
        if (concernsAll(error) || alike.days >= mostAlike(doubt, isKnown)) everyDays ??= error
        return { date, error }
      }
    }
  }

  /** Calls that are refused at the same time share one wait. */
  async function restFor(waitMs: number): Promise<void> {
    if (!rest) {
      onProgress({ ...progress, waitMs })
      // Started in a microtask, so that even a very short pause ends after `rest` is set.
      rest = Promise.resolve()
        .then(() => pause(waitMs, ended))
        .catch(() => undefined)
        .then(() => {
          rest = undefined
        })
    }
    await rest
  }
}

/** Whether the error applies to every day. */
const concernsAll = (error: ClientError) =>
  error instanceof TransportError &&
  (ALL_DAYS.has(error.code) || (error.code === 'BAD_KEY' && error.status !== 403))

const ALL_DAYS: ReadonlySet<string> = new Set(['TOO_MANY', 'HEADER', 'REDIRECT'])

/** Failures that may apply to one day or to all days; only the following days can show which. */
function doubtOf({ code }: ClientError): 'silence' | 'refused' | 'unknown' | undefined {
  if (code === 'UNREACHABLE' || code === 'TIMEOUT') return 'silence'
  if (code === 'BAD_KEY') return 'refused'
  return code === 'UNKNOWN_GROUP' ? 'unknown' : undefined
}

/** A group that is known on one day is known on all days. */
function mostAlike(doubt: ReturnType<typeof doubtOf>, isKnown: boolean): number {
  if (doubt === undefined) return Number.POSITIVE_INFINITY
  if (doubt !== 'unknown') return DAYS_ALIKE
  return isKnown ? Number.POSITIVE_INFINITY : UNKNOWN_DAYS
}

/** When every day is refused for the same reason, the whole call fails with that error. */
function sharedRefusal(days: readonly AttendanceDay[]): ClientError | undefined {
  const first = days[0]?.error
  const doubt = first && doubtOf(first)
  if (doubt === undefined || doubt === 'silence') return undefined
  return days.every(({ error }) => error && doubtOf(error) === doubt) ? first : undefined
}

function refuseRange(address: string, from: string, to: string): void {
  for (const day of [from, to]) if (!isDay(day)) throw badDate(address, day)
  const count = countDays(from, to)
  if (count < 1)
    throw new AttendanceError(
      address,
      'BAD_DATE',
      `the range must not end (${to}) before it begins (${from})`,
    )
  if (count > LONGEST_RANGE)
    throw new AttendanceError(
      address,
      'BAD_DATE',
      `the range has ${count} days, the limit is ${LONGEST_RANGE}`,
    )
}
