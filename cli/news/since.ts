/** Reads a time in any usual form as the wall clock that the news call needs. */
import { Temporal } from 'temporal-polyfill'
import { parseWireDate, parseWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { instantIn } from '../zone.ts'

/** @returns the school's wall clock; undefined for a text that is not a time */
export function readSince(
  text: string,
  zone: string,
  now: Temporal.Instant,
): Temporal.PlainDateTime | undefined {
  const trimmed = text.trim()
  const [, count, unit = ''] = AGO.exec(trimmed) ?? []
  try {
    if (trimmed === 'today' || trimmed === 'yesterday') {
      const today = wallClockAt(now, zone).toPlainDate()
      return today.subtract({ days: trimmed === 'today' ? 0 : 1 }).toPlainDateTime()
    }
    if (count !== undefined) return ago(now, zone, Number(count), unit)
    if (/^\d{14}$/.test(trimmed)) return parseWireDateTime(trimmed)
    if (/^\d{8}$/.test(trimmed)) return parseWireDate(trimmed).toPlainDateTime()
    const instant = instantIn(trimmed.replace(/^(\S+) (\d)/, '$1T$2'))
    if (instant) return wallClockAt(instant, zone)
    return WALL.test(trimmed) ? Temporal.PlainDateTime.from(trimmed) : undefined
  } catch {
    return undefined
  }
}

const AGO = /^(\d{1,5}) ?(min|h|d|w)$/
const WALL = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/

/** Calendar days of the school's zone: a day with a clock change does not have 24 hours. */
function ago(now: Temporal.Instant, zone: string, count: number, unit: string): Temporal.PlainDateTime {
  const there = now.toZonedDateTimeISO(zone)
  const span = { min: 'minutes', h: 'hours', d: 'days', w: 'weeks' }[unit] ?? 'days'
  return there.subtract({ [span]: count }).toPlainDateTime()
}
