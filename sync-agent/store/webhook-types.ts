/**
 * Types of the webhooks' part of the store: targets, and the outbox with a row for each message to each target.
 *
 * A message has the entry's identifier, not its content: an entry has at most one unsent message for each target, and it is
 * sent with the entry's state at that time. Instants are epoch milliseconds.
 */
import type { Language, SiteId } from '../../shared/contract/site.ts'

/** Types of messages. `news.synced` is for all entries of a stream's first sync. */
export const WEBHOOK_EVENTS = ['news.published', 'news.changed', 'news.deleted', 'news.synced'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** An operator's settings of a target. */
export interface WebhookTargetSettings {
  url: string
  /** Undefined: all. */
  events: WebhookEvent[] | undefined
  siteIds: SiteId[] | undefined
  langs: Language[] | undefined
  /** Also a message for each existing entry, and for each entry of a first sync. */
  backlog: boolean
}

export interface WebhookTarget extends WebhookTargetSettings {
  id: number
  /** `gone`: it answered 410; no messages are stored for it until it is resumed. */
  state: 'active' | 'paused' | 'gone'
  reason: string | undefined
  createdAt: number
  /** Failed attempts since the last success. */
  failuresInARow: number
  /** No attempt before this time. */
  notBefore: number | undefined
  /** The last successful and the last failed attempt. */
  deliveredAt: number | undefined
  failedAt: number | undefined
  failure: string | undefined
  /** Messages to be sent. */
  waiting: number
  oldestWaitingAt: number | undefined
  /** Failed messages, stored for a replay. */
  dead: number
}

/** The stored part of a secret. */
export interface SecretRecord {
  salt: string
  keyCheck: string
  /** Undefined: the current secret. */
  validUntil: number | undefined
}

/** A row of the outbox. */
export interface WebhookMessage {
  id: number
  targetId: number
  /** The header `webhook-id`: the same for all attempts, and for replays with the same content. */
  messageId: string
  type: WebhookEvent
  siteId: SiteId
  lang: Language
  /** Undefined in `news.synced`. */
  newsId: string | undefined
  /** Number of entries of `news.synced`. */
  entries: number | undefined
  seq: number
  createdAt: number
  state: 'pending' | 'delivered' | 'dead'
  attempts: number
  nextAt: number
  /** When it fails for good; undefined before the first failure that counts. */
  giveUpAt: number | undefined
  settledAt: number | undefined
  /** HTTP status of the last attempt; undefined without a response. */
  status: number | undefined
  failure: string | undefined
}

export interface FailedAttempt {
  at: number
  status: number | undefined
  failure: string
}

/** Next attempt of a message and pause of its target after a failure. */
export interface RetryPlan {
  /** Undefined: no further attempt. */
  nextAt: number | undefined
  /** Undefined: this failure and earlier ones do not count. */
  giveUpAt: number | undefined
  /** The whole target is suspended until then. */
  notBefore: number | undefined
}

/** Result of a recorded failure. */
export interface FailureNoted {
  givenUp: boolean
  /** Failures in a row of the target, including this one. */
  failuresInARow: number
}

export type PlanRetry = (known: {
  attempts: number
  giveUpAt: number | undefined
  /** Calls in a row without an answer of the target, including this one; 0 if it answered. */
  unansweredInARow: number
}) => RetryPlan

/** Which messages to send again: by numbers or `webhook-id`s, failed ones, or those made since then. */
export type ReplayChoice =
  | { ids: readonly string[] }
  | { dead: true; targetId?: number | undefined }
  | { since: number; targetId?: number | undefined }

export interface ReplayResult {
  /** Messages that will be sent again. */
  replayed: number
  /** Messages not sent: there is a later one of the same entry, or the entry was deleted or published again since. */
  overtaken: number
  /** Unknown `ids`. */
  unknown: string[]
}

/** Statuses that count as no answer: of a gateway, or of a target that has no time. They concern the target, not the message. */
export const TARGETS_FAULTS: readonly number[] = [429, 502, 503, 504]
/** How long a message is tried after its first failure. */
export const TRIED_FOR_MS = 3 * 86_400_000
/** Stored instead of the time limit, before the first failure that counts. */
export const NOT_COUNTED = 0
/** From this many calls in a row without an answer, a target is suspended. */
export const RESTS_AFTER = 5
