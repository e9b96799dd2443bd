/**
 * Times in the interface's form: wall-clock text without a zone, `YYYYMMDD` or `YYYYMMDDhhmmss`.
 *
 * Text is first parsed to a `Temporal.PlainDate` or `PlainDateTime`. It becomes an instant only together with a named zone.
 * A wall clock in a repeated hour (autumn) has two instants, one in a skipped hour (spring) has none; `instantsOf` returns
 * all of them instead of choosing.
 */
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'

/** The school's zone where no other is named. */
export const DEFAULT_ZONE = 'Asia/Hong_Kong'

const DATE_DIGITS = /^(\d{4})(\d{2})(\d{2})$/
const DATE_TIME_DIGITS = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/

/** The text is not a wire time. The message names the text, the fault and the expected form. */
export class WireTimeError extends Error {
  override name = 'WireTimeError'
  readonly code = 'WIRE_TIME_INVALID'
}

/** `YYYYMMDD` to a calendar day. @throws {WireTimeError} */
export function parseWireDate(text: string): Temporal.PlainDate {
  const digits = DATE_DIGITS.exec(text)
  if (!digits) throw new WireTimeError(`"${clip(text)}" is not eight digits (YYYYMMDD)`)
  const [year, month, day] = numbers(digits)
  checkDay(text, 'YYYYMMDD', year, month, day)
  return new Temporal.PlainDate(year, month, day)
}

/** `YYYYMMDDhhmmss` to a wall clock. @throws {WireTimeError} */
export function parseWireDateTime(text: string): Temporal.PlainDateTime {
  const digits = DATE_TIME_DIGITS.exec(text)
  if (!digits) throw new WireTimeError(`"${clip(text)}" is not fourteen digits (YYYYMMDDhhmmss)`)
  const [year, month, day, hour, minute, second] = numbers(digits)
  checkDay(text, 'YYYYMMDDhhmmss', year, month, day)
  const refuse = (what: string): never => {
    throw new WireTimeError(`"${text}": ${what} does not exist (YYYYMMDDhhmmss)`)
  }
  if (hour > 23) refuse(`hour ${hour}`)
  if (minute > 59) refuse(`minute ${minute}`)
  if (second > 59) refuse(`second ${second}`)
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second)
}

/** Formats a calendar day as `YYYYMMDD`. */
export function printWireDate(day: Temporal.PlainDate | Temporal.PlainDateTime): string {
  return `${pad(day.year, 4)}${pad(day.month)}${pad(day.day)}`
}

/** Formats a wall clock as `YYYYMMDDhhmmss`; fractions of a second are cut off. */
export function printWireDateTime(wall: Temporal.PlainDateTime): string {
  return `${printWireDate(wall)}${pad(wall.hour)}${pad(wall.minute)}${pad(wall.second)}`
}

/** The wall clock of a zone at an instant. */
export function wallClockAt(instant: Temporal.Instant, zone: string): Temporal.PlainDateTime {
  return instant.toZonedDateTimeISO(zone).toPlainDateTime()
}

/** The instants of a wall clock in a zone, earliest first: one, two in a repeated hour, none in a skipped hour. */
export function instantsOf(wall: Temporal.PlainDateTime, zone: string): Temporal.Instant[] {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  const shown = [earlier, later].filter(time => time.toPlainDateTime().equals(wall))
  return earlier.toInstant().equals(later.toInstant())
    ? shown.slice(0, 1).map(time => time.toInstant())
    : shown.map(time => time.toInstant())
}

/**
 * One instant for a wall clock: the earlier of two. A skipped wall clock is moved forward by the length of the gap
 * (`compatible`, which Temporal takes by itself).
 */
export function instantOf(wall: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  return instantsOf(wall, zone)[0] ?? wall.toZonedDateTime(zone).toInstant()
}

/** Whether this system knows the zone, as in `Asia/Hong_Kong`. */
export function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** `YYYYMMDD`; the day must exist. */
export const WireDate = Type.Refine(
  Type.String({ pattern: '^\\d{8}$', description: 'Calendar day, YYYYMMDD.' }),
  text => reads(parseWireDate, text),
  () => 'must be a day that exists (YYYYMMDD)',
)

/** `YYYYMMDDhhmmss`; the wall-clock time must exist; its zone is the school's. */
export const WireDateTime = Type.Refine(
  Type.String({ pattern: '^\\d{14}$', description: 'Wall-clock time, YYYYMMDDhhmmss.' }),
  text => reads(parseWireDateTime, text),
  () => 'must be a time that exists (YYYYMMDDhhmmss)',
)

function checkDay(text: string, form: string, year: number, month: number, day: number): void {
  if (month < 1 || month > 12) throw new WireTimeError(`"${text}": month ${month} does not exist (${form})`)
  const { daysInMonth } = new Temporal.PlainYearMonth(year, month)
  if (day < 1 || day > daysInMonth)
    throw new WireTimeError(`"${text}": day ${day} does not exist in month ${month} of ${year} (${form})`)
}

function reads(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

const numbers = (digits: RegExpExecArray) =>
  digits.slice(1).map(Number) as [number, number, number, number, number, number]
const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The second that an instant falls in. */
export function epochSecond(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}
