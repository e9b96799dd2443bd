/** The date under a title, as the reader's region writes it. */
import { momentOf } from '../shared/shown-popup.ts'

/**
 * `YYYYMMDDhhmmss` for a reader, or nothing when no such moment exists.
 *
 * It is the school's wall clock, the same in every time zone: it is read as UTC and printed as UTC.
 */
export const dateText = (displayDate: unknown, locale: string): string =>
  momentOf(displayDate)?.toLocaleString(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }) ?? ''
