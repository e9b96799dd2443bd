/**
 * What each adapter does alike: keeps what an extension made of a request beside it, gives or demands its visit, and says
 * what goes with its answer.
 */
import { ENTRANCE_HEADERS } from '../shared/contract/entrance.ts'
import type { Role } from '../shared/contract/session.ts'
import { ExtensionError, ExtensionOptionError } from './errors.ts'
import type { Admission, Extension } from './extension.ts'
import { isForeignWrite } from './foreign-write.ts'
import type { Refusal } from './refusal.ts'
import type { JsonValue, Visit, VisitRequest } from './visit.ts'

/** One request as an extension has read it. */
export interface Held {
  extension: Extension<JsonValue>
  request: VisitRequest
  /** A page of another origin writes: what the phone's cookie says is not asked, and not touched. */
  isForeign: boolean
  admission: Admission<JsonValue>
  /** Of this very answer: of a new visit, or what takes one away. */
  setCookie: string | undefined
  /** Whether the web-app asked whose visit it is: then its answer is for this visitor alone. */
  wasAsked: boolean
}

/** Of no use to the web-app once they are read, and nothing that its logs should hold. */
export const FORGOTTEN_HEADERS = [ENTRANCE_HEADERS.sessionToken, ENTRANCE_HEADERS.ssoResponse]

/** What an answer that is for one visitor alone says to everything between. */
const FOR_ONE = 'private, no-store'

/** Of all frameworks' requests; an entry goes with its request. */
const requests = new WeakMap<object, Held>()

/** @throws {ExtensionOptionError} another extension has read it already */
export async function hold<Account extends JsonValue>(
  key: object,
  extension: Extension<Account>,
  request: VisitRequest,
): Promise<Held> {
  // The one before has taken the token off: to this one nobody would ever come in.
  if (requests.has(key))
    throw new ExtensionOptionError('two extensions read one request; give each of them paths of its own')
  const isForeign = isForeignWrite(request)
  const admission = await extension.admit(isForeign ? withoutCookies(request) : request)
  const setCookie = admission.kind === 'none' ? undefined : admission.setCookie
  const held: Held = {
    ...{ extension: extension as unknown as Extension<JsonValue>, request, isForeign, admission },
    ...{ setCookie, wasAsked: false },
  }
  requests.set(key, held)
  return held
}

/** A bearer stays: nobody sends it but the page that has it. */
const withoutCookies = ({ header, ...request }: VisitRequest): VisitRequest => ({
  ...request,
  header: name => (name === 'cookie' ? undefined : header(name)),
})

/** Made out when the adapter is mounted, not when the first parent comes. @throws {ExtensionOptionError} */
export function refuseNoExtension(extension: unknown, remedy: string): void {
  if (typeof Object(extension).admit !== 'function')
    throw new ExtensionOptionError(`there is no extension, as createExtension() makes one, in: ${remedy}`)
}

/** Mounted twice, an adapter reads a request once. */
export const isHeldBy = <Account extends JsonValue>(key: object, extension: Extension<Account>): boolean =>
  (requests.get(key)?.extension as unknown) === extension

/** @param remedy the line of code that mounts the adapter. @throws {ExtensionError} NOT_MOUNTED */
export function heldFor(key: object, remedy: string): Held {
  const held = requests.get(key)
  if (held) return held
  throw new ExtensionError(
    'NOT_MOUNTED',
    `no visit is read for this request; before its route goes: ${remedy}`,
  )
}

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function visitFor<Account extends JsonValue>(key: object, remedy: string): Visit<Account> | undefined {
  const held = heldFor(key, remedy)
  held.wasAsked = true
  return held.admission.kind === 'visit' ? (held.admission.visit as Visit<Account>) : undefined
}

/** @throws {ExtensionError} NOT_MOUNTED, or why there is no such visit */
export function certainVisitFor<Account extends JsonValue>(
  key: object,
  remedy: string,
  roles?: readonly Role[],
): Visit<Account> {
  const refused = refusedFor(heldFor(key, remedy), roles)
  if (refused) throw refused
  return visitFor(key, remedy) as Visit<Account>
}

/** Why the visitor is not let in, if it is so. @param roles that are let in; undefined for all */
export function refusedFor(held: Held, roles: readonly Role[] | undefined): ExtensionError | undefined {
  const { admission } = held
  held.wasAsked = true
  if (admission.kind === 'refused') return admission.error
  if (admission.kind === 'none')
    return new ExtensionError('TOKEN_MISSING', 'the request brings no visit; open this page from the app')
  if (roles === undefined || roles.includes(admission.visit.user.role)) return undefined
  return new ExtensionError('ROLE_REFUSED', `this page is for ${roles.join(' and ')} only`)
}

/** An entrance that is refused is answered at once: no page of the web-app is shown to nobody in particular. */
export const refusedEntrance = ({ admission }: Held): ExtensionError | undefined =>
  admission.kind === 'refused' && admission.isEntrance ? admission.error : undefined

export const refusalFor = ({ extension, request, admission }: Held, error: ExtensionError): Refusal =>
  extension.refusal(error, request, admission.kind === 'visit' ? admission.visit.language : undefined)

/** Of a refused entrance no route of the web-app hears. @throws {ExtensionError} NOT_MOUNTED */
export function isEntranceFor(key: object, remedy: string): boolean {
  const { admission } = heldFor(key, remedy)
  return admission.kind === 'visit' && admission.isEntrance
}

/** From now on there is no visit, and the answer says so to the phone; but for another origin's page. */
export function endVisit(held: Held): void {
  if (held.isForeign && held.admission.kind !== 'visit') return
  held.admission = { kind: 'none' }
  held.setCookie = held.extension.signOut()
}

/** Undefined where nothing is to be changed. @param own what the web-app says of caching */
export function cacheControlOf({ setCookie, wasAsked }: Held, own: string | undefined): string | undefined {
  // Nobody else may ever be given this cookie, whatever the web-app says of its pages.
  if (setCookie !== undefined) return FOR_ONE
  return own === undefined && wasAsked ? FOR_ONE : undefined
}

/** Whether a cache may heed a header before Cache-Control (RFC 9213; the old ones, Expires): not beside one that is set here. */
export const goesBeforeCacheControl = (name: string): boolean =>
  /^(?:.+-cache-control|(?:surrogate|edge)-control|x-accel-expires|expires)$/i.test(name)
