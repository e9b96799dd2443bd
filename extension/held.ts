/** What each adapter does alike: keeps a request's admission beside it, and gives or demands its visit. */
import type { Role } from '../shared/contract/session.ts'
import { ExtensionError } from './errors.ts'
import type { Admission, Extension, VisitRequest } from './extension.ts'
import type { JsonValue, Visit } from './visit.ts'

/** One request as an extension has read it. */
export interface Held<Account extends JsonValue = JsonValue> {
  extension: Extension<Account>
  admission: Admission<Account>
  request: VisitRequest
}

export interface Requirement {
  /** Default: any. */
  role?: Role | readonly Role[]
}

/** Of all frameworks' requests; an entry goes with its request. */
const held = new WeakMap<object, Held>()

export async function hold<Account extends JsonValue>(
  key: object,
  extension: Extension<Account>,
  request: VisitRequest,
): Promise<Held> {
  const one = { extension, request, admission: await extension.admit(request) } as unknown as Held
  held.set(key, one)
  return one
}

/** @param remedy the line of code that mounts the adapter. @throws {ExtensionError} NOT_MOUNTED */
export function heldFor(key: object, remedy: string): Held {
  const one = held.get(key)
  if (one) return one
  throw new ExtensionError(
    'NOT_MOUNTED',
    `no visit is read for this request; add before its route: ${remedy}`,
  )
}

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function visitFor<Account extends JsonValue>(key: object, remedy: string): Visit<Account> | undefined {
  const { admission } = heldFor(key, remedy)
  return admission.kind === 'visit' ? (admission.visit as Visit<Account>) : undefined
}

/** @throws {ExtensionError} why there is none, or ROLE_REFUSED */
export function demandedVisit<Account extends JsonValue>(
  { admission }: Held,
  { role }: Requirement,
): Visit<Account> {
  if (admission.kind === 'refused') throw admission.error
  if (admission.kind === 'none')
    throw new ExtensionError('TOKEN_MISSING', 'the request brings no visit; open this page from the app')
  const roles = role === undefined ? undefined : [role].flat()
  if (roles && !roles.includes(admission.visit.user.role))
    throw new ExtensionError('ROLE_REFUSED', `this page is for ${roles.join(' and ')} only`)
  return admission.visit as Visit<Account>
}

/** What the answer carries, whatever the web-app answers: the cookie of a new visit, or the end of one that is not good. */
export function cookieOf({ admission }: Held): string | undefined {
  return admission.kind === 'none' ? undefined : admission.setCookie
}

/** An entrance that is refused is answered at once: its page must not be shown to nobody in particular. */
export function refusedEntrance({ admission, request }: Held): ExtensionError | undefined {
  return admission.kind === 'refused' && request.header('x-session-token') != null
    ? admission.error
    : undefined
}
