/** When something is tried again: an entry that a target refuses, a target that takes nothing, a file of the mirror. */

const FIRST_MS = 5_000
const LONGEST_MS = 3_600_000
/** The longest pause that a target may ask for. */
const LONGEST_ASKED_MS = 24 * LONGEST_MS

/** No plan is further away; one that is comes from a clock that was set back since. */
export const LONGEST_PLAN_MS = LONGEST_ASKED_MS

/** Failures in a row after which the whole target pauses. */
export const PAUSES_AFTER = 5

/**
 * 5 s, 20 s, 80 s, 5 min, 21 min, and then an hour, each between half and all of that at random.
 *
 * @param before how often it has waited already
 * @param random from 0 up to 1
 * @param longestMs what the waits grow to
 */
export const waitMs = (before: number, random: () => number, longestMs = LONGEST_MS): number =>
  Math.round(Math.min(longestMs, FIRST_MS * 4 ** Math.min(before, 10)) * (0.5 + random() / 2))

export const askedMs = (retryAfterMs: number | undefined): number =>
  Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)
