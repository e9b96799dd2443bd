/**
 * What says that the service's wall clocks are of another zone than the agent's.
 *
 * A date in the future alone says little: the office may have scheduled an entry. So such dates count only when the school
 * system's usual zone, Asia/Hong_Kong, is ahead of the agent's and brings them into the past.
 */
import type { Temporal } from 'temporal-polyfill'
import { DEFAULT_ZONE, printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'

/** Clocks may differ a little. */
const TOLERANCE = { minutes: 5 }

/** The wall clock from which on nothing can have happened. */
export const wallLimit = (now: Temporal.Instant, zone: string): Temporal.PlainDateTime =>
  wallClockAt(now, zone).add(TOLERANCE)

/** Whether the zone's wall clock is ahead of the other one's. */
export const isAhead = (zone: string, other: string, now: Temporal.Instant): boolean =>
  now.toZonedDateTimeISO(zone).offsetNanoseconds > now.toZonedDateTimeISO(other).offsetNanoseconds

/** The newest of these times, if only another zone brings it into the past. @param newsDateTimes `YYYYMMDDhhmmss` */
export function datedInAnotherZone(
  newsDateTimes: readonly string[],
  now: Temporal.Instant,
  zone: string,
): { newest: string; fits: string } | undefined {
  // Texts of this form sort as the times they stand for.
  const limitIn = (name: string) => printWireDateTime(wallLimit(now, name))
  const [limit, otherLimit] = [limitIn(zone), limitIn(DEFAULT_ZONE)]
  // None is, unless the usual zone is ahead.
  const newest = newsDateTimes
    .filter(time => time > limit && time <= otherLimit)
    .sort()
    .at(-1)
  return newest === undefined ? undefined : { newest, fits: DEFAULT_ZONE }
}
