/**
 * The lists of many days: a few calls at a time, the days in their order, and each day with its list or its own error.
 *
 * Some errors are those of all days, as a key that is not let in: no further day is asked for then, and where no day has a
 * list the call as a whole fails with that error.
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
/** Days in a row without any answer, after which nobody is there. */
const SILENT_DAYS = 8

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
  let silent = 0
  let everyDays: ClientError | undefined
  /** While the service wants nothing asked; one wait for all calls. */
  let rest: Promise<void> | undefined

  await Promise.all(Array.from({ length: Math.min(parallel, days.length) }, askInTurn))
  if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause: signal.reason })
  if (everyDays && !outcomes.some(outcome => outcome?.list)) throw everyDays
  return outcomes.filter(outcome => outcome !== undefined)

  async function askInTurn(): Promise<void> {
    while (next < days.length && !signal?.aborted) {
      const at = next++
      const date = days[at] as string
      const outcome = everyDays ? { date, error: everyDays } : await askDay(date)
      if (signal?.aborted) return
      outcomes[at] = outcome
      progress.done += 1
      if (outcome.error) progress.failed += 1
      onProgress({ ...progress })
    }
  }

  async function askDay(date: string): Promise<AttendanceDay> {
    for (let waits = 0; ; waits += 1) {
      while (rest) await rest
      try {
        const list = await ask({ ...group, date }, signal)
        silent = 0
        return { date, list }
      } catch (error) {
        // A programmer's mistake is no day's outcome.
        if (!(error instanceof ClientError)) throw error
        if (signal?.aborted) return { date, error }
        if (isTooMany(error) && waits < MOST_WAITS && waitAfter(error, waits) <= longestWaitMs) {
          await restFor(waitAfter(error, waits))
          continue
        }
        silent = isSilence(error) ? silent + 1 : 0
        if (concernsAll(error) || silent >= SILENT_DAYS) everyDays ??= error
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
        .then(() => pause(waitMs, signal))
        .catch(() => undefined)
        .then(() => {
          rest = undefined
        })
    }
    await rest
  }
}

const isSilence = (error: ClientError) => error.code === 'UNREACHABLE' || error.code === 'TIMEOUT'

/** Another day would be answered alike. Of a group it is the address that is unknown, and it is the same for each day. */
const concernsAll = ({ code }: ClientError) =>
  code === 'BAD_KEY' ||
  code === 'UNKNOWN_GROUP' ||
  code === 'TOO_MANY' ||
  code === 'HEADER' ||
  code === 'REDIRECT'

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
