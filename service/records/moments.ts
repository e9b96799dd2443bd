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
