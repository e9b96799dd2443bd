/** Days and months as the register's addresses write them, and as people read them. */
import { language, localeOf } from '../../language.ts'

/** `YYYY-MM-DD`, some days later or earlier. */
export function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** `YYYY-MM`, some months later or earlier. */
export function monthsAfter(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}

/** All days of a month. */
export function daysOf(month: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = daysAfter(day, 1)) days.push(day)
  return days
}

/** 0 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

export const dayText = (date: string): string =>
  format(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

export const weekdayText = (date: string): string => format(date, { weekday: 'narrow' })

export const monthText = (month: string): string => format(`${month}-01`, { month: 'long', year: 'numeric' })

export const isDayText = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

export const isMonthText = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

function format(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language()), { ...options, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
