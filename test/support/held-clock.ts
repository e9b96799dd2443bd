/** A clock that stands still until a test moves it. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'

export interface HeldClock extends Clock {
  /** @param time ISO 8601 with a zone */
  set(time: string): void
}

export function heldClock(time: string): HeldClock {
  let instant = Temporal.Instant.from(time)
  return {
    now: () => instant,
    set: next => {
      instant = Temporal.Instant.from(next)
    },
  }
}
