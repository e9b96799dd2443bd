/**
 * A webhook as a follower of the change log: each change is a signed message, a few at a time.
 *
 * A message has the same `webhook-id` each time that it says the same, so that a receiver recognises one that comes again.
 */

import { createHash } from 'node:crypto'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Clock } from '../../../shared/clock.ts'
import {
  type ApplyCall,
  type Follower,
  FollowerError,
  type Given,
  type Refused,
  subjectOf,
} from '../../log/follower.ts'
import type { Metrics } from '../../metrics.ts'
import { firstSyncs } from '../../store/change-log.ts'
import { markAt } from '../../store/change-marks.ts'
import { destinationsOf, followerOf, noteGone } from '../../store/destinations.ts'
import { readFollower } from '../../store/followers.ts'
import type { AgentStore } from '../../store/store.ts'
import { validSecrets } from '../../store/webhook-secrets.ts'
import { streamName } from '../../stream.ts'
import type { NewsView } from '../news/item.ts'
import { type Outcome, outcomeOf, outcomeOfError } from './attempt.ts'
import { eventOf, type Told } from './event.ts'
import { bodyOf } from './message.ts'
import { type Secrets, WebhookKeyError } from './secrets.ts'
import type { Send } from './send.ts'
import { signedHeaders } from './signature.ts'
import { WEBHOOK, type Webhook, type WebhookOwn } from './webhook.ts'

export interface WebhookParts {
  store: AgentStore
  secrets: Secrets
  send: Send
  view: NewsView
  publicUrl: string | undefined
  clock: Clock
  metrics: Pick<Metrics, 'webhookAttempts'>
}

const AT_A_TIME = 4
const AT_MOST = 16

/** Of all targets that are neither paused nor gone. */
export async function webhookFollowers(parts: WebhookParts): Promise<Follower[]> {
  const { store } = parts
  const targets = (await webhooksIn(store)).filter(({ state }) => state === 'active')
  if (targets.length === 0) return []
  const ends = await firstSyncs(store.reading)
  const all = targets.map(async target => {
    const began = (await readFollower(store, followerOf(target)))?.began
    return webhookFollower({ target, began, firstSyncs: ends }, parts)
  })
  return Promise.all(all)
}

/** An agent that waits for the lease says at its start what would keep it from sending. */
export async function tellWrongKey({ store, secrets, clock }: WebhookParts, logger: Logger): Promise<void> {
  const now = clock.now().epochMilliseconds
  try {
    for (const { id } of await webhooksIn(store)) secrets.of(await validSecrets(store, id, now))
  } catch (error) {
    // A store that is away is told of by the cycles.
    if (error instanceof WebhookKeyError)
      logger.warn(`this agent cannot sign messages for all webhooks: ${error.message}`)
  }
}

const webhooksIn = (store: AgentStore) => destinationsOf<WebhookOwn>(store, WEBHOOK)

function webhookFollower(told: Told, parts: WebhookParts): Follower {
  const { target } = told
  return {
    name: followerOf(target),
    atMost: AT_MOST,
    wants: given => eventOf(given, told) !== undefined,
    async apply(changes, { token, signal }) {
      const over = new AbortController()
      const call = { token, signal: AbortSignal.any([signal, over.signal]) }
      const queue = new PQueue({ concurrency: AT_A_TIME })
      const sent = changes.map(given => queue.add(() => sendOne(given, told, call, parts)))
      try {
        return (await Promise.all(sent)).filter(refused => refused !== undefined)
      } finally {
        // After the first that ends all of it.
        over.abort()
        queue.clear()
        await queue.onIdle()
      }
    },
  }
}

/** @returns undefined if it was delivered, or there is nothing to say */
async function sendOne(
  given: Given,
  told: Told,
  { token, signal }: ApplyCall,
  parts: WebhookParts,
): Promise<Refused | undefined> {
  const { store, metrics } = parts
  const { target } = told
  signal.throwIfAborted()
  const event = eventOf(given, told)
  if (!event) return undefined
  const body = bodyOf(given.change, event, parts)
  const mark = await markAt(store.reading, given.change.seq)
  const { newsId, ...stream } = subjectOf(given)
  const id = [store.identity, mark, target.id, event, streamName(stream), newsId, given.change.seq]
  const outcome = await attempt(messageId(id), body, target, signal, parts)
  metrics.webhookAttempts.inc({ target: target.id, outcome: outcome.kind })
  if (outcome.kind === 'delivered') return undefined
  const { failure: reason, status } = outcome
  if (outcome.kind === 'gone') {
    await noteGone(store, token, target.id, reason)
    throw new FollowerError(`${reason}; none are sent until it is resumed`)
  }
  const isUnanswered = status === undefined || TARGETS_FAULTS.includes(status)
  return { ...given, reason, isUnanswered, retryAfterMs: outcome.retryAfterMs }
}

/** Statuses that count as no answer: of a gateway, or of a target that has no time. They concern the target, not the message. */
const TARGETS_FAULTS: readonly number[] = [429, 502, 503, 504]

const messageId = (parts: readonly unknown[]) =>
  `msg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`

async function attempt(
  messageId: string,
  body: string,
  { id, address: url }: Webhook,
  signal: AbortSignal,
  { store, secrets, send, clock }: WebhookParts,
): Promise<Outcome> {
  const atMs = clock.now().epochMilliseconds
  const kept = await validSecrets(store, id, atMs)
  try {
    const headers = signedHeaders({ messageId, atMs, body }, secrets.of(kept))
    return outcomeOf(await send(url, { headers, body }, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WebhookKeyError) throw new FollowerError(error.message, { cause: error })
    return outcomeOfError(error, url)
  }
}
