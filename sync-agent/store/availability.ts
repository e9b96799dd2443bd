/**
 * Whether the database answers. One on another machine may be away for a while: that is a pause, said in the log when it
 * begins, once for each cause that it has meanwhile, and when it ends. Every part of the agent tries again by itself.
 *
 * A server that says nothing lets each call wait for seconds. So while it is away, calls are refused at once, and the agent
 * itself looks every second whether it is back. One call that failed says little: an agent that was suspended finds its
 * call's time over, whatever the server has answered meanwhile. So the store is away once a look has failed as well.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'

const LOOK_EVERY_MS = 1_000

export class Availability {
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #lookEveryMs: number
  #away: { since: Temporal.Instant; error: unknown; said: Set<string> } | undefined
  #isLooking = false
  #isClosed = false

  /** @param lookEveryMs while it is away */
  constructor(clock: Clock, logger: Logger, lookEveryMs = LOOK_EVERY_MS) {
    this.#clock = clock
    this.#logger = logger
    this.#lookEveryMs = lookEveryMs
  }

  /** Undefined: it answers. */
  awaySince(): Temporal.Instant | undefined {
    return this.#away?.since
  }

  /** Before a call. @throws why the database is away */
  async refuseWhileAway(): Promise<void> {
    if (!this.#away) return
    const { error } = this.#away
    // Whoever asks again at once must not keep the look from its end.
    await setImmediate()
    throw error
  }

  noteAnswer(): void {
    if (this.#away && !this.#isClosed) this.#logger.info('the store can be reached again')
    this.#away = undefined
  }

  /** @param look asks the database, and is not refused */
  noteFault(error: unknown, look: () => Promise<unknown>): void {
    if (this.#isClosed || isStoreBusy(error)) return
    if (!isStoreAway(error)) this.noteAnswer()
    else if (!this.#isLooking) void this.#look(error, look)
  }

  close(): void {
    this.#isClosed = true
  }

  async #look(fault: unknown, look: () => Promise<unknown>): Promise<void> {
    this.#isLooking = true
    do {
      await look().then(
        () => this.noteAnswer(),
        error => this.#noteFailedLook(isStoreBusy(error) ? fault : error),
      )
      if (this.#away) await setTimeout(this.#lookEveryMs, undefined, { ref: false })
    } while (this.#away && !this.#isClosed)
    this.#isLooking = false
  }

  /** A look that gets no connection in time has failed as well. */
  #noteFailedLook(error: unknown): void {
    if (this.#isClosed) return
    if (!isStoreAway(error)) {
      this.noteAnswer()
      return
    }
    const { since, said } = this.#away ?? { since: this.#clock.now(), said: new Set() }
    const { message } = Object(error)
    // The remedy may be in a later one: the server is back, and is a standby.
    if (!said.has(message)) this.#logger.error(`${message}; the agent goes on when it is back`)
    this.#away = { since, error, said: said.add(message) }
  }
}

/** Also when it refuses the agent: a password that was changed comes to the agent a moment later. */
export const isStoreAway = (error: unknown): boolean =>
  codeOf(error) === 'STORE_UNREACHABLE' || isStoreRefused(error)
/** Wrong from the start, it is a mistake in the settings. */
export const isStoreRefused = (error: unknown): boolean => codeOf(error) === 'STORE_REFUSED'
const isStoreBusy = (error: unknown) => codeOf(error) === 'STORE_BUSY'

/** Away, or too slow: the same question may be answered later. */
export const isStoreSilent = (error: unknown): boolean => isStoreAway(error) || isStoreBusy(error)

/** That the store is away is said once: who meets it meanwhile says it for whoever looks for details. */
export const levelOf = <Level extends 'error' | 'warn'>(level: Level, error: unknown): Level | 'debug' =>
  isStoreAway(error) ? 'debug' : level
