/**
 * What "after lastSyncTime" means: from a wall clock to an epoch second.
 *
 * lastSyncTime is a wall clock of the school's zone with whole seconds, and so is a change when it is compared: what
 * happened within the second asked for is not after it.
 *
 * In zones with summer time, wall clock and time differ twice a year. In the hour that is repeated in autumn a wall clock
 * means two instants, and text compared with text would hide a change of 02:10 (second time) from a caller who
 * stopped at 02:30 (first time). The earlier instant is taken, so changes of that hour may be sent twice and are never missed. A
 * wall clock that spring skips lies between the last second before the gap and the first one after it: everything
 * from the gap on is after it.
 */
import type { Temporal } from 'temporal-polyfill'
import { epochSecond, instantsOf } from '../../shared/contract/wire-time.ts'

/** Epoch seconds; a change of a later second is after `lastSyncTime`. */
export function lastSecondBefore(lastSyncTime: Temporal.PlainDateTime, zone: string): number {
  const [earliest] = instantsOf(lastSyncTime, zone)
  if (earliest) return epochSecond(earliest)
  const beforeGap = lastSyncTime.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const gap = beforeGap.getTimeZoneTransition('next')
  return gap ? epochSecond(gap.toInstant()) - 1 : epochSecond(beforeGap.toInstant())
}
