/**
 * The lists of many days: a few calls at a time, the days in their order, and each day with its list or its own error.
 *
 * Some errors are those of all days, as a key that is not let in: no further day is asked for then, and where no day has a
 * list the call as a whole fails with that error. A refusal may also be one day's alone: its address ends with the date
 * (interface, Endpoint 3), so that a service may well say 404 of a weekend.
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

/** One day's outcome. */
export type AttendanceDay =
  | { date: string; list: AttendanceList; error?: never }
  | { date: string; list?: never; error: ClientError }

export interface RangeProgress {
  /** Days that have their outcome, out of `total`. */
  done: number
  total: number
  /** Of the days done, those without a list. */
  failed: number
  /** For how long nothing is asked, because the service wants it so. Milliseconds; 0 when it is asked. */
  waitMs: number
}

export interface RangeOptions {
  /** Calls at a time, 1 to 16. Default 4. */
  parallel?: number | undefined
  /** Told of every day, and of every wait that the service asks for. */
  onProgress?: ((progress: RangeProgress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Longest wait that a service may ask for, in `Retry-After`; a day for which it wants more fails. Default 5 minutes. */
  longestWaitMs?: number | undefined
  /** Waits before it asks again. Default: a timer. */
  pause?: Pause | undefined
}

/** Days: a school year, and a leap one. */
export const LONGEST_RANGE = 366
const MOST_PARALLEL = 16
const LONGEST_WAIT_MS = 5 * 60_000
/** How often one day is asked for again because there were too many calls. */
const MOST_WAITS = 8
/** Days in a row that fail alike, after which another would, too: nobody is there, or nobody is let in. */
const DAYS_ALIKE = 8
/** The same for a group that no day has been found of; more than the longest holidays have. */
const UNKNOWN_DAYS = 62

/** @param address of the group, for the message about a range that cannot be */
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
    throw new RangeError(`parallel is no whole number from 1 to ${MOST_PARALLEL}: ${parallel}`)

  const days = daysOf(from, to)
  const outcomes: (AttendanceDay | undefined)[] = days.map(() => undefined)
  const progress: RangeProgress = { done: 0, total: days.length, failed: 0, waitMs: 0 }
  let next = 0
  /** Days in a row that leave the same doubt. */
  let alike: { doubt: ReturnType<typeof doubtOf>; days: number } = { doubt: undefined, days: 0 }
  /** Of one day at least there is a list. */
  let isKnown = false
  let everyDays: ClientError | undefined
  /** While the service wants nothing asked; one wait for all calls. */
  let rest: Promise<void> | undefined

  const broken = new AbortController()
  const ended = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal
  await Promise.all(Array.from({ length: Math.min(parallel, days.length) }, askInTurn))
  if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause: signal.reason })
  const had = outcomes.filter(outcome => outcome !== undefined)
  const whole = everyDays ?? sharedRefusal(had)
  if (whole && !had.some(({ list }) => list)) throw whole
  return had

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
      // A programmer's mistake, in `onProgress` perhaps: nothing more is asked.
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
        // A programmer's mistake is no day's outcome.
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

  /** Those who were refused at the same time wait together. */
  async function restFor(waitMs: number): Promise<void> {
    if (!rest) {
      onProgress({ ...progress, waitMs })
      // Begun a moment later, so that no pause, however short, is over before it is noted.
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

/** Another day would be answered alike. */
const concernsAll = (error: ClientError) =>
  error instanceof TransportError &&
  (ALL_DAYS.has(error.code) || (error.code === 'BAD_KEY' && error.status !== 403))

const ALL_DAYS: ReadonlySet<string> = new Set(['TOO_MANY', 'HEADER', 'REDIRECT'])

/** A failure that is either a day's own or that of all days: only those that follow tell. */
function doubtOf({ code }: ClientError): 'silence' | 'refused' | 'unknown' | undefined {
  if (code === 'UNREACHABLE' || code === 'TIMEOUT') return 'silence'
  if (code === 'BAD_KEY') return 'refused'
  return code === 'UNKNOWN_GROUP' ? 'unknown' : undefined
}

/** A group of which one day is known is known on all others. */
function mostAlike(doubt: ReturnType<typeof doubtOf>, isKnown: boolean): number {
  if (doubt === undefined) return Number.POSITIVE_INFINITY
  if (doubt !== 'unknown') return DAYS_ALIKE
  return isKnown ? Number.POSITIVE_INFINITY : UNKNOWN_DAYS
}

/** Of a range of which each day is refused alike, the refusal is that of the whole. */
function sharedRefusal(days: readonly AttendanceDay[]): ClientError | undefined {
  const [first] = days
  const doubt = first?.error && doubtOf(first.error)
  if (doubt === undefined || doubt === 'silence') return undefined
  return days.every(({ error }) => error && doubtOf(error) === doubt) ? first?.error : undefined
}

function refuseRange(address: string, from: string, to: string): void {
  for (const day of [from, to]) if (!isDay(day)) throw badDate(address, day)
  const count = countDays(from, to)
  if (count < 1)
    throw new AttendanceError(address, 'BAD_DATE', `the range ends on ${to}, before it begins on ${from}`)
  if (count > LONGEST_RANGE)
    throw new AttendanceError(
      address,
      'BAD_DATE',
      `the range has ${count} days; ${LONGEST_RANGE} at most can be asked for`,
    )
}
