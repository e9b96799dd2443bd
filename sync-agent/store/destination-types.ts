/** Types of the destinations' part of the store. Instants are epoch milliseconds. */
import type { Language, SiteId } from '../../shared/contract/site.ts'

export const DESTINATION_KINDS = ['webhook', 'sql', 'wordpress'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** An operator's settings; what only its kind has is in `settings`. */
export interface DestinationSettings<Own> {
  /** Without secrets. */
  address: string
  /** Undefined: all. */
  siteIds: SiteId[] | undefined
  langs: Language[] | undefined
  settings: Own
}

export interface Destination<Own = unknown> extends DestinationSettings<Own> {
  id: number
  kind: DestinationKind
  /** `gone`: a webhook answered 410; it gets no messages until it is resumed. */
  state: 'active' | 'paused' | 'gone'
  reason: string | undefined
  createdAt: number
}

/** The stored part of a webhook's secret. */
export interface SecretRecord {
  salt: string
  keyCheck: string
  /** Undefined: the current secret. */
  validUntil: number | undefined
}
