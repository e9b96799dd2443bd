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
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'
import type { Answer } from '../../../shared/server/answer.ts'
import type { Failure, PopupAnswer, PopupRecord } from '../../store/types.ts'
import { failureAnswer, successAnswer } from './envelope.ts'

export interface PollerParts {
  /** @param signal ends the call when the relay is closed */
  ask(signal: AbortSignal): Promise<Pick<PopupAnswer, 'content' | 'txID'>>
  store: PollerStore
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

/** Stores the answer for the next process. */
export interface PollerStore {
  load(): Promise<PopupRecord | undefined>
  /** @returns the stored answer */
  save(answer: PopupAnswer): Promise<PopupAnswer>
  saveFailure(failure: Failure): Promise<void>
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

export interface RelayedAnswer {
  kind: 'fresh' | 'stale' | 'failed'
  answer: Answer
  headers: Readonly<Record<string, string>>
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
/** Random part of the interval, so that agents do not call together. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER_MS = 5 * 60_000
/** An unchanged answer is stored again after this time. */
const SAVE_EVERY_MS = 2 * 60_000

const FRESH = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600' }
// Without stale-if-error, because a cache must not prolong a stale answer.
export const STALE_CACHING = 'public, max-age=15, stale-while-revalidate=60'
const FAILED = { 'cache-control': 'no-store' }
/** A return code can be any text, but a header allows fewer characters. */
const TOKEN = /^[A-Za-z][\w.-]{0,40}$/
const NO_ANSWER =
  'unknown exception: the service cannot be reached, and its last response is missing or too old'

export class Poller {
  readonly #parts: PollerParts
  readonly #closing = new AbortController()
  readonly #answers = { fresh: 0, stale: 0, failed: 0 }
  readonly #calls = { done: 0, failed: 0 }
  #held: { stored: PopupAnswer; answer: Answer } | undefined
  #failure: { noted: Failure; txID: string; answer: Answer; retryAfterMs: number } | undefined
  /** The service has responded since it was woken, and not failed since. */
  #confirmed = false
  /** Waiting visitors continue after the first response of the service, or after their time limit. */
  #firstAnswer: Promise<void> | undefined
  #awake = false
  #wanted = false
  #idleIntervals = 0
  #savedAtMs = 0
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

  /** The same for the agent itself; not counted as a visitor. */
  peek(): RelayedAnswer | Promise<RelayedAnswer> {
    return this.#ask(() => this.#find())
  }

  /** Wakes it without a visitor. */
  wake(): void {
    if (this.#awake || this.#closing.signal.aborted) return
    this.#awake = true
    this.#idleIntervals = 0
    this.#confirmed = false
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
      answer: this.#held?.stored,
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
    const held = this.#held
    if (held && this.#confirmed) return { kind: 'fresh', answer: held.answer, headers: FRESH }
    const ageMs = held ? this.#ageOf(held.stored) : Number.POSITIVE_INFINITY
    if (held && ageMs <= this.#parts.staleMs)
      return { kind: 'stale', answer: held.answer, headers: this.#staleHeaders(ageMs) }
    return { kind: 'failed', answer: this.#failure?.answer ?? this.#noAnswer(), headers: FAILED }
  }

  /** RFC 9111 Age, and RFC 9211 Cache-Status with the reason. */
  #staleHeaders(ageMs: number): Record<string, string> {
    const age = Math.round(ageMs / 1000)
    const ttl = Math.min(0, Math.round((this.#parts.intervalMs - ageMs) / 1000))
    const code = this.#failure?.noted.code ?? ''
    const why = TOKEN.test(code) ? `; detail=${code}` : ''
    return {
      'cache-control': STALE_CACHING,
      age: `${age}`,
      'cache-status': `schoolbell; hit; ttl=${ttl}${why}`,
    }
  }

  #noAnswer(): Answer {
    return failureAnswer({ txID: this.#parts.newTxID(), code: 'D20000', message: NO_ANSWER })
  }

  /** After the clock was set back, an answer can be from the future; its age is unknown, so it counts as old. */
  #ageOf({ checkedAt }: PopupAnswer): number {
    return Math.abs(this.#parts.clock.now().epochMilliseconds - checkedAt.epochMilliseconds)
  }

  /** @param goOn ends the wait of visitors for the first response */
  async #start(goOn: () => void): Promise<void> {
    const { intervalMs, later } = this.#parts
    await this.#load()
    if (this.#closing.signal.aborted) return
    const waitMs = this.#held ? intervalMs - this.#ageOf(this.#held.stored) : 0
    if (waitMs > 0) {
      // It was confirmed a moment ago, before a restart or by another agent.
      this.#confirmed = true
      this.#cancelNext = later(waitMs, () => this.#tick())
      return
    }
    const cancelPatience = later(PATIENCE_MS, goOn)
    await this.#refresh()
    cancelPatience()
  }

  /** The last answer of this process, or a newer one of another process. */
  async #load(): Promise<void> {
    try {
      const stored = (await this.#parts.store.load())?.answer
      if (!stored) return
      const held = this.#held?.stored
      if (!held || Temporal.Instant.compare(stored.checkedAt, held.checkedAt) > 0) this.#hold(stored)
      this.#savedAtMs = stored.checkedAt.epochMilliseconds
    } catch (error) {
      this.#parts.log.storeFailed(error)
    }
  }

  /** Decides whether to call again: not after ten intervals without a visitor. */
  #tick(): void {
    this.#idleIntervals = this.#wanted ? 0 : this.#idleIntervals + 1
    this.#wanted = false
    if (this.#idleIntervals >= IDLE_INTERVALS) this.#awake = false
    else void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const { ask, failureOf, intervalMs, random, later } = this.#parts
    const { signal } = this.#closing
    try {
      await this.#take(await ask(signal))
    } catch (error) {
      if (signal.aborted) return
      await this.#fail(failureOf(error))
    }
    if (signal.aborted) return
    const pauseMs = intervalMs * (1 + JITTER * random())
    this.#cancelNext = later(Math.max(pauseMs, this.#failure?.retryAfterMs ?? 0), () => this.#tick())
  }

  async #take({ content, txID }: Pick<PopupAnswer, 'content' | 'txID'>): Promise<void> {
    const checkedAt = this.#parts.clock.now()
    const held = this.#held?.stored
    const isSame = held?.content === content
    const heard = isSame ? { ...held, checkedAt } : { content, txID, changedAt: checkedAt, checkedAt }
    const isKept = isSame && !this.#failure && !this.#isSavingDue(checkedAt)
    this.#hold(isKept ? heard : await this.#save(heard))
    this.#calls.done += 1
    this.#confirmed = true
    if (this.#failure) this.#parts.log.recovered()
    this.#failure = undefined
  }

  async #save(heard: PopupAnswer): Promise<PopupAnswer> {
    try {
      const stored = await this.#parts.store.save(heard)
      this.#savedAtMs = heard.checkedAt.epochMilliseconds
      return stored
    } catch (error) {
      this.#parts.log.storeFailed(error)
      return heard
    }
  }

  /** Made again only if the content differs. */
  #hold(stored: PopupAnswer): void {
    const held = this.#held
    const isSame = held?.stored.content === stored.content && held.stored.txID === stored.txID
    this.#held = { stored, answer: isSame ? held.answer : successAnswer(stored.txID, stored.content) }
  }

  async #fail(cause: PollFailure): Promise<void> {
    const { clock, newTxID, log, store } = this.#parts
    const { code, message, envelope, retryAfterMs = 0 } = cause
    const before = this.#failure
    const noted = { at: clock.now(), code, message }
    const isNew = before?.noted.code !== code
    const isDue = this.#isSavingDue(noted.at)
    // During an outage all visitors get one txID, the one in the log. The service's own are passed on.
    const txID = envelope?.txID || (!isNew && before?.txID) || newTxID()
    const answer = failureAnswer({ code: 'D20000', message: NO_ANSWER, ...envelope, txID })
    this.#failure = { noted, txID, answer, retryAfterMs: Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS) }
    this.#confirmed = false
    this.#calls.failed += 1
    if (isNew) log.failed(cause, txID)
    if (!isNew && !isDue) return
    try {
      await store.saveFailure(noted)
      this.#savedAtMs = noted.at.epochMilliseconds
    } catch (error) {
      log.storeFailed(error)
    }
  }

  #isSavingDue(now: Temporal.Instant): boolean {
    return Math.abs(now.epochMilliseconds - this.#savedAtMs) >= SAVE_EVERY_MS
  }
}
