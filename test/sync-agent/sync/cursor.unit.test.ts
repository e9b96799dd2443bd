import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  instantsOf,
  parseWireDateTime,
  printWireDateTime,
  wallClockAt,
} from '../../../shared/contract/wire-time.ts'
import type { Cursor } from '../../../sync-agent/store/types.ts'
import { askFrom, nextCursor, overlapMs, skewMs, stillValid } from '../../../sync-agent/sync/cursor.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const instant = (text: string) => Temporal.Instant.from(text)
const epoch = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const cursorAt = (at: string | number, differing: Partial<Cursor> = {}): Cursor => ({
  at: typeof at === 'string' ? instant(at) : epoch(at),
  dated: true,
  cycleMs: 0,
  ...differing,
})
const wallText = (ms: number, zone: string) => printWireDateTime(wallClockAt(epoch(ms), zone))

/** Zones with their changes of 2026, epoch milliseconds. Lord Howe moves by half an hour. */
const ZONES = {
  'Asia/Hong_Kong': ['2026-06-01T00:00:00Z'],
  'Europe/Vienna': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
}
const aroundAChange = fc
  .constantFrom(...Object.entries(ZONES).flatMap(([zone, changes]) => changes.map(at => ({ zone, at }))))
  .map(({ zone, at }) => ({ zone, changeMs: instant(at).epochMilliseconds }))

describe('asking', () => {
  it('a first sync asks for everything', () => {
    expect(askFrom(undefined, 'Asia/Hong_Kong')).toBe('19700101000000')
  })

  it('goes ten minutes behind the cursor, in the wall clock of the school', () => {
    expect(askFrom(cursorAt('2026-09-01T00:30:00.900Z'), 'Asia/Hong_Kong')).toBe('20260901082000')
  })

  it('goes twice as far back as the last cycle took, when that is more', () => {
    expect(askFrom(cursorAt('2026-09-01T00:30:00Z', { cycleMs: 8 * MINUTE }), 'UTC')).toBe('20260901001400')
  })

  it('goes an hour back when the agent had to trust its own clock', () => {
    expect(askFrom(cursorAt('2026-09-01T02:00:00Z', { dated: false }), 'UTC')).toBe('20260901010000')
  })

  it('asks for an hour twice that the clocks are about to repeat', () => {
    // 02:59 summer time; the clocks go back from 03:00 to 02:00 a minute later.
    expect(askFrom(cursorAt('2026-10-25T00:59:00Z'), 'Europe/Vienna')).toBe('20261025014900')
  })

  it('asks for the repeated hour although the agent slept through the change', () => {
    // 02:10 summer time, with an hour of events to come that are all stamped 02:00 to 03:00 again.
    expect(askFrom(cursorAt('2026-10-25T00:20:00Z'), 'Europe/Vienna')).toBe('20261025011000')
  })

  it('asks for the hour twice, if the clocks go back just a day later', () => {
    expect(askFrom(cursorAt('2026-10-24T01:10:00Z'), 'Europe/Vienna')).toBe('20261024020000')
    expect(askFrom(cursorAt('2026-10-24T01:09:59.999Z'), 'Europe/Vienna')).toBe('20261024025959')
  })

  it('once the clocks have gone back, asks with the time they show', () => {
    expect(askFrom(cursorAt('2026-10-25T01:20:00Z'), 'Europe/Vienna')).toBe('20261025021000')
  })

  it('skips no event: whatever happens from a second behind the window on shows a later wall clock', () => {
    fc.assert(
      fc.property(
        aroundAChange,
        fc.integer({ min: -30 * HOUR, max: 30 * HOUR }),
        fc.integer({ min: 0, max: 40 * MINUTE }),
        fc.boolean(),
        fc.oneof(fc.integer({ min: 0, max: 3 * HOUR }), fc.integer({ min: 0, max: 30 * HOUR })),
        ({ zone, changeMs }, distance, cycleMs, dated, laterMs) => {
          const cursor = cursorAt(changeMs + distance, { cycleMs, dated })
          const event = cursor.at.epochMilliseconds - overlapMs(cursor) + 1000 + laterMs
          expect(askFrom(cursor, zone) < wallText(event, zone)).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('asks with a wall clock that exists, and never with one that may mean a later time', () => {
    fc.assert(
      fc.property(
        aroundAChange,
        fc.integer({ min: -30 * HOUR, max: 30 * HOUR }),
        ({ zone, changeMs }, distance) => {
          const cursor = cursorAt(changeMs + distance)
          const meant = instantsOf(parseWireDateTime(askFrom(cursor, zone)), zone)
          expect(meant.length).toBeGreaterThan(0)
          const windowStart = cursor.at.epochMilliseconds - overlapMs(cursor)
          for (const { epochMilliseconds } of meant)
            expect(epochMilliseconds).toBeLessThanOrEqual(windowStart)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a cursor of the agent’s own clock', () => {
  const now = instant('2026-09-01T00:30:00Z')
  const own = (at: string) => cursorAt(at, { dated: false })

  it('is of no use after that clock was set back', () => {
    expect(stillValid(own('2026-09-01T00:30:00.001Z'), now)).toBeUndefined()
    expect(stillValid(own('2026-09-01T00:30:00Z'), now)).toEqual(own('2026-09-01T00:30:00Z'))
    expect(stillValid(own('2026-09-01T00:00:00Z'), now)).toEqual(own('2026-09-01T00:00:00Z'))
  })

  it('is not one of the service’s clock, which may be ahead', () => {
    expect(stillValid(cursorAt('2026-09-01T09:00:00Z'), now)).toEqual(cursorAt('2026-09-01T09:00:00Z'))
    expect(stillValid(undefined, now)).toBeUndefined()
  })
})

describe('moving on', () => {
  const startedAt = instant('2026-09-01T00:00:00Z')

  it('takes the reply’s Date, less the time the call took and a second', () => {
    const reply = { answeredAtMs: startedAt.epochMilliseconds, elapsedMs: 2500 }
    expect(nextCursor(reply, startedAt)).toEqual({ at: instant('2026-08-31T23:59:56.500Z'), dated: true })
  })

  it('is a whole millisecond, the earlier one', () => {
    const reply = { answeredAtMs: startedAt.epochMilliseconds, elapsedMs: 0.25 }
    expect(nextCursor(reply, startedAt).at).toEqual(instant('2026-08-31T23:59:58.999Z'))
    expect(overlapMs(cursorAt(0, { cycleMs: 8 * MINUTE + 0.25 }))).toBe(16 * MINUTE + 1)
  })

  it('follows a service whose clock was set back', () => {
    const reply = { answeredAtMs: startedAt.epochMilliseconds - HOUR, elapsedMs: 0 }
    expect(nextCursor(reply, startedAt).at).toEqual(instant('2026-08-31T22:59:59Z'))
  })

  it('is not carried along by a Date from the future', () => {
    const reply = { answeredAtMs: Date.parse('9999-12-31T23:59:59Z'), elapsedMs: 0 }
    expect(nextCursor(reply, startedAt).at).toEqual(startedAt)
  })

  it('without a Date takes the time at which the agent asked', () => {
    const reply = { answeredAtMs: undefined, elapsedMs: 2500 }
    expect(nextCursor(reply, startedAt)).toEqual({ at: startedAt, dated: false })
  })

  it('tells clocks apart only where the call’s own length does not explain it', () => {
    const at = startedAt.epochMilliseconds
    expect(skewMs({ answeredAtMs: at + 4000, elapsedMs: 5000 }, startedAt)).toBe(0)
    expect(skewMs({ answeredAtMs: at - 900, elapsedMs: 5 }, startedAt)).toBe(0)
    expect(skewMs({ answeredAtMs: at - 1000, elapsedMs: 5 }, startedAt)).toBe(0)
    expect(skewMs({ answeredAtMs: at - 1001, elapsedMs: 5 }, startedAt)).toBe(-1)
    expect(skewMs({ answeredAtMs: at + 6, elapsedMs: 4.5 }, startedAt)).toBe(1)
    expect(skewMs({ answeredAtMs: at + 65_000, elapsedMs: 5000 }, startedAt)).toBe(60_000)
    expect(skewMs({ answeredAtMs: at - 61_000, elapsedMs: 5000 }, startedAt)).toBe(-60_000)
    expect(skewMs({ answeredAtMs: undefined, elapsedMs: 5000 }, startedAt)).toBeUndefined()
  })
})

describe('copying for hours', () => {
  /** A service that stamps events with its wall clock, and an agent whose clock is wrong by up to five minutes. */
  const history = fc.record({
    change: aroundAChange,
    events: fc.array(fc.integer({ min: -4 * HOUR, max: 4 * HOUR }), { minLength: 50, maxLength: 200 }),
    pauses: fc.array(fc.oneof(fc.constant(MINUTE), fc.integer({ min: 1, max: 90 * MINUTE })), {
      minLength: 5,
      maxLength: 120,
    }),
    calls: fc.infiniteStream(
      fc.record({ before: fc.nat(20_000), after: fc.nat(20_000), dated: fc.boolean() }),
    ),
    agentAheadMs: fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }),
  })

  // Promise: silent/repeated-hour, operate/nothing-lost, operate/clock
  it('loses no event over any clock change, whatever the agent’s clock and the length of a call', () => {
    fc.assert(
      fc.property(history, ({ change: { zone, changeMs }, events, pauses, calls, agentAheadMs }) => {
        const seen = new Set<number>()
        let cursor: Cursor | undefined
        let now = changeMs - 4 * HOUR
        let lastQuery = now
        for (const pause of pauses) {
          now += pause
          const [call = { before: 0, after: 0, dated: true }] = calls.take(1)
          const startedAt = epoch(now + agentAheadMs)
          const from = askFrom(cursor, zone)
          lastQuery = now + call.before
          for (const event of events) {
            const at = changeMs + event
            if (at <= lastQuery && wallText(at, zone) > from) seen.add(event)
          }
          const elapsedMs = call.before + call.after
          now += elapsedMs
          const answeredAtMs = call.dated ? Math.floor(now / 1000) * 1000 : undefined
          cursor = { ...nextCursor({ answeredAtMs, elapsedMs }, startedAt), cycleMs: elapsedMs }
        }
        const happened = events.filter(event => changeMs + event <= lastQuery)
        expect(happened.filter(event => !seen.has(event))).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})
