/** Types of the webhooks' part of the store. Instants are epoch milliseconds. */
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
}

export interface WebhookTarget extends WebhookTargetSettings {
  id: number
  /** `gone`: it answered 410; it gets no messages until it is resumed. */
  state: 'active' | 'paused' | 'gone'
  reason: string | undefined
  createdAt: number
}

/** The stored part of a secret. */
export interface SecretRecord {
  salt: string
  keyCheck: string
  /** Undefined: the current secret. */
  validUntil: number | undefined
}
