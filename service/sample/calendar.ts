/** Days and times as seen from `now`, so that the sample school always has fresh news. */
import { Temporal } from 'temporal-polyfill'
import type { Language } from '../../shared/contract/site.ts'

/** When something was published: some minutes before `now`, or at a time of an earlier day. */
export type Moment = { minutesAgo: number } | { daysAgo: number; at: string; weekend?: boolean }

/** The wall clock of a moment. An earlier day that falls on a weekend becomes the Friday before, unless it says so. */
export function wallClockOf(moment: Moment, now: Temporal.PlainDateTime): Temporal.PlainDateTime {
  if ('minutesAgo' in moment) return now.subtract({ minutes: moment.minutesAgo })
  const day = now.toPlainDate().subtract({ days: moment.daysAgo })
  const kept = moment.weekend ? day : day.subtract({ days: Math.max(0, day.dayOfWeek - 5) })
  return kept.toPlainDateTime(Temporal.PlainTime.from(moment.at))
}

/**
 * Fills a text's days in, counted from the day of the text itself: `{day 7}` is the school day a week later,
 * `{saturday 1}` the Saturday of the following week.
 */
export function withDays(text: string, from: Temporal.PlainDateTime, language: Language): string {
  return text.replace(/\{(day|saturday) (-?\d+)\}/g, (_, kind: string, count: string) =>
    printDay(kind === 'saturday' ? saturday(from, Number(count)) : schoolDay(from, Number(count)), language),
  )
}

function schoolDay(from: Temporal.PlainDateTime, days: number): Temporal.PlainDate {
  const day = from.toPlainDate().add({ days })
  return day.dayOfWeek <= 5 ? day : day.add({ days: 8 - day.dayOfWeek })
}

function saturday(from: Temporal.PlainDateTime, weeks: number): Temporal.PlainDate {
  return from.toPlainDate().add({ days: 6 - from.dayOfWeek + 7 * weeks })
}

const WEEKDAYS: Record<Language, readonly string[]> = {
  'en-US': ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  'zh-HK': ['一', '二', '三', '四', '五', '六', '日'],
}
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function printDay(day: Temporal.PlainDate, language: Language): string {
  const weekday = WEEKDAYS[language][day.dayOfWeek - 1]
  return language === 'zh-HK'
    ? `${day.month}月${day.day}日（星期${weekday}）`
    : `${weekday} ${day.day} ${MONTHS[day.month - 1]}`
}
