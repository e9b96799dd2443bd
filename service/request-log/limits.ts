/** What the request log keeps at most, in memory alone. */

export const MOST_CALLS = 10_000
/** Of one body, in bytes (of a text without other characters than ASCII). */
export const LARGEST_BODY = 64 * 1024
/** Of all bodies together; those of the oldest calls go first. */
export const ALL_BODIES = 20 * 1024 * 1024
/** Characters of a call's headers together, and of its address: a browser sends a tenth of this. */
export const LONGEST_HEAD = 4096
