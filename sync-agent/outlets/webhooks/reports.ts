/** Reports of webhooks, for operators, `--json` and the agent's status. Without secrets. */
import type { WebhookMessage, WebhookTarget, WebhookTargetSettings } from '../../store/webhook-types.ts'

/** Instants are ISO 8601 in UTC. */
export interface TargetReport extends Partial<Pick<WebhookTargetSettings, 'events' | 'siteIds' | 'langs'>> {
  id: number
  url: string
  backlog: boolean
  /** `gone`: it answered 410. */
  state: WebhookTarget['state']
  reason?: string
  created: string
  /** Messages to be sent, and the time of the oldest one. */
  waiting: number
  oldestWaiting?: string
  /** Failed messages, stored for a replay. */
  dead: number
  failuresInARow: number
  /** It is suspended: no attempt before this time. */
  restsUntil?: string
  lastDelivery?: string
  /** The last failed attempt, even if later ones succeeded. */
  lastFailure?: { at: string; message: string }
}

/** A target in the agent's status, with its host only, because the rest of the address may contain a token. */
export interface WebhookStatus
  extends Pick<
    TargetReport,
    'id' | 'state' | 'waiting' | 'dead' | 'failuresInARow' | 'restsUntil' | 'lastDelivery' | 'lastFailure'
  > {
  host: string
  /** Age of the oldest waiting message; absent if there is none. */
  oldestMs?: number
}

export interface DeliveryReport {
  id: number
  target: number
  /** The header `webhook-id`. */
  messageId: string
  type: WebhookMessage['type']
  siteId: string
  lang: string
  newsId?: string
  seq: number
  created: string
  state: WebhookMessage['state']
  attempts: number
  /** Time of the next attempt; only while it waits. */
  next?: string
  /** When it was delivered, or failed for good. */
  settled?: string
  /** HTTP status or error of the last attempt. */
  status?: number
  failure?: string
}

export function targetReport(target: WebhookTarget, nowMs: number): TargetReport {
  const { events, siteIds, langs, reason, notBefore, oldestWaitingAt, deliveredAt, failedAt, failure } =
    target
  return {
    id: target.id,
    url: target.url,
    ...(events && { events }),
    ...(siteIds && { siteIds }),
    ...(langs && { langs }),
    backlog: target.backlog,
    state: target.state,
    ...(reason !== undefined && { reason }),
    created: isoTime(target.createdAt),
    waiting: target.waiting,
    ...(oldestWaitingAt !== undefined && { oldestWaiting: isoTime(oldestWaitingAt) }),
    dead: target.dead,
    failuresInARow: target.failuresInARow,
    ...(notBefore !== undefined && notBefore > nowMs && { restsUntil: isoTime(notBefore) }),
    ...(deliveredAt !== undefined && { lastDelivery: isoTime(deliveredAt) }),
    ...(failedAt !== undefined && { lastFailure: { at: isoTime(failedAt), message: failure ?? '' } }),
  }
}

export function webhookStatus(target: WebhookTarget, nowMs: number): WebhookStatus {
  const report = targetReport(target, nowMs)
  const { id, url, state, waiting, dead, failuresInARow, restsUntil, lastDelivery, lastFailure } = report
  const { oldestWaitingAt } = target
  return {
    ...{ id, host: new URL(url).host, state, waiting, dead, failuresInARow },
    ...(oldestWaitingAt !== undefined && { oldestMs: nowMs - oldestWaitingAt }),
    ...(restsUntil !== undefined && { restsUntil }),
    ...(lastDelivery !== undefined && { lastDelivery }),
    ...(lastFailure && { lastFailure }),
  }
}

export function deliveryReport(message: WebhookMessage): DeliveryReport {
  const { id, targetId, messageId, type, siteId, lang, newsId, seq, state, attempts } = message
  const { createdAt, nextAt, settledAt, status, failure } = message
  return {
    ...{ id, target: targetId, messageId, type, siteId, lang },
    ...(newsId !== undefined && { newsId }),
    seq,
    created: isoTime(createdAt),
    state,
    attempts,
    ...(state === 'pending' && { next: isoTime(nextAt) }),
    ...(settledAt !== undefined && { settled: isoTime(settledAt) }),
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
  }
}

const isoTime = (epochMs: number) => new Date(epochMs).toISOString()
