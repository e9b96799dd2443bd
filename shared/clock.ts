/** Time as an argument: the parts ask a clock, so that a test can hold it, move it or let it run wrong. */
import { Temporal } from 'temporal-polyfill'

export interface Clock {
  now(): Temporal.Instant
  /** The same as epoch milliseconds, where that is had for less. */
  epochMilliseconds?(): number
}

/** The machine's clock. Only `service.ts`, `agent.ts` and the command line reach for it. */
export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  epochMilliseconds: Date.now,
}
