/**
 * The service's clock, which a laboratory can set, move, stop and let run wrong in the `Date` header alone.
 *
 * Untouched it is the clock it was made of. Sessions expire by it, changes are dated by it, and as soon as it is not the
 * machine's time the `Date` header follows it: a client sees a server whose clock is wrong.
 */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'

export interface ClockState {
  now: Temporal.Instant
  /** Whether it is stopped. */
  frozen: boolean
  /** How far it is ahead of the time it was made of; negative when it is behind. */
  aheadMs: number
  /** How far the `Date` header is ahead of this clock. */
  headerSkewMs: number
  /** Whether nothing of all this was touched. */
  real: boolean
}

export interface MovableClock extends Clock {
  /**
   * Continues from an instant; a stopped clock stays there.
   *
   * @param instant as in `2026-12-24T08:00:00+08:00`
   * @throws {ClockError}
   */
  set(instant: Temporal.Instant | string): void
  /**
   * Forward, or back when negative, by days and months of the school's calendar.
   *
   * @param duration as in `{ hours: 3 }`, `P1M` or `-PT30S`
   * @throws {ClockError}
   */
  move(duration: Temporal.DurationLike | string): void
  /** Stops until {@link run}. */
  freeze(): void
  /** Continues from where it stopped. */
  run(): void
  /** Lets the `Date` header alone be wrong. @throws {ClockError} */
  skewHeader(ms: number): void
  /** The time it was made of again, header included. */
  reset(): void
  /**
   * Sets a state that {@link state} gave: an undo. `now` counts only for a stopped clock.
   *
   * @throws {ClockError}
   */
  restore(state: ClockState): void
  state(): ClockState
  epochMilliseconds(): number
  /** The `Date` header; undefined when it is that of the machine's clock. */
  dateHeader(): string | undefined
}

/** A time that this clock cannot show; nothing was changed. */
export class ClockError extends RangeError {
  override name = 'ClockError'
  readonly code = 'CLOCK_INVALID'
}

/** An HTTP date has four digits for the year, and files of before 1970 are no school's. */
const [EARLIEST, LATEST] = ['1970-01-01T00:00:00Z', '9999-12-30T00:00:00Z'].map(text => Date.parse(text)) as [
  number,
  number,
]

/**
 * @param zone the school's, whose days a move counts
 * @param changed called after each change
 */
export function movableClock(base: Clock, zone: string, changed: () => void = () => {}): MovableClock {
  let aheadNs = 0n
  let standsAt: Temporal.Instant | undefined
  let skewMs = 0
  let printed = { second: Number.NaN, text: '' }

  const nowAt = (real: Temporal.Instant) => standsAt ?? (aheadNs === 0n ? real : ahead(real, aheadNs))
  const now = () => nowAt(base.now())
  const epochMilliseconds = () =>
    standsAt === undefined && aheadNs === 0n && base.epochMilliseconds
      ? base.epochMilliseconds()
      : now().epochMilliseconds
  const isReal = () => aheadNs === 0n && standsAt === undefined && skewMs === 0
  /**
   * Both are checked first: no half of a change stays.
   *
   * @param real the base's time that the instant was counted from: read again, it has gone on
   */
  const take = (instant: Temporal.Instant, skew: number, real = base.now()) => {
    mustBeShown(instant.epochMilliseconds, skew)
    aheadNs = instant.epochNanoseconds - real.epochNanoseconds
    if (standsAt) standsAt = instant
    skewMs = skew
    changed()
  }
  return {
    now,
    epochMilliseconds,
    set: instant => take(readInstant(instant), skewMs),
    move(duration) {
      const real = base.now()
      take(moved(nowAt(real), duration, zone), skewMs, real)
    },
    freeze() {
      standsAt ??= now()
      changed()
    },
    run() {
      if (!standsAt) return
      aheadNs = standsAt.epochNanoseconds - base.now().epochNanoseconds
      standsAt = undefined
      changed()
    },
    skewHeader(ms) {
      mustBeShown(now().epochMilliseconds, ms)
      skewMs = ms
      changed()
    },
    reset() {
      aheadNs = 0n
      standsAt = undefined
      skewMs = 0
      changed()
    },
    restore(state) {
      const aheadMs = Math.round(state.aheadMs)
      mustBeShown(base.now().epochMilliseconds + aheadMs, state.headerSkewMs)
      if (state.frozen) mustBeShown(state.now.epochMilliseconds, state.headerSkewMs)
      aheadNs = BigInt(aheadMs) * 1_000_000n
      standsAt = state.frozen ? state.now : undefined
      skewMs = state.headerSkewMs
      changed()
    },
    state() {
      const real = base.now()
      const shown = nowAt(real)
      return {
        now: shown,
        frozen: standsAt !== undefined,
        aheadMs: Number((shown.epochNanoseconds - real.epochNanoseconds) / 1_000_000n),
        headerSkewMs: skewMs,
        real: isReal(),
      }
    },
    dateHeader() {
      if (isReal()) return undefined
      const second = Math.floor((now().epochMilliseconds + skewMs) / 1000)
      if (second !== printed.second) printed = { second, text: new Date(second * 1000).toUTCString() }
      return printed.text
    },
  }
}

const ahead = (instant: Temporal.Instant, ns: bigint) =>
  Temporal.Instant.fromEpochNanoseconds(instant.epochNanoseconds + ns)

/** @throws {ClockError} the clock, or the header with it, would show what no header can say */
function mustBeShown(epochMs: number, skewMs: number): void {
  if (!Number.isSafeInteger(skewMs)) throw new ClockError(`${skewMs} is no whole number of milliseconds`)
  if (!isShown(epochMs) || !isShown(epochMs + skewMs))
    throw new ClockError('the clock shows the years 1970 to 9999 only')
}

const isShown = (epochMs: number) => epochMs >= EARLIEST && epochMs <= LATEST

function readInstant(instant: Temporal.Instant | string): Temporal.Instant {
  try {
    return Temporal.Instant.from(instant)
  } catch (error) {
    const what = `"${String(instant).slice(0, 60)}" is no instant (as in 2026-12-24T08:00:00+08:00)`
    throw new ClockError(what, { cause: error })
  }
}

function moved(now: Temporal.Instant, duration: Temporal.DurationLike | string, zone: string) {
  try {
    return now.toZonedDateTimeISO(zone).add(duration).toInstant()
  } catch (error) {
    const shown = typeof duration === 'string' ? duration : JSON.stringify(duration)
    const what = `${shown.slice(0, 80)} is no duration that the clock can be moved by (as in PT3H, P1D or -PT30S)`
    throw new ClockError(what, { cause: error })
  }
}
