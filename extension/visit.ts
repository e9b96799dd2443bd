/** A visit: who opened the web-app, as resolved once, and what the web-app made of it. */
import type { SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import type { SelectionHint } from './entrance.ts'

/** What can be kept in a cookie. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** The resolved user without what belongs to the session (interface, Session user). */
export type VisitUser = Omit<SessionUser, 'appId' | 'createdAt' | 'expireAt'>

export interface Visit<Account extends JsonValue = JsonValue> {
  /** Authoritative: the service said so. */
  user: VisitUser
  /** What `onVisit` returned. */
  account: Account
  /** The app's, at the entrance. */
  language: Language
  /** What the app said was selected: a hint, see {@link SelectionHint}. */
  selectionHint: SelectionHint
  /** ISO 8601 in UTC. */
  expiresAt: string
  /** The same visit for a web view that loses cookies: to be sent as `Authorization: Bearer …`. A secret. */
  bearer: string
}
