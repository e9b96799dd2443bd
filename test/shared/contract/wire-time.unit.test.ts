import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import {
  epochSecond,
  instantOf,
  instantsOf,
  isZone,
  parseWireDate,
  parseWireDateTime,
  printWireDate,
  printWireDateTime,
  WireDate,
  WireDateTime,
  WireTimeError,
  wallClockAt,
} from '../../../shared/contract/wire-time.ts'

const ZONES = [
  'Asia/Hong_Kong',
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
]

const walls = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(date => Temporal.PlainDateTime.from(date.toISOString().slice(0, 19)))
const zones = fc.constantFrom(...ZONES)
/** Texts that look like wire times, most of which name no real time. */
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

describe('wire times', () => {
  it('print and parse are inverse for every wall clock', () => {
    fc.assert(fc.property(walls, wall => parseWireDateTime(printWireDateTime(wall)).equals(wall)))
    fc.assert(fc.property(walls, wall => parseWireDate(printWireDate(wall)).equals(wall.toPlainDate())))
  })

  it('every accepted text is a time that exists, and prints as it was written', () => {
    fc.assert(
      fc.property(digits(14), text => {
        if (Check(WireDateTime, text)) expect(printWireDateTime(parseWireDateTime(text))).toBe(text)
        else expect(() => parseWireDateTime(text)).toThrow(WireTimeError)
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(digits(8), text => {
        if (Check(WireDate, text)) expect(printWireDate(parseWireDate(text))).toBe(text)
        else expect(() => parseWireDate(text)).toThrow(WireTimeError)
      }),
      { numRuns: 300 },
    )
  })

  it('never accepts anything but digits of the right number', () => {
    fc.assert(fc.property(fc.string(), text => /^\d{14}$/.test(text) || !Check(WireDateTime, text)))
  })

  it.each([
    ['20261301000000', 'month 13 does not exist'],
    ['20260001000000', 'month 0 does not exist'],
    ['20260230000000', 'day 30 does not exist in month 2 of 2026'],
    ['20270229120000', 'day 29 does not exist in month 2 of 2027'],
    ['20260100000000', 'day 0 does not exist'],
    ['20260101240000', 'hour 24 does not exist'],
    ['20260101006000', 'minute 60 does not exist'],
    ['20260101000060', 'second 60 does not exist'],
    ['2026010100000', 'is not fourteen digits'],
    ['2026-01-01T00:00', 'is not fourteen digits'],
    ['', 'is not fourteen digits'],
  ])('refuses %s and says why', (text, reason) => {
    expect(() => parseWireDateTime(text)).toThrow(reason)
    expect(Check(WireDateTime, text)).toBe(false)
  })

  it.each([
    ['20261301', 'month 13'],
    ['20260230', 'day 30'],
    ['2026011', 'eight digits'],
  ])('refuses the day %s', (text, reason) => {
    expect(() => parseWireDate(text)).toThrow(reason)
    expect(Check(WireDate, text)).toBe(false)
  })

  it('accepts 29 February in a leap year only', () => {
    expect(Check(WireDate, '20280229')).toBe(true)
    expect(Check(WireDate, '21000229')).toBe(false)
  })

  it('does not repeat a huge text in its message', () => {
    expect(() => parseWireDate('9'.repeat(10_000))).toThrow(/^"9{40}…" is not/)
    expect(() => parseWireDate('9'.repeat(40))).toThrow(/^"9{40}" is not/)
  })
})

describe('wall clock and instant in a named zone', () => {
  it('every instant is among the instants of the wall clock that its zone shows', () => {
    fc.assert(
      fc.property(walls, zones, (utc, zone) => {
        const instant = utc.toZonedDateTime('UTC').toInstant()
        return instantsOf(wallClockAt(instant, zone), zone).some(shown => shown.equals(instant))
      }),
    )
  })

  it('every instant of a wall clock shows that wall clock', () => {
    fc.assert(
      fc.property(walls, zones, (wall, zone) =>
        instantsOf(wall, zone).every(instant => wallClockAt(instant, zone).equals(wall)),
      ),
    )
  })

  it('any other hour has one', () => {
    expect(instantsOf(parseWireDateTime('20261025043000'), 'Europe/Vienna').map(String)).toEqual([
      '2026-10-25T03:30:00Z',
    ])
  })

  it('a repeated hour has two instants, the earlier first and the one taken', () => {
    const wall = parseWireDateTime('20261025023000')
    const texts = instantsOf(wall, 'Europe/Vienna').map(String)
    expect(texts).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    expect(String(instantOf(wall, 'Europe/Vienna'))).toBe(texts[0])
  })

  it('a repeated half hour has two instants too', () => {
    const wall = parseWireDateTime('20260405014500')
    expect(instantsOf(wall, 'Australia/Lord_Howe').map(String)).toEqual([
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
    ])
  })

  it('a skipped hour has none, and the instant taken lies after the gap', () => {
    const wall = parseWireDateTime('20260329023000')
    expect(instantsOf(wall, 'Europe/Vienna')).toEqual([])
    expect(String(instantOf(wall, 'Europe/Vienna'))).toBe('2026-03-29T01:30:00Z')
  })

  it('a day that a zone skipped has none', () => {
    expect(instantsOf(parseWireDateTime('20111230120000'), 'Pacific/Apia')).toEqual([])
  })

  it('a second goes on until the next one begins', () => {
    const seconds = ['1970-01-01T00:00:01.999Z', '1969-12-31T23:59:59.001Z'].map(Temporal.Instant.from)
    expect(seconds.map(epochSecond)).toEqual([1, -1])
  })

  it('knows which zones there are', () => {
    expect(ZONES.every(isZone)).toBe(true)
    expect(isZone('Asia/Atlantis')).toBe(false)
    expect(isZone('')).toBe(false)
  })
})
