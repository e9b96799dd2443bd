/** A visit: who opened the web-app, as resolved once, and what the web-app made of it. */
import { DEEPEST } from '../shared/client/accept.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import type { HeaderOf, SelectionHint } from './entrance.ts'

/** What can be kept in a cookie. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** Whether a value comes out of JSON as it went in: no `undefined`, no `Date`, no `NaN`, nothing that goes in circles. */
export function isJson(value: unknown, levels = DEEPEST): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || levels === 0) return false
  if (Array.isArray(value)) return value.every(each => isJson(each, levels - 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(value).every(each => each === undefined || isJson(each, levels - 1))
  )
}

/** The resolved user without what belongs to the session (interface, Session user); an `imageUrl` beyond 1,000 characters is empty. */
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

/** One request, as far as a visit is concerned. */
export interface VisitRequest {
  method: string
  /** A header by its lower-case name. */
  header: HeaderOf
  /** Aborted when the visitor has gone. */
  signal?: AbortSignal | undefined
}
