/** Days and times as seen from `now`, so that the sample school always has fresh news. */
import { Temporal } from 'temporal-polyfill'
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'

/** When something was published: some minutes before `now`, or at a time of an earlier day. */
export type Moment = { minutesAgo: number } | { daysAgo: number; at: string }

/** The wall clock of a moment. An earlier day that falls on a weekend becomes the Friday before. */
export function wallClockOf(moment: Moment, now: Temporal.PlainDateTime): Temporal.PlainDateTime {
  if ('minutesAgo' in moment) return now.subtract({ minutes: moment.minutesAgo })
  const day = now.toPlainDate().subtract({ days: moment.daysAgo })
  const weekday = day.subtract({ days: Math.max(0, day.dayOfWeek - 5) })
  return weekday.toPlainDateTime(Temporal.PlainTime.from(moment.at))
}

/**
 * Fills the days of texts in, counted from the day of the texts themselves: `{day 7}` is the school day a week later,
 * `{saturday 1}` the Saturday of the following week.
 */
export function withDays<Texts extends Record<Language, Record<string, string>>>(
  texts: Texts,
  from: Temporal.PlainDateTime,
): Texts {
  const fill = (text: string, language: Language) =>
    text.replace(/\{(day|saturday) (-?\d+)\}/g, (_, kind: string, count: string) =>
      printDay(
        kind === 'saturday' ? saturday(from, Number(count)) : schoolDay(from, Number(count)),
        language,
      ),
    )
  const filled = structuredClone(texts)
  for (const language of LANGUAGES)
    for (const [name, text] of Object.entries(texts[language]))
      Object.assign(filled[language], { [name]: fill(text, language) })
  return filled
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
