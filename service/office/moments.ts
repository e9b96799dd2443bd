/**
 * Moments from which and until which a record counts: entered as the school's wall clock, stored as epoch seconds.
 *
 * A record counts from its first moment on and no longer at its last one.
 */
import { Temporal } from 'temporal-polyfill'
import {
  epochSecond,
  instantOf,
  parseWireDateTime,
  printWireDateTime,
  wallClockAt,
} from '../../shared/contract/wire-time.ts'
import { DraftError } from './refuse.ts'

/** What the repositories of records that have moments need to know. */
export interface SchoolTime {
  zone: string
  /** Epoch second. */
  now(): number
}

/**
 * Epoch seconds of a record's first and last moment.
 *
 * @throws {DraftError} the last is not later: where summer time begins, 02:30 is skipped and means 03:30
 */
export function periodOf<Name extends string>(
  record: { [Field in Name]?: string | undefined },
  [first, last]: readonly [Name, Name],
  zone: string,
): [begin: number | null, end: number | null] {
  const begin = secondOf(record[first], zone)
  const end = secondOf(record[last], zone)
  if (begin === null || end === null || begin < end) return [begin, end]
  const reason = `must be later than ${first}, also by a clock that skips an hour that night`
  throw new DraftError({ path: `/${last}`, reason })
}

/** Epoch second of a wall clock; `null` for none. */
function secondOf(wall: string | undefined, zone: string): number | null {
  return wall === undefined ? null : epochSecond(instantOf(parseWireDateTime(wall), zone))
}

/** Wall clock of an epoch second. */
export function wallOf(second: number, zone: string): string {
  return printWireDateTime(wallClockAt(Temporal.Instant.fromEpochMilliseconds(second * 1000), zone))
}
