/**
 * Moments from which and until which a record counts: entered as the school's wall clock, stored as epoch seconds.
 *
 * A record counts from its first moment on and no longer at its last one.
 */
import { Temporal } from 'temporal-polyfill'
import {
  instantOf,
  parseWireDateTime,
  printWireDateTime,
  wallClockAt,
} from '../../shared/contract/wire-time.ts'
import type { Fault } from './faults.ts'
import { epochSecond } from './since.ts'

/** What the repositories of records that have moments need to know. */
export interface SchoolTime {
  zone: string
  /** Epoch second. */
  now(): number
}

/** Epoch second of a wall clock; `null` for none. */
export function secondOf(wall: string | undefined, zone: string): number | null {
  return wall === undefined ? null : epochSecond(instantOf(parseWireDateTime(wall), zone))
}

/** Wall clock of an epoch second. */
export function wallOf(second: number, zone: string): string {
  return printWireDateTime(wallClockAt(Temporal.Instant.fromEpochMilliseconds(second * 1000), zone))
}

/** The years that the service's clock can show. */
const [EARLIEST, LATEST] = ['19700102000000', '99991229000000'] as const

/** @param names of the two fields, which the reasons name */
export function* periodFaults<Name extends string>(
  record: { [Field in Name]?: string | undefined },
  [first, last]: readonly [Name, Name],
): Generator<Fault> {
  for (const name of [first, last]) {
    const wall = record[name]
    if (wall !== undefined && (wall < EARLIEST || wall > LATEST))
      yield { path: `/${name}`, reason: 'must be in the years 1970 to 9999' }
  }
  const [begin, end] = [record[first], record[last]]
  if (begin !== undefined && end !== undefined && end <= begin)
    yield { path: `/${last}`, reason: `must be later than ${first}` }
}
