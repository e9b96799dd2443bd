/**
 * The cursor rule: from when to ask so that no event is missed, and how far an answer has brought the copy.
 *
 * The interface gives no server time and speaks in wall clocks of the school's zone, "after lastSyncTime". Two things
 * make that safe. The cursor is taken from the reply's own `Date`, so an agent's clock that runs ahead loses nothing.
 * And each question goes back a little behind the cursor, and behind any hour that the zone is about to show twice:
 * what comes a second time changes nothing, what is never asked for is lost.
 */
import { Temporal } from 'temporal-polyfill'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { Cursor } from '../store/types.ts'

/** What a reply tells of time. */
export interface ReplyTime {
  /** Its `Date` header, epoch milliseconds, where it had a usable one. */
  answeredAtMs: number | undefined
  /** From the request's start to the body's end, milliseconds. */
  elapsedMs: number
}

/** The question of a first sync: earlier than any news. */
export const FIRST_SYNC = '19700101000000'

const OVERLAP_MS = 10 * 60_000
/** Without a `Date` the agent's clock sets the cursor, and it may be minutes fast. */
const UNDATED_OVERLAP_MS = 60 * 60_000
/** `Date` has whole seconds, cut off. */
const DATE_RESOLUTION_MS = 1_000
/** No zone has ever set its clocks back by more. */
const LONGEST_REPEAT_HOURS = 24

/**
 * The `lastSyncTime` to ask with, for a service that answers what is strictly after it.
 *
 * For every instant `e` at or after `cursor - overlap + 1 s` the wall clock at `e` is after the answer of this
 * function, over every clock change.
 */
export function askFrom(cursor: Cursor | undefined, zone: string): string {
  if (!cursor) return FIRST_SYNC
  const from = cursor.at.subtract({ milliseconds: overlapMs(cursor) })
  return printWireDateTime(earliestWallClock(from, zone))
}

/** How far behind the cursor a question goes, milliseconds. */
export function overlapMs({ dated, cycleMs }: Cursor): number {
  return Math.max(dated ? OVERLAP_MS : UNDATED_OVERLAP_MS, Math.ceil(2 * cycleMs))
}

/**
 * Where the cursor stands after a whole answer. It may lie before the last one: a service whose clock was set back
 * stamps its events with the earlier time, too.
 *
 * The elapsed time goes off because `Date` says when the reply was sent, not when the query ran. A `Date` ahead of the
 * agent's clock does not carry the cursor along: one wrong stamp, by a proxy say, would skip what happens until then.
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
 * How far the service's clock is ahead of the agent's, milliseconds; 0 as long as the reply may have been stamped
 * while the call ran, undefined without a `Date`.
 */
export function skewMs({ answeredAtMs, elapsedMs }: ReplyTime, startedAt: Temporal.Instant) {
  if (answeredAtMs === undefined) return undefined
  const earliest = startedAt.epochMilliseconds - DATE_RESOLUTION_MS
  const latest = startedAt.epochMilliseconds + Math.ceil(elapsedMs)
  if (answeredAtMs < earliest) return answeredAtMs - earliest
  return Math.max(0, answeredAtMs - latest)
}

/**
 * The wall clock at an instant, by the smallest UTC offset that the zone has from then until a day later: before the
 * clocks go back, a repeated hour is asked for twice, never skipped.
 *
 * Only what lies ahead counts. Going back behind a spring change would ask with a time that the zone never shows.
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
