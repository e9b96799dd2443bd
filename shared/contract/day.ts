/** Days and timestamps as the attendance API writes them. */
import { Temporal } from 'temporal-polyfill'

/** Whether a text has the form `YYYY-MM-DD` and the day exists (30 February does not). */
export function isDay(text: string): boolean {
  if (!DAY_FORM.test(text)) return false
  try {
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}

/** Why a text is not a day. */
export function whyNotDay(text: string): string {
  return DAY_FORM.test(text) ? 'is not a day that exists (YYYY-MM-DD)' : 'does not have the form YYYY-MM-DD'
}

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/

/** Number of days in a range, both ends included; 0 or less when it ends before it begins. Both texts must be days. */
export function countDays(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days + 1
}

/** The days of a range in order, both ends included. */
export function daysOf(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = Math.max(0, countDays(from, to))
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString())
}

/** Whether a text is an ISO 8601 timestamp with a time zone. */
export function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}
