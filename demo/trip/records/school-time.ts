/** The current time in the school's zone. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'

export const SCHOOL_ZONE = 'Asia/Hong_Kong'

export interface SchoolTime {
  /** `YYYY-MM-DD`. */
  today(): string
  epochMilliseconds(): number
}

export function schoolTime(clock: Clock): SchoolTime {
  return {
    today: () => clock.now().toZonedDateTimeISO(SCHOOL_ZONE).toPlainDate().toString(),
    epochMilliseconds: () => clock.now().epochMilliseconds,
  }
}

/** `YYYY-MM-DDThh:mm` in the school's zone. */
export function onTheWall(epochMilliseconds: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
  return instant.toZonedDateTimeISO(SCHOOL_ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' })
}
