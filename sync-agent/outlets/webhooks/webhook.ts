/** A webhook among the destinations of the store. */
import type { Destination, DestinationSettings } from '../../store/destination-types.ts'

export const WEBHOOK = 'webhook'

/** Types of messages. `news.synced` is for all entries of a stream's first sync. */
export const WEBHOOK_EVENTS = ['news.published', 'news.changed', 'news.deleted', 'news.synced'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What other destinations do not have. */
export interface WebhookOwn {
  /** Absent: all. */
  events?: WebhookEvent[]
}

export type Webhook = Destination<WebhookOwn>

export interface WebhookSettings extends Pick<DestinationSettings<never>, 'siteIds' | 'langs'> {
  url: string
  /** Undefined: all. */
  events: WebhookEvent[] | undefined
}
