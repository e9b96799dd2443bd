/**
 * The age of a copy or a message. After the clock was set back, it can be from the future. Then nobody knows its age, so it
 * counts as old.
 */
import type { Temporal } from 'temporal-polyfill'

/** Agents that share a store have clocks of their own; with NTP they differ by less. */
const CLOCKS_DIFFER_MS = 1_000

export const isFromFuture = (ageMs: number): boolean => ageMs <= -CLOCKS_DIFFER_MS

/** How far ahead of the clock it is; undefined if it is not. */
export function aheadMs(at: Temporal.Instant | undefined, now: Temporal.Instant): number | undefined {
  const ageMs = at ? ageOf(at, now) : 0
  return isFromFuture(ageMs) ? -ageMs : undefined
}

export function isFresh(
  at: Temporal.Instant | undefined,
  now: Temporal.Instant,
  staleAfterMs: number,
): boolean {
  return at !== undefined && aheadMs(at, now) === undefined && ageOf(at, now) <= staleAfterMs
}

const ageOf = (at: Temporal.Instant, now: Temporal.Instant) => now.since(at).total('milliseconds')
