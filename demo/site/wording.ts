/** Formats days and sizes in each language. */
import type { Language } from '../../shared/contract/site.ts'

/** English as in Hong Kong: the day before the month. */
export const LOCALES = { 'en-US': 'en-HK', 'zh-HK': 'zh-HK' } as const satisfies Record<Language, string>
const LONG = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** A calendar day, `YYYY-MM-DD`: "21 November 2026", 「2026年11月21日」. A day that does not exist is returned unchanged. */
export function dayIn(lang: Language, day: string): string {
  const moment = midnight(day)
  return Number.isNaN(moment.valueOf()) ? day : new Intl.DateTimeFormat(LOCALES[lang], LONG).format(moment)
}

/** From one day to another: "1 September – 18 December 2026", 「2026年9月1日至12月18日」. */
export function daysIn(lang: Language, from: string, to: string): string {
  if (lang === 'en-US')
    return new Intl.DateTimeFormat('en-HK', LONG).formatRange(midnight(from), midnight(to))
  // The platform formats this range with digits and slashes, which is not usual in Hong Kong.
  const end = dayIn(lang, to)
  return `${dayIn(lang, from)}至${from.slice(0, 4) === to.slice(0, 4) ? end.replace(/^\d+年/, '') : end}`
}

/** A file's size with two significant digits: "48 kB", "1.2 MB". */
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
