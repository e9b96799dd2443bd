/**
 * Reads the date and the time of an entry. The interface shows `YYYYMMDD` and `YYYYMMDDhhmmss`; `YYYY-MM-DD`,
 * `YYYYMMDDhhmm` and ISO 8601 are read as well. Each of the two is made from the other where it is missing or odd.
 */
import { Temporal } from 'temporal-polyfill'
import { printWireDate, printWireDateTime, wallClockAt } from '../contract/wire-time.ts'
import type { Fault } from './accept.ts'
import type { Note } from './remarks.ts'

export interface NewsTimes {
  /** `YYYYMMDD` */
  newsDate: string
  /** `YYYYMMDDhhmmss` */
  newsDateTime: string
}

/** @param zone the school's: a time with a zone of its own is converted to it */
export function readTimes(
  { newsDate, newsDateTime }: { newsDate?: unknown; newsDateTime?: unknown },
  zone: string,
  note: Note,
): NewsTimes | { fault: Fault } {
  const day = readTime(newsDate, zone)
  const time = readTime(newsDateTime, zone)
  const wall = time ?? day
  if (!wall) return { fault: faultOf(newsDate, newsDateTime) }
  const noteMended = (path: string, came: unknown, isRead: boolean, other: string, mended: string) => {
    if (came !== mended) note(path, came, isRead ? `read as ${mended}` : `made from ${other}: ${mended}`)
    return mended
  }
  return {
    newsDate: noteMended('/newsDate', newsDate, !!day, 'newsDateTime', printWireDate(day ?? wall)),
    newsDateTime: noteMended('/newsDateTime', newsDateTime, !!time, 'newsDate', printWireDateTime(wall)),
  }
}

function faultOf(newsDate: unknown, newsDateTime: unknown): Fault {
  const name = newsDateTime === undefined && newsDate !== undefined ? 'newsDate' : 'newsDateTime'
  const isMissing = newsDateTime === undefined && newsDate === undefined
  return {
    path: `/${name}`,
    reason: isMissing ? 'is missing' : 'must be a time that exists, as in 20260901083000',
  }
}

const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const ISO_TIME =
  /^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}(:?\d{2}([.,]\d{1,9})?)?(?<zone>\s?(Z|[+-]\d{2}(:?\d{2})?))?$/i

/** A day without a time is its midnight. */
function readTime(value: unknown, zone: string): Temporal.PlainDateTime | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = `${value}`.trim()
  try {
    const [, year, ...rest] = DIGITS.exec(text) ?? []
    if (year !== undefined) return plainTime([year, ...rest].map(digits => Number(digits ?? 0)))
    if (ISO_DAY.test(text)) return Temporal.PlainDate.from(text).toPlainDateTime()
    const iso = ISO_TIME.exec(text)
    if (!iso) return undefined
    const written = text.replace(/\s(?=Z|[+-]\d)/i, '').replace(' ', 'T')
    return iso.groups?.zone
      ? wallClockAt(Temporal.Instant.from(written), zone)
      : Temporal.PlainDateTime.from(written)
  } catch (error) {
    // It has the form, but no such day or hour exists.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function plainTime([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]) {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second)
}
