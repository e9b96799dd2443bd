/**
 * A zone's wall clock in plain numbers, fast enough for millions of readings.
 *
 * A wall clock here is a number of seconds: what the clock reads, counted as if it read UTC. Texts sort as these do.
 */
import { Temporal } from 'temporal-polyfill'

export interface ZoneClock {
  /** What the zone shows at an instant (epoch milliseconds), in whole seconds. */
  wall(instantMs: number): number
  /** The first instant at which the zone shows it, epoch seconds; one it skips counts as far past the gap's start. */
  firstInstant(wall: number): number
  /** No wall clock is further ahead of UTC, seconds. */
  furthestAhead: number
}

interface Period {
  /** Epoch seconds. */
  from: number
  offset: number
}

/** Exact for the time between two instants; before it the zone stands still at its first offset. */
export function zoneClock(zone: string, fromMs: number, untilMs: number): ZoneClock {
  const periods = periodsOf(zone, fromMs, untilMs)
  const [first] = periods
  return {
    wall(instantMs) {
      const seconds = Math.floor(instantMs / 1000)
      return seconds + (periods.findLast(({ from }) => from <= seconds) ?? first).offset
    },
    firstInstant(wall) {
      for (const [index, { from, offset }] of periods.entries()) {
        const seconds = wall - offset
        const end = periods[index + 1]?.from ?? Number.POSITIVE_INFINITY
        const next = periods[index + 1]?.offset ?? offset
        if ((index === 0 || seconds >= from) && seconds < end) return seconds
        // Skipped: past this period's end, yet before the next one's beginning.
        if (seconds >= end && wall - next < end) return seconds
      }
      throw new Error(`no instant for the wall clock ${wallText(wall)}`)
    },
    furthestAhead: Math.max(...periods.map(({ offset }) => offset)),
  }
}

function periodsOf(zone: string, fromMs: number, untilMs: number): [Period, ...Period[]] {
  let time = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone)
  const periods: [Period, ...Period[]] = [{ from: fromMs / 1000, offset: time.offsetNanoseconds / 1e9 }]
  for (;;) {
    const change = time.getTimeZoneTransition('next')
    if (!change || change.epochMilliseconds > untilMs) return periods
    periods.push({ from: change.epochMilliseconds / 1000, offset: change.offsetNanoseconds / 1e9 })
    time = change
  }
}

/** `YYYYMMDDhhmmss` */
export function wallText(wall: number): string {
  return new Date(wall * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
}

export function wallOf(text: string): number {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  const [year = Number.NaN, month = 1, day, hour, minute, second] = parts.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}
