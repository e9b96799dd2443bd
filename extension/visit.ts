/** A visit: the resolved user and the web-app's record for this user. */

import type { SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import { DEEPEST } from '../shared/text/parse-json.ts'
import type { HeaderOf, SelectionHint } from './entrance.ts'

/** A value that a cookie can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** Whether JSON keeps the value unchanged: no `undefined`, no `Date`, no `NaN`, no circular reference. */
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

/** The resolved user without the session's fields (interface, Session user). An `imageUrl` longer than 1,000 characters is empty. */
export type VisitUser = Omit<SessionUser, 'appId' | 'createdAt' | 'expireAt'>

export interface Visit<Account extends JsonValue = JsonValue> {
  /** Verified by the service. */
  user: VisitUser
  /** Return value of `onVisit`. */
  account: Account
  /** The app's language at the entrance. */
  language: Language
  /** The student selected in the app; unverified, see {@link SelectionHint}. */
  selectionHint: SelectionHint
  /** ISO 8601 in UTC. */
  expiresAt: string
  /** The same visit for a web view that drops cookies: send it as `Authorization: Bearer …`. A secret. */
  bearer: string
}

/** The parts of a request that a visit needs. */
export interface VisitRequest {
  method: string
  /** A header by its lower-case name. */
  header: HeaderOf
  /** Aborted when the visitor disconnects. */
  signal?: AbortSignal | undefined
}
