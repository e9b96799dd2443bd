/**
 * Polls the service for the messages of one site in one language while visitors come.
 *
 * It sleeps until a visitor or the agent's start wakes it. Then it calls the service once an interval, for any number of
 * visitors, and serves them from memory. After ten intervals without a visitor it sleeps again and keeps its last answer.
 *
 * A visitor who wakes it waits for the service's response, but not for long: a signal of the night must reach the first
 * parent of the morning, but a slow service must not delay the page. All others get a response at once.
 *
 * When the service fails, its last good response is sent, marked as stale, until it is older than the limit; then an error
 * envelope.
 */
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'
import type { Answer } from '../../../shared/server/answer.ts'
import type { Failure, PopupAnswer, PopupRecord } from '../../store/types.ts'
import { successAnswer } from './envelope.ts'
import { errorAnswer, failed, fresh, type RelayedAnswer, stale } from './relayed.ts'
import { type Later, LONGEST_RETRY_AFTER_MS, SharedAnswer, type SharedStore } from './shared-answer.ts'

export interface PollerParts {
  /** @param signal ends the call when the relay is closed */
  ask(signal: AbortSignal): Promise<Pick<PopupAnswer, 'content' | 'txID'>>
  store: SharedStore
  intervalMs: number
  staleMs: number
  clock: Clock
  later: Later
  random: () => number
  newTxID: () => string
  /** The error of a call or of the store, for the log and the status. */
  failureOf(error: unknown): PollFailure
  log: {
    failed(failure: PollFailure, txID: string): void
    recovered(): void
    storeFailed(error: unknown): void
  }
}

export interface PollFailure {
  code: string
  message: string
  /** The service's return code, if there is one. */
  envelope?: { code: string; message: string; txID: string }
  retryAfterMs?: number
}

export interface PollerState {
  awake: boolean
  answer: PopupAnswer | undefined
  failure: Failure | undefined
  answers: Record<RelayedAnswer['kind'], number>
  calls: { done: number; failed: number }
}

const IDLE_INTERVALS = 10
/** How long a visitor who wakes it waits. A web server in front may wait for 3 s (docs/hosts/nginx), the widget for 8 s. */
const PATIENCE_MS = 2_000
/** Added to two intervals: how long an answer is fresh while the service takes its longest for the next one. */
const SLOW_MS = 20_000
/** Random part of the interval, so that agents do not call together. */
const JITTER = 0.1

export class Poller {
  readonly #parts: PollerParts
  readonly #shared: SharedAnswer
  readonly #closing = new AbortController()
  readonly #answers = { fresh: 0, stale: 0, failed: 0 }
  readonly #calls = { done: 0, failed: 0 }
  #made: { from: PopupAnswer; answer: Answer } | undefined
  #failure: { noted: Failure; txID: string; answer: Answer; retryAfterMs: number } | undefined
  /** When the service has responded, by this clock; undefined: not since it was woken, or it has failed since. */
  #confirmedAt: Temporal.Instant | undefined
  /** Waiting visitors continue after the first response of the service, or after their time limit. */
  #firstAnswer: Promise<void> | undefined
  #awake = false
  #wanted = false
  #idleIntervals = 0
  #cancelNext = () => {}

  constructor(parts: PollerParts) {
    this.#parts = parts
    const { store, intervalMs, clock, later, log } = parts
    this.#shared = new SharedAnswer({ store, intervalMs, clock, later, storeFailed: log.storeFailed })
  }

  /** For a visitor: at once, except just after waking. */
  answer(): RelayedAnswer | Promise<RelayedAnswer> {
    return this.#ask(() => {
      const found = this.#find()
      this.#answers[found.kind] += 1
      return found
    })
  }

  /** For the agent itself, with what another agent has heard up to now; not counted as a visitor. */
  async peek(): Promise<RelayedAnswer> {
    if (this.#awake) await this.#shared.look()
    return this.#ask(() => this.#find())
  }

  /** Wakes it without a visitor. */
  wake(): void {
    if (this.#awake || this.#closing.signal.aborted) return
    this.#awake = true
    this.#idleIntervals = 0
    this.#confirmedAt = undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#firstAnswer = promise
    const goOn = () => {
      if (this.#firstAnswer === promise) this.#firstAnswer = undefined
      resolve()
    }
    this.#closing.signal.addEventListener('abort', goOn, { once: true })
    void this.#start(goOn).then(() => {
      this.#closing.signal.removeEventListener('abort', goOn)
      goOn()
    })
  }

  state(): PollerState {
    return {
      awake: this.#awake,
      answer: this.#shared.latest,
      failure: this.#failure?.noted,
      answers: this.#answers,
      calls: this.#calls,
    }
  }

  close(): void {
    this.#closing.abort()
    this.#shared.close()
    this.#cancelNext()
  }

  #ask(find: () => RelayedAnswer): RelayedAnswer | Promise<RelayedAnswer> {
    this.#wanted = true
    this.wake()
    return this.#firstAnswer ? this.#firstAnswer.then(find) : find()
  }

  #find(): RelayedAnswer {
    const answer = this.#latestAnswer()
    const { staleMs, intervalMs, newTxID } = this.#parts
    // Not after the process, or the machine, stood still.
    const isFresh = this.#confirmedAt && this.#msSince(this.#confirmedAt) <= 2 * intervalMs + SLOW_MS
    if (answer && isFresh) return fresh(answer)
    const checkedAt = this.#shared.latest?.checkedAt
    const ageMs = checkedAt ? this.#msSince(checkedAt) : Number.POSITIVE_INFINITY
    if (answer && ageMs <= staleMs) return stale(answer, ageMs, intervalMs, this.#failure?.noted.code)
    return failed(this.#failure?.answer ?? errorAnswer(newTxID()))
  }

  /** Made again only if the content differs. */
  #latestAnswer(): Answer | undefined {
    const from = this.#shared.latest
    if (from && (this.#made?.from.content !== from.content || this.#made.from.txID !== from.txID))
      this.#made = { from, answer: successAnswer(from.txID, from.content) }
    return this.#made?.answer
  }

  /** After the clock was set back, an answer can be from the future; its age is unknown, so it counts as old. */
  #msSince(at: Temporal.Instant): number {
    return Math.abs(this.#parts.clock.now().epochMilliseconds - at.epochMilliseconds)
  }

  /** @param goOn ends the wait of visitors for the first response */
  async #start(goOn: () => void): Promise<void> {
    const cancelPatience = this.#parts.later(PATIENCE_MS, goOn)
    await this.#shared.look()
    if (!this.#closing.signal.aborted) await this.#refresh()
    cancelPatience()
  }

  /** Decides whether to call again: not after ten intervals without a visitor. */
  #tick(): void {
    this.#idleIntervals = this.#wanted ? 0 : this.#idleIntervals + 1
    this.#wanted = false
    if (this.#idleIntervals >= IDLE_INTERVALS) this.#awake = false
    else void this.#refresh()
  }

  /** Asks, or hears what another agent was told. */
  async #refresh(): Promise<void> {
    const { ask, failureOf, intervalMs } = this.#parts
    const { signal } = this.#closing
    const other = await this.#shared.heardByOther()
    if (signal.aborted) return
    if (other) {
      this.#follow(other)
      return
    }
    try {
      await this.#succeed(await ask(signal))
    } catch (error) {
      if (signal.aborted) return
      await this.#fail(failureOf(error))
    }
    if (!signal.aborted) this.#askAgain(Math.max(this.#spread(intervalMs), this.#failure?.retryAfterMs ?? 0))
  }

  #follow({ answer, failure, askAfter }: PopupRecord): void {
    const { clock, intervalMs, newTxID } = this.#parts
    this.#confirmedAt = failure ? undefined : clock.now()
    if (answer && !failure) this.#failure = undefined
    else if (failure && this.#failure?.noted.code !== failure.code)
      this.#failure = this.#noteOf(failure, newTxID())
    const leftMs = (askAfter?.epochMilliseconds ?? 0) - clock.now().epochMilliseconds
    // More is by a clock that is ahead, if the service has not asked for it.
    const pauseMs = failure ? leftMs : Math.min(leftMs, intervalMs)
    this.#askAgain(this.#spread(Math.max(pauseMs, 0), intervalMs))
  }

  #askAgain(afterMs: number): void {
    this.#cancelNext = this.#parts.later(afterMs, () => this.#tick())
  }

  #spread(pauseMs: number, ofMs = pauseMs): number {
    return pauseMs + ofMs * JITTER * this.#parts.random()
  }

  async #succeed({ content, txID }: Pick<PopupAnswer, 'content' | 'txID'>): Promise<void> {
    const checkedAt = this.#parts.clock.now()
    const before = this.#shared.latest
    const isSame = before?.content === content
    await this.#shared.save(
      isSame ? { ...before, checkedAt } : { content, txID, changedAt: checkedAt, checkedAt },
    )
    this.#calls.done += 1
    this.#confirmedAt = checkedAt
    if (this.#failure) this.#parts.log.recovered()
    this.#failure = undefined
  }

  async #fail(cause: PollFailure): Promise<void> {
    const { clock, newTxID, log, intervalMs } = this.#parts
    const { code, message, envelope, retryAfterMs = 0 } = cause
    const before = this.#failure
    const noted = { at: clock.now(), code, message }
    const isNew = before?.noted.code !== code
    // During an outage all visitors get one txID, the one in the log. The service's own are passed on.
    const txID = envelope?.txID || (!isNew && before?.txID) || newTxID()
    const pauseMs = Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS)
    this.#failure = { ...this.#noteOf(noted, txID, envelope), retryAfterMs: pauseMs }
    this.#confirmedAt = undefined
    this.#calls.failed += 1
    if (isNew) log.failed(cause, txID)
    const askAfter = noted.at.add({ milliseconds: Math.max(intervalMs, pauseMs) })
    await this.#shared.saveFailure(noted, askAfter)
  }

  #noteOf(noted: Failure, txID: string, envelope?: PollFailure['envelope']) {
    return { noted, txID, answer: errorAnswer(txID, envelope), retryAfterMs: 0 }
  }
}
