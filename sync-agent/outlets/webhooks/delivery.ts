/**
 * Works the outbox off while this agent leads: what is due is sent, a few at a time to each target, so that a target that
 * is slow or dead takes nothing from the others.
 *
 * Of one entry no two messages are under way to one target. A message leaves the queue in a transaction after its target
 * has taken it, so whatever ends in between is sent again, under the same `webhook-id`: at least once.
 */

import type { Logger } from 'pino'
import type { Clock } from '../../../shared/clock.ts'
import { codeOf } from '../../../shared/error-code.ts'
import type { Metrics } from '../../metrics.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import type { ReadyTarget } from '../../store/webhook-targets.ts'
import type { WebhookMessage } from '../../store/webhook-types.ts'
import { messageOf } from '../../sync/failure.ts'
import type { Lease } from '../../sync/lease.ts'
import { type Outcome, outcomeOf, outcomeOfError } from './attempt.ts'
import { bodyOf } from './message.ts'
import { retryPlan } from './retry-plan.ts'
import type { Secrets } from './secrets.ts'
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

export interface Delivery {
  /** From now on, whenever this agent leads. */
  begin(): void
  /** Starts what is due. @returns when something else will be; undefined when nothing waits, or another agent leads */
  dispatch(): Promise<number | undefined>
  /** Ends when nothing is under way. */
  settled(): Promise<void>
  /** Ends within moments: what is under way may end by itself for a second, and is then cut off. */
  close(): Promise<void>
}

const AT_A_TIME = 4
/** What an operator's command has written is found by looking. */
const LOOK_MS = 2_000
const CLOSE_GRACE_MS = 1_000
/** A target whose message cannot be noted as sent is left alone for this long. */
const UNNOTED_PAUSE_MS = 30_000
const PRUNE_EVERY_MS = 3_600_000
const DELIVERED_KEPT_MS = 7 * 86_400_000
const MOST_DEAD = 10_000

export function createDelivery(parts: DeliveryParts): Delivery {
  const { store, lease, watch, clock } = parts
  const logger = parts.logger.child({ part: 'webhooks' })
  const underWay = new Map<number, Map<string, Promise<void>>>()
  const unnoted = new Map<number, number>()
  const closing = new AbortController()
  const bell = createBell()
  let ended = false
  let running: Promise<void> | undefined
  let prunedAt = Number.NEGATIVE_INFINITY
  const now = () => clock.now().epochMilliseconds

  const dispatch = async () => {
    const token = lease.token()
    if (token === undefined || ended) return undefined
    const at = now()
    const { ready, nextAt } = await store.webhooks.readyTargets(at)
    let next = nextAt
    for (const target of ready) {
      const due = await startDue(target, token, at)
      if (due !== undefined) next = Math.min(next ?? due, due)
    }
    if (at - prunedAt >= PRUNE_EVERY_MS) {
      prunedAt = at
      const limits = { now: at, deliveredBefore: at - DELIVERED_KEPT_MS, mostDead: MOST_DEAD }
      if (ready.length > 0) await store.webhooks.pruneMessages(token, limits)
    }
    return next
  }

  const startDue = async (target: ReadyTarget, token: number, at: number) => {
    const pausedUntil = unnoted.get(target.id)
    if (pausedUntil !== undefined && pausedUntil > at) return pausedUntil
    const own = underWay.get(target.id) ?? new Map<string, Promise<void>>()
    underWay.set(target.id, own)
    const most = target.failuresInARow > 0 ? 1 : AT_A_TIME
    if (own.size >= most) return undefined
    // Among those due stand those under way; one that ends while they are read must not begin again.
    const busy = new Set(own.keys())
    const due = await store.webhooks.dueMessages(target.id, at, most + own.size)
    for (const message of due) {
      const key = entryKey(message)
      if (own.size >= most || ended) break
      if (busy.has(key) || own.has(key)) continue
      const attempt = deliver(message, target, token).finally(() => {
        own.delete(key)
        bell.ring()
      })
      own.set(key, attempt)
    }
    return store.webhooks.nextDue(target.id, at)
  }

  const deliver = async (message: WebhookMessage, target: ReadyTarget, token: number) => {
    try {
      const body = await bodyOf(message, parts)
      if (body === undefined) return await store.webhooks.dropMessage(token, message.id)
      const outcome = await attemptOnce(message, target, body)
      if (!outcome) return
      parts.metrics.webhookAttempts.inc({ target: target.id, outcome: outcome.kind })
      await note(outcome, message, target, token)
    } catch (error) {
      unnoted.set(target.id, now() + UNNOTED_PAUSE_MS)
      if (codeOf(error) === 'LEASE_LOST') lease.noteLoss(token)
      logger.error({ target: target.id, err: error }, `a message's fate cannot be noted: ${messageOf(error)}`)
    }
  }

  /** Undefined when the agent was closed meanwhile. */
  const attemptOnce = async (message: WebhookMessage, target: ReadyTarget, body: string) => {
    try {
      const atMs = now()
      const valid = parts.secrets.of(await store.webhooks.secrets(target.id, atMs))
      const signed = signedHeaders({ messageId: message.messageId, atMs, body }, valid)
      return outcomeOf(await parts.send(target.url, { signed, body }, closing.signal))
    } catch (error) {
      return closing.signal.aborted ? undefined : outcomeOfError(error, target.url)
    }
  }

  const note = async (outcome: Outcome, message: WebhookMessage, target: ReadyTarget, token: number) => {
    const at = now()
    // An address may hold a token of its own; the target's number says enough.
    const which = {
      target: target.id,
      messageId: message.messageId,
      type: message.type,
      status: outcome.status,
    }
    if (outcome.kind === 'delivered') {
      await store.webhooks.noteDelivered(token, message, at, outcome.status)
      const level = target.failuresInARow > 0 ? 'info' : 'debug'
      logger[level](which, `webhook ${target.id} has taken a message`)
    } else if (outcome.kind === 'gone') {
      await store.webhooks.noteGone(token, message, { at, ...outcome })
      logger.warn(
        which,
        `webhook ${target.id} wants no more messages (410); it is told nothing until resumed`,
      )
    } else {
      const plan = retryPlan({ ...outcome, now: at, random: parts.random })
      const noted = await store.webhooks.noteFailed(token, message, { at, ...outcome }, plan)
      const level = noted.failuresInARow === 1 ? 'warn' : 'debug'
      logger[level](which, `webhook ${target.id} has not taken a message: ${outcome.failure}`)
      if (noted.givenUp) logger.error(which, `a message to webhook ${target.id} is given up after three days`)
    }
  }

  const run = async () => {
    let hasFailed = false
    while (!ended) {
      let seq: number | undefined
      let next: number | undefined
      try {
        if (lease.token() !== undefined) {
          seq = await store.lastSeq()
          next = await dispatch()
        }
        hasFailed = false
      } catch (error) {
        if (!hasFailed) logger.error({ err: error }, `the outbox cannot be read: ${messageOf(error)}`)
        hasFailed = true
      }
      if (!ended) await rest(hasFailed ? undefined : seq, next)
    }
  }

  /** Until something is due, has changed or has come to an end. */
  const rest = async (seq: number | undefined, next: number | undefined) => {
    const over = new AbortController()
    const sleepMs = Math.max(0, Math.min(LOOK_MS, (next ?? Number.POSITIVE_INFINITY) - now()))
    const timer = setTimeout(bell.ring, sleepMs).unref()
    if (seq !== undefined) void watch.moved(seq, over.signal).then(() => over.signal.aborted || bell.ring())
    await bell.heard()
    clearTimeout(timer)
    over.abort()
  }

  const settled = async () => {
    await Promise.all([...underWay.values()].flatMap(own => [...own.values()]))
  }
  return {
    begin() {
      running ??= run()
    },
    dispatch,
    settled,
    async close() {
      ended = true
      const cut = setTimeout(() => closing.abort(), CLOSE_GRACE_MS).unref()
      await settled()
      clearTimeout(cut)
      closing.abort()
      bell.ring()
      await running
    },
  }
}

const entryKey = ({ siteId, lang, newsId, messageId }: WebhookMessage) =>
  newsId === undefined ? messageId : `${siteId}/${lang}/${newsId}`

/** Rung while nobody listens, it is heard by the next who does. */
function createBell() {
  let rung = false
  let hear: (() => void) | undefined
  return {
    ring() {
      rung = true
      hear?.()
    },
    async heard() {
      if (!rung) await new Promise<void>(resolve => (hear = resolve))
      rung = false
      hear = undefined
    },
  }
}
