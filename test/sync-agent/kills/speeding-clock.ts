/** A clock that runs an hour a second, the same in every process: a second without an agent is a long gap in its news. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'

/** At this speed the agent's overlap of ten minutes is a sixth of a second. */
const SPEED = 3_600
const START_MS = Date.UTC(2026, 8, 1)

/** @param realStartMs the machine's clock when this one showed 1 September 2026 */
export function speedingClock(realStartMs: number): Clock & { nowMs(): number } {
  const nowMs = () => START_MS + (Date.now() - realStartMs) * SPEED
  return { nowMs, now: () => Temporal.Instant.fromEpochMilliseconds(nowMs()) }
}
