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
import type { Failure, PopupAnswer } from '../../store/types.ts'
import { successAnswer } from './envelope.ts'
import type { LastAnswer } from './last-answer.ts'
import { errorAnswer, failed, fresh, type RelayedAnswer, stale } from './relayed.ts'

export interface PollerParts {
  /** @param signal ends the call when the relay is closed */
  ask(signal: AbortSignal): Promise<Pick<PopupAnswer, 'content' | 'txID'>>
  /** In the store. */
  lastAnswer: Pick<LastAnswer, 'read' | 'keep'>
  intervalMs: number
  staleMs: number
  clock: Clock
  later: Later
  random: () => number
  newTxID: () => string
  /** The error of a call, for the log and the status. */
  failureOf(error: unknown): PollFailure
  log: {
    failed(failure: PollFailure, txID: string): void
    recovered(): void
  }
}

/** Runs a task once after so many milliseconds. @returns a function that cancels it */
export type Later = (milliseconds: number, task: () => void) => () => void

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
/** How long a visitor who wakes it waits. A web server in front may wait for 3 s (docs/files/nginx), the widget for 8 s. */
const PATIENCE_MS = 2_000
/** Added to two intervals: how long an answer is fresh while the service takes its longest for the next one. */
const SLOW_MS = 20_000
/** Random part of the interval, so that agents do not call together. */
const JITTER = 0.1
/** The longest pause that a service is granted. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000

export class Poller {
  readonly #parts: PollerParts
  readonly #closing = new AbortController()
  readonly #answers = { fresh: 0, stale: 0, failed: 0 }
  readonly #calls = { done: 0, failed: 0 }
  #latest: PopupAnswer | undefined
  #made: { from: PopupAnswer; answer: Answer } | undefined
  #failure: { noted: Failure; txID: string; answer: Answer } | undefined
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
  }

  /** For a visitor: at once, except just after waking. */
  answer(): RelayedAnswer | Promise<RelayedAnswer> {
    return this.#ask(() => {
      const found = this.#find()
      this.#answers[found.kind] += 1
      return found
    })
  }

  /** For the agent itself; not counted as a visitor. */
  async peek(): Promise<RelayedAnswer> {
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
    const goOn = () => resolve()
    const cancelPatience = this.#parts.later(PATIENCE_MS, goOn)
    this.#closing.signal.addEventListener('abort', goOn)
    void promise.then(() => {
      cancelPatience()
      this.#closing.signal.removeEventListener('abort', goOn)
      if (this.#firstAnswer === promise) this.#firstAnswer = undefined
    })
    void this.#start().then(goOn)
  }

  state(): PollerState {
    return {
      awake: this.#awake,
      answer: this.#latest,
      failure: this.#failure?.noted,
      answers: this.#answers,
      calls: this.#calls,
    }
  }

  close(): void {
    this.#closing.abort()
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
    const checkedAt = this.#latest?.checkedAt
    const ageMs = checkedAt ? this.#msSince(checkedAt) : Number.POSITIVE_INFINITY
    if (answer && ageMs <= staleMs) return stale(answer, ageMs, intervalMs, this.#failure?.noted.code)
    return failed(this.#failure?.answer ?? errorAnswer(newTxID()))
  }

  /** Made again only if the content differs. */
  #latestAnswer(): Answer | undefined {
    const from = this.#latest
    if (from && (this.#made?.from.content !== from.content || this.#made.from.txID !== from.txID))
      this.#made = { from, answer: successAnswer(from.txID, from.content) }
    return this.#made?.answer
  }

  /** After the clock was set back, an answer can be from the future; its age is unknown, so it counts as old. */
  #msSince(at: Temporal.Instant): number {
    return Math.abs(this.#parts.clock.now().epochMilliseconds - at.epochMilliseconds)
  }

  /** Asks the service and the store at the same time. The store's answer is waited for only where there is no other. */
  async #start(): Promise<void> {
    const reading = this.#parts.lastAnswer.read().then(kept => kept && this.#take(kept))
    await this.#refresh()
    if (!this.#latest) await reading
  }

  /** Takes over what the process before, or another agent, has heard later than this one. */
  #take(kept: PopupAnswer): void {
    const own = this.#latest
    if (!own || this.#msSince(kept.checkedAt) < this.#msSince(own.checkedAt)) this.#confirm(kept)
  }

  /** The same content keeps its first txID, so that its bytes and its tag stay the same. */
  #confirm(heard: PopupAnswer): void {
    const before = this.#latest
    this.#latest = before?.content === heard.content ? { ...before, checkedAt: heard.checkedAt } : heard
  }

  /** Decides whether to call again: not after ten intervals without a visitor. */
  #tick(): void {
    this.#idleIntervals = this.#wanted ? 0 : this.#idleIntervals + 1
    this.#wanted = false
    if (this.#idleIntervals >= IDLE_INTERVALS) this.#awake = false
    else void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const { ask, failureOf, intervalMs, later, random } = this.#parts
    const { signal } = this.#closing
    let pauseMs = 0
    try {
      this.#succeed(await ask(signal))
    } catch (error) {
      if (signal.aborted) return
      pauseMs = this.#fail(failureOf(error))
    }
    if (signal.aborted) return
    const spreadMs = intervalMs + intervalMs * JITTER * random()
    this.#cancelNext = later(Math.max(spreadMs, pauseMs), () => this.#tick())
  }

  #succeed({ content, txID }: Pick<PopupAnswer, 'content' | 'txID'>): void {
    const { clock, log, lastAnswer } = this.#parts
    const checkedAt = clock.now()
    this.#confirm({ content, txID, changedAt: checkedAt, checkedAt })
    this.#calls.done += 1
    this.#confirmedAt = checkedAt
    if (this.#failure) log.recovered()
    this.#failure = undefined
    lastAnswer.keep({ answer: this.#latest, failure: undefined })
  }

  /** @returns how long to wait at least */
  #fail(cause: PollFailure): number {
    const { clock, newTxID, log, lastAnswer } = this.#parts
    const { code, message, envelope, retryAfterMs = 0 } = cause
    const before = this.#failure
    const noted = { at: clock.now(), code, message }
    const isNew = before?.noted.code !== code
    // During an outage all visitors get one txID, the one in the log. The service's own are passed on.
    const txID = envelope?.txID || (!isNew && before?.txID) || newTxID()
    this.#failure = { noted, txID, answer: errorAnswer(txID, envelope) }
    this.#confirmedAt = undefined
    this.#calls.failed += 1
    if (isNew) log.failed(cause, txID)
    lastAnswer.keep({ answer: this.#latest, failure: noted })
    return Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS)
  }
}
