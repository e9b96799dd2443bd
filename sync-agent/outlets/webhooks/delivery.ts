/**
 * Sends the messages of the outbox while this agent leads, a few at a time to each target, so that a slow target does not
 * delay the others.
 *
 * For each target there is never more than one attempt at a time for one entry. A message leaves the queue after the
 * target has accepted it. If the process ends in between, it is sent again with the same `webhook-id`: at least once.
 */

import type { Logger } from 'pino'
import type { Clock } from '../../../shared/clock.ts'
import { codeOf } from '../../../shared/error-code.ts'
import type { Metrics } from '../../metrics.ts'
import { isPaused } from '../../pause.ts'
import { levelOf } from '../../store/availability.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import type { ReadyTarget } from '../../store/webhook-targets.ts'
import type { WebhookMessage } from '../../store/webhook-types.ts'
import { messageOf } from '../../sync/failure.ts'
import type { Lease } from '../../sync/lease.ts'
import { type Outcome, outcomeOf, outcomeOfError } from './attempt.ts'
import { bodyOf } from './message.ts'
import { retryPlan } from './retry-plan.ts'
import { type Secrets, WebhookKeyError } from './secrets.ts'
import type { Send } from './send.ts'
import { signedHeaders } from './signature.ts'

export interface DeliveryParts {
  store: Pick<AgentStore, 'webhooks' | 'getNews' | 'lastSeq'>
  lease: Pick<Lease, 'token' | 'noteLoss'>
  watch: SeqWatch
  secrets: Secrets
  send: Send
  zone: string
  publicUrl: string | undefined
  clock: Clock
  random: () => number
  logger: Logger
  metrics: Pick<Metrics, 'webhookAttempts'>
}

const AT_A_TIME = 4
/** How often the store is checked for an operator's commands. */
const LOOK_MS = 2_000
const CLOSE_GRACE_MS = 1_000
/** Pause of a target when the result of an attempt cannot be recorded. */
const UNRECORDED_PAUSE_MS = 30_000
const PRUNE_EVERY_MS = 3_600_000
const DELIVERED_KEPT_MS = 7 * 86_400_000
const MOST_DEAD = 10_000

export class Delivery {
  readonly #parts: DeliveryParts
  readonly #logger: Logger
  /** Attempts in progress, by target and entry. */
  readonly #underWay = new Map<number, Map<string, Promise<void>>>()
  /** Until when a target pauses. */
  readonly #pausedUntil = new Map<number, number>()
  readonly #closing = new AbortController()
  readonly #signal = createSignal()
  #ended = false
  #running: Promise<void> | undefined
  /** The lease's, since when this agent leads. */
  #token: number | undefined
  #pruneAt = 0

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    this.#logger = parts.logger.child({ part: 'webhooks' })
  }

  /** Starts; it sends whenever this agent leads. */
  begin(): void {
    this.#running ??= this.#checkKey().then(() => this.#run())
  }

  /** Starts to send due messages. @returns when the next one is due; undefined if none waits, or another agent leads */
  async dispatch(): Promise<number | undefined> {
    const { store, lease } = this.#parts
    const token = lease.token()
    if (token === undefined || this.#ended) return undefined
    if (token !== this.#token) await store.webhooks.forgetPauses(token)
    this.#token = token
    const at = this.#now()
    const { ready, nextAt } = await store.webhooks.readyTargets(at)
    let next = nextAt
    for (const target of ready) {
      const due = await this.#startDue(target, token, at)
      if (due !== undefined) next = Math.min(next ?? due, due)
    }
    if (!isPaused(this.#pruneAt, at, PRUNE_EVERY_MS)) {
      this.#pruneAt = at + PRUNE_EVERY_MS
      const limits = { now: at, deliveredBefore: at - DELIVERED_KEPT_MS, mostDead: MOST_DEAD }
      if (ready.length > 0) await store.webhooks.pruneMessages(token, limits)
    }
    return next
  }

  /** Resolves when no attempt is in progress. */
  async settled(): Promise<void> {
    await Promise.all([...this.#underWay.values()].flatMap(own => [...own.values()]))
  }

  /** Attempts in progress have a second to end; then they are aborted. */
  async close(): Promise<void> {
    this.#ended = true
    const cut = setTimeout(() => this.#closing.abort(), CLOSE_GRACE_MS).unref()
    await this.settled()
    clearTimeout(cut)
    this.#closing.abort()
    this.#signal.send()
    await this.#running
  }

  /** An agent that waits for the lease says at its start what would keep it from sending. */
  async #checkKey(): Promise<void> {
    const { store, secrets } = this.#parts
    try {
      for (const { id } of await store.webhooks.targets())
        secrets.of(await store.webhooks.secrets(id, this.#now()))
    } catch (error) {
      if (error instanceof WebhookKeyError)
        this.#logger.warn(`this agent cannot sign messages for all webhooks: ${error.message}`)
    }
  }

  async #run(): Promise<void> {
    const { store, lease } = this.#parts
    let hasFailed = false
    while (!this.#ended) {
      let seq: number | undefined
      let next: number | undefined
      try {
        if (lease.token() !== undefined) {
          seq = await store.lastSeq()
          next = await this.dispatch()
        }
        hasFailed = false
      } catch (error) {
        if (!hasFailed)
          this.#logger[levelOf('error', error)]({ err: error }, `cannot read the outbox: ${messageOf(error)}`)
        hasFailed = true
      }
      if (!this.#ended) await this.#rest(hasFailed ? undefined : seq, next)
    }
  }

  /** Resolves when something is due, has changed or has ended. */
  async #rest(seq: number | undefined, next: number | undefined): Promise<void> {
    const { send, received } = this.#signal
    const over = new AbortController()
    const sleepMs = Math.max(0, Math.min(LOOK_MS, (next ?? Number.POSITIVE_INFINITY) - this.#now()))
    const timer = setTimeout(send, sleepMs).unref()
    if (seq !== undefined)
      void this.#parts.watch.moved(seq, over.signal).then(() => over.signal.aborted || send())
    await received()
    clearTimeout(timer)
    over.abort()
  }

  async #startDue(target: ReadyTarget, token: number, at: number): Promise<number | undefined> {
    const { webhooks } = this.#parts.store
    const pausedUntil = this.#pausedUntil.get(target.id)
    if (pausedUntil !== undefined && isPaused(pausedUntil, at, UNRECORDED_PAUSE_MS)) return pausedUntil
    const own = this.#underWay.get(target.id) ?? new Map<string, Promise<void>>()
    this.#underWay.set(target.id, own)
    const most = target.failuresInARow > 0 ? 1 : AT_A_TIME
    if (own.size >= most) return undefined
    // The due messages include those in progress. One that ends while they are read must not start again.
    const busy = new Set(own.keys())
    const due = await webhooks.dueMessages(target.id, at, most + own.size)
    for (const message of due) {
      const key = entryKey(message)
      if (own.size >= most || this.#ended) break
      if (busy.has(key) || own.has(key)) continue
      const attempt = this.#deliver(message, target, token).finally(() => {
        own.delete(key)
        this.#signal.send()
      })
      own.set(key, attempt)
    }
    return webhooks.nextDue(target.id, at)
  }

  async #deliver(message: WebhookMessage, target: ReadyTarget, token: number): Promise<void> {
    const { store, lease, metrics } = this.#parts
    try {
      const body = await bodyOf(message, this.#parts)
      if (body === undefined) return await store.webhooks.dropMessage(token, message.id)
      const outcome = await this.#attempt(message, target, body)
      if (!outcome) return
      metrics.webhookAttempts.inc({ target: target.id, outcome: outcome.kind })
      await this.#note(outcome, message, target, token)
    } catch (error) {
      this.#pausedUntil.set(target.id, this.#now() + UNRECORDED_PAUSE_MS)
      if (codeOf(error) === 'LEASE_LOST') lease.noteLoss(token)
      this.#logger[levelOf('error', error)](
        { target: target.id, err: error },
        `cannot record the result of an attempt: ${messageOf(error)}`,
      )
    }
  }

  /** Undefined if the agent was closed. */
  async #attempt(message: WebhookMessage, target: ReadyTarget, body: string): Promise<Outcome | undefined> {
    const { store, secrets, send } = this.#parts
    const { signal } = this.#closing
    const atMs = this.#now()
    const kept = await store.webhooks.secrets(target.id, atMs)
    try {
      const valid = secrets.of(kept)
      const signed = signedHeaders({ messageId: message.messageId, atMs, body }, valid)
      return outcomeOf(await send(target.url, { signed, body }, signal))
    } catch (error) {
      return signal.aborted ? undefined : outcomeOfError(error, target.url)
    }
  }

  async #note(outcome: Outcome, message: WebhookMessage, target: ReadyTarget, token: number): Promise<void> {
    const { random, store } = this.#parts
    const logger = this.#logger
    const at = this.#now()
    // No address, because it may contain a token.
    const which = {
      target: target.id,
      messageId: message.messageId,
      type: message.type,
      status: outcome.status,
    }
    if (outcome.kind === 'delivered') {
      await store.webhooks.noteDelivered(token, message, at, outcome.status)
      const level = target.failuresInARow > 0 ? 'info' : 'debug'
      logger[level](which, `webhook ${target.id} has accepted a message`)
    } else if (outcome.kind === 'gone') {
      await store.webhooks.noteGone(token, message, { at, ...outcome })
      logger.warn(
        which,
        `webhook ${target.id} wants no more messages (410); none are sent until it is resumed`,
      )
    } else {
      const plan = retryPlan({ ...outcome, now: at, random })
      const noted = await store.webhooks.noteFailed(token, message, { at, ...outcome }, plan)
      const level = noted.failuresInARow === 1 ? 'warn' : 'debug'
      logger[level](which, `webhook ${target.id} has not accepted a message: ${outcome.failure}`)
      if (noted.givenUp)
        logger.error(
          which,
          `a message to webhook ${target.id} has failed for three days and is not sent any more`,
        )
    }
  }

  #now(): number {
    return this.#parts.clock.now().epochMilliseconds
  }
}

const entryKey = ({ siteId, lang, newsId, messageId }: WebhookMessage) =>
  newsId === undefined ? messageId : `${siteId}/${lang}/${newsId}`

/** A signal: if nobody waits for it, the next one who waits gets it at once. */
function createSignal() {
  let isSent = false
  let resume: (() => void) | undefined
  return {
    send() {
      isSent = true
      resume?.()
    },
    async received() {
      if (!isSent) await new Promise<void>(resolve => (resume = resolve))
      isSent = false
      resume = undefined
    },
  }
}
