/** Dates, sizes and names in the reader's language. */
import type { Language } from '../../../../shared/contract/site.ts'

/** @param date `YYYY-MM-DD` */
export function longDate(date: string, lang: Language): string {
  return LONG_DATE[lang].format(new Date(`${date}T00:00:00Z`))
}

const longDateIn = (lang: Language) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
const LONG_DATE = { 'en-US': longDateIn('en-US'), 'zh-HK': longDateIn('zh-HK') }

/** As in `1.4 MB`. */
export function fileSize(bytes: number, lang: Language): string {
  const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3
  const number = bytes / 1000 ** power
  const digits = power > 1 && number < 10 ? 1 : 0
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(number)} ${UNITS[power]}`
}

const UNITS = ['B', 'kB', 'MB', 'GB']

/** The file's name from its URL. */
export function fileName(address: string): string {
  const last = new URL(address, 'http://site.invalid').pathname.split('/').findLast(Boolean) ?? address
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
