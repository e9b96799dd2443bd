/** Days and sizes as a reader of each language writes them. */
import type { Language } from '../../shared/contract/site.ts'

// English as a school in Hong Kong writes it: the day before the month.
const LOCALES = { 'en-US': 'en-HK', 'zh-HK': 'zh-HK' } as const satisfies Record<Language, string>
const LONG = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** A calendar day, `YYYY-MM-DD`: "21 November 2026", 「2026年11月21日」. A day that does not exist stays as it came. */
export function dayIn(lang: Language, day: string): string {
  const moment = midnight(day)
  return Number.isNaN(moment.valueOf()) ? day : new Intl.DateTimeFormat(LOCALES[lang], LONG).format(moment)
}

/** From one day to another, the year once when it is the same. */
export function daysIn(lang: Language, from: string, to: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], LONG).formatRange(midnight(from), midnight(to))
}

/** A file's size with two digits that matter: "48 kB", "1.2 MB". */
export function sizeIn(lang: Language, bytes: number): string {
  const [value, unit] =
    bytes < 1_000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1_000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte']
  const digits = value < 10 && unit !== 'byte' ? 1 : 0
  return new Intl.NumberFormat(LOCALES[lang], { style: 'unit', unit, maximumFractionDigits: digits }).format(
    value,
  )
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
