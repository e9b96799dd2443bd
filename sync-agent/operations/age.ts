/**
 * The age of a copy or a message. After the clock was set back, it can be from the future. Then nobody knows its age, so it
 * counts as old.
 */

/** Agents that share a store have clocks of their own; with NTP they differ by less. */
const CLOCKS_DIFFER_MS = 1_000

export const isFromFuture = (ageMs: number): boolean => ageMs <= -CLOCKS_DIFFER_MS

/** @param ageMs undefined: never */
export const isOlder = (ageMs: number | undefined, limitMs: number): boolean =>
  ageMs === undefined || isFromFuture(ageMs) || ageMs > limitMs

/** Short, because clocks may differ by hours and copies may be days old. */
export function inWords(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000)
  const sign = milliseconds < 0 && seconds > 0 ? '-' : ''
  if (seconds < 120) return `${sign}${seconds} s`
  if (seconds < 2 * 3600) return `${sign}${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${sign}${Math.round(seconds / 3600)} h`
  return `${sign}${Math.round(seconds / 86_400)} d`
}

/** As in `31 s`, or after the clock was set back `8 h ahead`. */
export const ageInWords = (ageMs: number): string =>
  isFromFuture(ageMs) ? `${inWords(-ageMs)} ahead` : inWords(Math.max(0, ageMs))
