/** The date under a title, in the reader's language. */
import { momentOf } from '../shared/shown-popup.ts'
import type { Language } from './contract.ts'

/**
 * `YYYYMMDDhhmmss` in the reader's language, or nothing when no such moment exists.
 *
 * It is the school's wall clock, the same in every time zone: it is read as UTC and printed as UTC.
 */
export const dateText = (displayDate: unknown, language: Language): string =>
  momentOf(displayDate)?.toLocaleString(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }) ?? ''
