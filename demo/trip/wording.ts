/** Days, times and names as a Hong Kong school writes them, in each language. Instants are epoch milliseconds. */
import type { Language } from '../../shared/contract/site.ts'
import { LOCALES } from '../site/wording.ts'

export const SCHOOL_ZONE = 'Asia/Hong_Kong'

const format = (lang: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[lang], { ...options, timeZone: SCHOOL_ZONE })

/** "Thursday, 3 December", 「12月3日星期四」. */
export const dayIn = (lang: Language, at: number): string =>
  format(lang, { weekday: 'long', day: 'numeric', month: 'long' }).format(at)

/** "3 December", 「12月3日」. */
export const shortDayIn = (lang: Language, at: number): string =>
  format(lang, { day: 'numeric', month: 'long' }).format(at)

/** "21 November at 8:20 am", 「11月21日 上午8:20」. */
export const momentIn = (lang: Language, at: number): string =>
  format(lang, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }).format(at)

/** From departure to return, with the days if they differ. */
export function spanIn(lang: Language, from: number, to: number): string {
  const isOneDay = shortDayIn(lang, from) === shortDayIn(lang, to)
  const day = isOneDay ? {} : ({ day: 'numeric', month: 'short' } as const)
  return format(lang, { ...day, hour: 'numeric', minute: '2-digit' }).formatRange(from, to)
}

/** For the calendar leaf: "Dec", "3", "Thu". */
export const leafIn = (lang: Language, at: number) => ({
  month: format(lang, { month: 'short' }).format(at),
  day: `${Number(format('en-US', { day: 'numeric' }).format(at))}`,
  weekday: format(lang, { weekday: 'short' }).format(at),
})

/** Not everybody has a Chinese name. */
export const nameIn = (
  lang: Language,
  { name, chineseName }: Record<'name' | 'chineseName', string>,
): string => (lang === 'zh-HK' && chineseName) || name

/** Several names or classes. */
export const listIn = (lang: Language, names: string[]): string => names.join(lang === 'en-US' ? ', ' : '、')
