/**
 * The cursor: which `lastSyncTime` to send so that no event is missed, and where the cursor is after a response.
 *
 * The interface has no server time. `lastSyncTime` is a wall-clock time in the school's zone. Two rules make this safe.
 * The cursor comes from the response's `Date`, so an agent with a fast clock loses nothing. And each request begins
 * before the cursor, and before any hour that the zone is about to show twice: an entry that comes again changes
 * nothing, an entry that is never requested is lost.
 */
import { Temporal } from 'temporal-polyfill'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { Cursor } from '../store/types.ts'

/** Times of a response. */
export interface ReplyTime {
  /** Its `Date` header in epoch milliseconds, if it is valid. */
  answeredAtMs: number | undefined
  /** From the start of the request to the end of the body, milliseconds. */
  elapsedMs: number
}

/** The `lastSyncTime` of a first sync: before any news. */
export const FIRST_SYNC = '19700101000000'

const OVERLAP_MS = 10 * 60_000
/** Without a `Date` the cursor is the agent's clock, which may be minutes fast. */
const UNDATED_OVERLAP_MS = 60 * 60_000
/** `Date` is rounded down to a second. */
const DATE_RESOLUTION_MS = 1_000
/** No zone has ever set its clocks back further. */
const LONGEST_REPEAT_HOURS = 24

/**
 * The `lastSyncTime` of the next request, for a service that returns events strictly after it.
 *
 * For every instant `e` at or after `cursor - overlap + 1 s`, the wall clock at `e` is after the returned value, also
 * across clock changes.
 */
export function askFrom(cursor: Cursor | undefined, zone: string): string {
  if (!cursor) return FIRST_SYNC
  const from = cursor.at.subtract({ milliseconds: overlapMs(cursor) })
  return printWireDateTime(earliestWallClock(from, zone))
}

/**
 * Undefined after the agent's clock was set back, if the cursor is from that clock: while it was ahead, each request began
 * after the events that it was to find.
 */
export function stillValid(cursor: Cursor | undefined, now: Temporal.Instant): Cursor | undefined {
  const wasAhead = cursor && !cursor.dated && Temporal.Instant.compare(cursor.at, now) > 0
  return wasAhead ? undefined : cursor
}

/** How far before the cursor a request begins, milliseconds. */
export function overlapMs({ dated, cycleMs }: Cursor): number {
  return Math.max(dated ? OVERLAP_MS : UNDATED_OVERLAP_MS, Math.ceil(2 * cycleMs))
}

/**
 * The cursor after a complete response. It may be before the last one: a service whose clock was set back also dates its
 * events with the earlier time.
 *
 * The duration of the call is subtracted, because `Date` is the time when the response was sent, not when the query
 * ran. The cursor is never after the agent's clock: one wrong `Date`, for example from a proxy, would skip all events
 * until then.
 */
export function nextCursor(
  { answeredAtMs, elapsedMs }: ReplyTime,
  startedAt: Temporal.Instant,
): Pick<Cursor, 'at' | 'dated'> {
  if (answeredAtMs === undefined) return { at: startedAt, dated: false }
  const queriedAtMs = Math.floor(answeredAtMs - elapsedMs - DATE_RESOLUTION_MS)
  const earlierMs = Math.min(queriedAtMs, startedAt.epochMilliseconds)
  return { at: Temporal.Instant.fromEpochMilliseconds(earlierMs), dated: true }
}

/**
 * How far the service's clock is ahead of the agent's, milliseconds. 0 if the `Date` is possible for the duration of
 * the call, undefined without a `Date`.
 */
export function skewMs({ answeredAtMs, elapsedMs }: ReplyTime, startedAt: Temporal.Instant) {
  if (answeredAtMs === undefined) return undefined
  const earliest = startedAt.epochMilliseconds - DATE_RESOLUTION_MS
  const latest = startedAt.epochMilliseconds + Math.ceil(elapsedMs)
  if (answeredAtMs < earliest) return answeredAtMs - earliest
  return Math.max(0, answeredAtMs - latest)
}

/**
 * The wall clock at an instant, with the smallest UTC offset that the zone has from then until a day later. Before the
 * clocks go back, a repeated hour is requested twice, never skipped.
 *
 * Only offsets after the instant count. The offset before a spring change would give a time that does not exist.
 */
function earliestWallClock(from: Temporal.Instant, zone: string): Temporal.PlainDateTime {
  const start = from.toZonedDateTimeISO(zone)
  const until = from.add({ hours: LONGEST_REPEAT_HOURS })
  let offset = start.offsetNanoseconds
  let change = start.getTimeZoneTransition('next')
  while (change && change.epochNanoseconds <= until.epochNanoseconds) {
    offset = Math.min(offset, change.offsetNanoseconds)
    change = change.getTimeZoneTransition('next')
  }
  return start.toPlainDateTime().add({ nanoseconds: offset - start.offsetNanoseconds })
}
