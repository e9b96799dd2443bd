/** Pauses by the clock, which may be set back while one lasts. */

/**
 * Whether a pause still lasts. One that has longer to go than any lasts is from a clock that was set back since: it is over.
 *
 * @param untilMs epoch milliseconds, like `nowMs`
 * @param longestMs of all pauses of its kind
 */
export const isPaused = (untilMs: number, nowMs: number, longestMs: number): boolean =>
  untilMs > nowMs && untilMs - nowMs <= longestMs
