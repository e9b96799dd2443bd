/** Days as the attendance API writes them. */
import { Temporal } from 'temporal-polyfill'

/** Whether a text is `YYYY-MM-DD` and such a day exists; 30 February does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}
