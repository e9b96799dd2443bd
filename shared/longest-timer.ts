/** Milliseconds. A longer timer of Node ends at once. */
export const LONGEST_TIMER_MS = 2_147_483_647
