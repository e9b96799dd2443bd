/**
 * The messages of one site in one language, kept fresh while visitors ask for them.
 *
 * It is asleep until it is woken, by a visitor or ahead of the first. Awake, it asks the service once an interval, whatever
 * the number of visitors, and answers all of them out of memory; after ten intervals in which nobody asked, it sleeps again
 * and keeps what it has.
 *
 * Whoever wakes it waits for the service's word, but not for long: a signal that went up in the night must reach the
 * first parent of the morning, and a service that hangs must not keep him waiting. Everybody else is answered at once.
 *
 * When the service fails, its last good answer stands, marked, until it is older than the limit. Then comes a failure
 * envelope.
 */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'
import type { Failure, PopupAnswer, PopupRecord } from '../../store/types.ts'
import { type Rendered, renderFailure, renderSuccess } from './rendered.ts'

export interface WatchParts {
  /** @param signal ends the call when the relay is closed */
  ask(signal: AbortSignal): Promise<Pick<PopupAnswer, 'content' | 'txID'>>
  kept: KeptAnswer
  intervalMs: number
  staleMs: number
  clock: Clock
  later: Later
  random: () => number
  newTxID: () => string
  /** What a call or the store fails with, in the terms of the log and the status. */
  failureOf(error: unknown): WatchFailure
  told: {
    failed(failure: WatchFailure, txID: string): void
    recovered(): void
    notKept(error: unknown): void
  }
}

/** Where the answer outlives the process. */
export interface KeptAnswer {
  load(): Promise<PopupRecord | undefined>
  keep(answer: PopupAnswer): Promise<PopupAnswer>
  noteFailure(failure: Failure): Promise<void>
}

/** Runs a task once after so many milliseconds. @returns what takes it back */
export type Later = (milliseconds: number, task: () => void) => () => void

export interface WatchFailure {
  code: string
  message: string
  /** The service's own verdict, where it gave one. */
  envelope?: { code: string; message: string; txID: string }
  retryAfterMs?: number
}

export interface Told {
  kind: 'fresh' | 'stale' | 'failed'
  rendered: Rendered
  headers: Readonly<Record<string, string>>
}

export interface WatchState {
  awake: boolean
  answer: PopupAnswer | undefined
  failure: Failure | undefined
  answers: Record<Told['kind'], number>
  calls: { done: number; failed: number }
}

export interface Watch {
  /** For a visitor: at once, but for the first moments after waking. */
  answer(): Told | Promise<Told>
  /** The same for the agent itself, which is no visitor to be counted. */
  hear(): Told | Promise<Told>
  /** As a visitor would, but none waits for an answer. */
  wake(): void
  state(): WatchState
  close(): void
}

const IDLE_INTERVALS = 10
/** Visitors' patience after waking, with an answer that may be out of date and with none. The widget's own is 8 s. */
const PATIENCE_MS = { withAnswer: 2_000, withNone: 6_000 }
/** Agents that were started together drift apart by this share of the interval. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER_MS = 5 * 60_000
/** How old the store's knowledge of an unchanged answer may become. */
const KEEP_EVERY_MS = 2 * 60_000

const FRESH = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600' }
// What has outlived its time here is not to outlive it again in a cache on the way.
const STALE_CACHING = 'public, max-age=15, stale-while-revalidate=60'
const FAILED = { 'cache-control': 'no-store' }
/** A return code is whatever the service wrote, and a header carries less than that. */
const TOKEN = /^[A-Za-z][\w.-]{0,40}$/
const NO_ANSWER =
  'unknown exception: the service cannot be asked now, and its last answer is missing or too old'

export function createWatch(parts: WatchParts): Watch {
  const { ask, kept, intervalMs, staleMs, clock, later, random, newTxID, failureOf, told } = parts
  const closing = new AbortController()
  const answers = { fresh: 0, stale: 0, failed: 0 }
  const calls = { done: 0, failed: 0 }
  let held: { answer: PopupAnswer; rendered: Rendered } | undefined
  let failure: { noted: Failure; txID: string; rendered: Rendered; retryAfterMs: number } | undefined
  /** The service has said so since the last waking, and not failed since. */
  let confirmed = false
  /** Visitors wait for it: the first word of the service after waking, or the end of their patience. */
  let firstWord: Promise<void> | undefined
  let awake = false
  let wanted = false
  let idleIntervals = 0
  let keptAtMs = 0
  let cancelNext = () => {}

  function sayTo(listener: () => Told): Told | Promise<Told> {
    wanted = true
    wake()
    return firstWord ? firstWord.then(listener) : listener()
  }

  function tell(): Told {
    const found = find()
    answers[found.kind] += 1
    return found
  }

  function find(): Told {
    if (held && confirmed) return { kind: 'fresh', rendered: held.rendered, headers: FRESH }
    const ageMs = held ? ageOf(held.answer) : Number.POSITIVE_INFINITY
    if (held && ageMs <= staleMs)
      return { kind: 'stale', rendered: held.rendered, headers: staleHeaders(ageMs) }
    return { kind: 'failed', rendered: failure?.rendered ?? renderNoAnswer(), headers: FAILED }
  }

  /** RFC 9111 Age, and RFC 9211 Cache-Status with why. */
  function staleHeaders(ageMs: number): Record<string, string> {
    const age = Math.round(ageMs / 1000)
    const ttl = Math.min(0, Math.round((intervalMs - ageMs) / 1000))
    const code = failure?.noted.code ?? ''
    const why = TOKEN.test(code) ? `; detail=${code}` : ''
    return {
      'cache-control': STALE_CACHING,
      age: `${age}`,
      'cache-status': `schoolbell; hit; ttl=${ttl}${why}`,
    }
  }

  function renderNoAnswer(): Rendered {
    return renderFailure({ txID: newTxID(), code: 'D20000', message: NO_ANSWER })
  }

  /** A clock that was set back leaves an answer from the future; nobody knows how old that is, so it counts as old. */
  const ageOf = ({ checkedAt }: PopupAnswer) =>
    Math.abs(clock.now().epochMilliseconds - checkedAt.epochMilliseconds)

  function wake(): void {
    if (awake || closing.signal.aborted) return
    awake = true
    idleIntervals = 0
    confirmed = false
    const { promise, resolve } = Promise.withResolvers<void>()
    let cancelPatience = () => {}
    const goOn = () => {
      cancelPatience()
      if (firstWord === promise) firstWord = undefined
      resolve()
    }
    firstWord = promise
    closing.signal.addEventListener('abort', goOn, { once: true })
    void (async () => {
      await load()
      if (closing.signal.aborted) return
      const waitMs = held ? intervalMs - ageOf(held.answer) : 0
      if (waitMs > 0) {
        // Asked a moment ago, before a restart or by another agent.
        confirmed = true
        cancelNext = later(waitMs, tick)
      } else {
        cancelPatience = later(held ? PATIENCE_MS.withAnswer : PATIENCE_MS.withNone, goOn)
        await refresh()
      }
      closing.signal.removeEventListener('abort', goOn)
      goOn()
    })()
  }

  /** What this process said last, or another one has heard since. */
  async function load(): Promise<void> {
    try {
      const stored = (await kept.load())?.answer
      if (!stored) return
      if (!held || Temporal.Instant.compare(stored.checkedAt, held.answer.checkedAt) > 0) await hold(stored)
      keptAtMs = stored.checkedAt.epochMilliseconds
    } catch (error) {
      told.notKept(error)
    }
  }

  function tick(): void {
    idleIntervals = wanted ? 0 : idleIntervals + 1
    wanted = false
    if (idleIntervals >= IDLE_INTERVALS) awake = false
    else void refresh()
  }

  async function refresh(): Promise<void> {
    try {
      await take(await ask(closing.signal))
    } catch (error) {
      if (closing.signal.aborted) return
      await fail(failureOf(error))
    }
    if (closing.signal.aborted) return
    const pauseMs = intervalMs * (1 + JITTER * random())
    cancelNext = later(Math.max(pauseMs, failure?.retryAfterMs ?? 0), tick)
  }

  async function take({ content, txID }: Pick<PopupAnswer, 'content' | 'txID'>): Promise<void> {
    const checkedAt = clock.now()
    const isSame = held?.answer.content === content
    const heard =
      isSame && held ? { ...held.answer, checkedAt } : { content, txID, changedAt: checkedAt, checkedAt }
    const isDue = Math.abs(checkedAt.epochMilliseconds - keptAtMs) >= KEEP_EVERY_MS
    await hold(isSame && !failure && !isDue ? heard : await keep(heard))
    calls.done += 1
    confirmed = true
    if (failure) told.recovered()
    failure = undefined
  }

  async function keep(heard: PopupAnswer): Promise<PopupAnswer> {
    try {
      const stands = await kept.keep(heard)
      keptAtMs = heard.checkedAt.epochMilliseconds
      return stands
    } catch (error) {
      told.notKept(error)
      return heard
    }
  }

  /** Bytes are made anew only when they differ. */
  async function hold(answer: PopupAnswer): Promise<void> {
    const isSame = held?.answer.content === answer.content && held.answer.txID === answer.txID
    const rendered = isSame && held ? held.rendered : await renderSuccess(answer.txID, answer.content)
    held = { answer, rendered }
  }

  async function fail(cause: WatchFailure): Promise<void> {
    const { code, message, envelope, retryAfterMs = 0 } = cause
    const noted = { at: clock.now(), code, message }
    const isNew = failure?.noted.code !== code
    const isDue = Math.abs(noted.at.epochMilliseconds - keptAtMs) >= KEEP_EVERY_MS
    // During one outage visitors are told one txID, the one in the log; the service's own are each worth telling.
    const txID = envelope?.txID ?? (isNew ? newTxID() : failure?.txID) ?? newTxID()
    const rendered = renderFailure({ code: 'D20000', message: NO_ANSWER, ...envelope, txID })
    failure = { noted, txID, rendered, retryAfterMs: Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS) }
    confirmed = false
    calls.failed += 1
    if (isNew) told.failed(cause, txID)
    if (!isNew && !isDue) return
    try {
      await kept.noteFailure(noted)
      keptAtMs = noted.at.epochMilliseconds
    } catch (error) {
      told.notKept(error)
    }
  }

  return {
    answer: () => sayTo(tell),
    hear: () => sayTo(find),
    wake,
    state: () => ({ awake, answer: held?.answer, failure: failure?.noted, answers, calls }),
    close() {
      closing.abort()
      cancelNext()
    },
  }
}
