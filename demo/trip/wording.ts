/** Formats days, times and money as a Hong Kong school does, in each language. */
import type { Language } from '../../shared/contract/site.ts'

/** `YYYY-MM-DD`, or a time on that day: "Thursday, 3 December", 「12月3日（星期四）」. */
export function dayIn(lang: Language, day: string): string {
  const part = partsOf(lang, day, { weekday: 'long', day: 'numeric', month: 'long' })
  return lang === 'en-US'
    ? `${part('weekday')}, ${part('day')} ${part('month')}`
    : `${monthNumber(day)}月${dayNumber(day)}日（${part('weekday')}）`
}

/** "3 December", 「12月3日」. */
export function shortDayIn(lang: Language, day: string): string {
  const part = partsOf(lang, day, { day: 'numeric', month: 'long' })
  return lang === 'en-US' ? `${part('day')} ${part('month')}` : `${monthNumber(day)}月${dayNumber(day)}日`
}

/** The month on a calendar icon: "Dec", 「12月」. */
export const monthIn = (lang: Language, day: string): string =>
  lang === 'en-US' ? partsOf(lang, day, { month: 'short' })('month') : `${monthNumber(day)}月`

/** "Thu", 「星期四」. */
export const weekdayIn = (lang: Language, day: string): string =>
  partsOf(lang, day, { weekday: lang === 'en-US' ? 'short' : 'long' })('weekday')

export const dayNumber = (day: string): number => Number(day.slice(8, 10))
const monthNumber = (day: string): number => Number(day.slice(5, 7))

/** `YYYY-MM-DDThh:mm`: "7:30 am", 「上午7:30」. */
export function timeIn(lang: Language, time: string): string {
  const [hour = 0, minute = 0] = time.slice(11, 16).split(':').map(Number)
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  if (lang === 'en-US') return `${clock}\u00a0${hour < 12 ? 'am' : 'pm'}`
  // No line break between the time and am or pm.
  return `${hour < 12 ? '上午' : hour === 12 ? '中午' : '下午'}\u2060${clock}`
}

/** From departure to return; the second day only if it differs. */
export function spanIn(lang: Language, leaves: string, returns: string): string {
  const between = lang === 'en-US' ? '\u00a0– ' : '至'
  const until = timeIn(lang, returns)
  if (leaves.slice(0, 10) === returns.slice(0, 10)) return timeIn(lang, leaves) + between + until
  return timeIn(lang, leaves) + between + momentIn(lang, returns)
}

/** "21 November, 8:20 am", 「11月21日上午8:20」. */
export const momentIn = (lang: Language, time: string): string =>
  `${shortDayIn(lang, time)}${lang === 'en-US' ? ', ' : ''}${timeIn(lang, time)}`

/** Hong Kong dollars. */
export const moneyIn = (lang: Language, dollars: number): string =>
  lang === 'en-US' ? `HK$${dollars}` : `港幣 ${dollars} 元`

function partsOf(lang: Language, day: string, options: Intl.DateTimeFormatOptions) {
  // English as in Hong Kong: the day before the month.
  const format = new Intl.DateTimeFormat(lang === 'en-US' ? 'en-HK' : lang, { ...options, timeZone: 'UTC' })
  const parts = format.formatToParts(new Date(`${day.slice(0, 10)}T00:00:00Z`))
  return (type: Intl.DateTimeFormatPartTypes) => parts.find(part => part.type === type)?.value ?? ''
}
