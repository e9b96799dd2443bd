/** The date under a title, in the reader's language. */
import type { Language } from './contract.ts'

/**
 * `YYYYMMDDhhmmss` in the reader's language, or nothing when no such moment exists.
 *
 * It is the school's wall clock, the same in every time zone: it is read as UTC and printed as UTC.
 */
export function dateText(displayDate: string, language: Language): string {
  const iso = displayDate.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6.000Z')
  const moment = new Date(iso)
  // 31 February would become another day.
  if (Number.isNaN(+moment) || moment.toISOString() !== iso) return ''
  return moment.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}
