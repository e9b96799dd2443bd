/**
 * What the store keeps for webhooks: the targets, and the outbox with a row for each message to each target.
 *
 * A message says which entry it is about, not what stands in it: an entry has one unsent message at most for each target,
 * and that tells of the entry as it is when it is sent. Instants are epoch milliseconds.
 */
import type { Language, SiteId } from '../../shared/contract/site.ts'

/** What a target can ask to be told of. `news.synced` stands for all entries of a stream's first sync. */
export const WEBHOOK_EVENTS = ['news.published', 'news.changed', 'news.deleted', 'news.synced'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What an operator says of a target. */
export interface WebhookTargetSettings {
  url: string
  /** Undefined: all. */
  events: WebhookEvent[] | undefined
  siteIds: SiteId[] | undefined
  langs: Language[] | undefined
  /** Every entry that there is, too, a message each, and those of a stream's first sync. */
  backlog: boolean
}

export interface WebhookTarget extends WebhookTargetSettings {
  id: number
  /** `gone`: it has answered 410; nothing is kept for it until it is resumed. */
  state: 'active' | 'paused' | 'gone'
  reason: string | undefined
  createdAt: number
  /** Attempts since the last one that succeeded. */
  failuresInARow: number
  /** No attempt is made before. */
  notBefore: number | undefined
  /** The last attempts that succeeded and that failed. */
  deliveredAt: number | undefined
  failedAt: number | undefined
  failure: string | undefined
  /** Messages that are still to be sent. */
  waiting: number
  oldestWaitingAt: number | undefined
  /** Messages given up, kept to be replayed. */
  dead: number
}

/** A secret as the store knows it. */
export interface SecretRecord {
  salt: string
  keyCheck: string
  /** Undefined: the one that stays. */
  validUntil: number | undefined
}

/** A row of the outbox. */
export interface WebhookMessage {
  id: number
  targetId: number
  /** The header `webhook-id`: the same over all attempts, and in replays that say the same. */
  messageId: string
  type: WebhookEvent
  siteId: SiteId
  lang: Language
  /** Undefined in `news.synced`. */
  newsId: string | undefined
  /** How many entries `news.synced` stands for. */
  entries: number | undefined
  seq: number
  createdAt: number
  state: 'pending' | 'delivered' | 'dead'
  attempts: number
  nextAt: number
  /** When it is given up, unless it was delivered; undefined while nothing has failed that counts. */
  giveUpAt: number | undefined
  settledAt: number | undefined
  /** Of the last attempt; undefined when no answer came. */
  status: number | undefined
  failure: string | undefined
}

export interface FailedAttempt {
  at: number
  status: number | undefined
  failure: string
}

/** What becomes of a message and its target after a failed attempt. */
export interface RetryPlan {
  /** Undefined: it is given up. */
  nextAt: number | undefined
  /** Undefined: the attempt does not count, and neither do those before it. */
  giveUpAt: number | undefined
  /** The target as a whole rests until then. */
  notBefore: number | undefined
}

/** What has become of them. */
export interface FailureNoted {
  givenUp: boolean
  /** Of the target, with this one. */
  failuresInARow: number
}

export type PlanRetry = (known: {
  attempts: number
  giveUpAt: number | undefined
  failuresInARow: number
}) => RetryPlan

/** Which messages to send again: by their numbers or `webhook-id`s, the dead letters, or those made since then. */
export type ReplayChoice =
  | { ids: readonly string[] }
  | { dead: true; targetId?: number | undefined }
  | { since: number; targetId?: number | undefined }

export interface ReplayResult {
  /** Messages that wait to be sent again. */
  replayed: number
  /** Messages left alone: a later one tells of the same entry, or it was deleted, or has come back from that. */
  overtaken: number
  /** Names among `ids` that no message has. */
  unknown: string[]
}

/** How failures of the store get their names, as all its methods do. */
export type Named = <Args extends unknown[], Result>(
  work: (...args: Args) => Result,
) => (...args: Args) => Promise<Result>

/** Statuses that say something of the target, not of the message; as no answer at all does. */
export const TARGETS_FAULTS: readonly number[] = [429, 502, 503, 504]
/** How long a message is tried, from its first failure on. */
export const TRIED_FOR_MS = 3 * 86_400_000
/** In place of the time at which a message is given up, while nothing has failed that counts. */
export const NOT_COUNTED = 0
/** From this many failures in a row on a target may rest as a whole. */
export const RESTS_AFTER = 5
