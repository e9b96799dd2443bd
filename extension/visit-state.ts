/** What an extension has read from each request, and the headers for its response. */
import { ENTRANCE_HEADERS } from '../shared/contract/entrance-headers.ts'
import type { Role } from '../shared/contract/session.ts'
import { ExtensionError, ExtensionOptionError } from './errors.ts'
import type { Admission, Extension } from './extension.ts'
import { isForeignWrite } from './foreign-write.ts'
import type { Refusal } from './refusal.ts'
import { cookiePairs } from './session-cookie.ts'
import type { JsonValue, VisitRequest } from './visit.ts'

/** One request after an extension has read it. */
export interface VisitState<Account extends JsonValue = JsonValue> {
  extension: Extension<Account>
  request: VisitRequest
  /** A write from a page of another origin: the cookie is neither read nor changed. */
  isForeign: boolean
  admission: Admission<Account>
  /** For this response: sets a new visit or removes one. */
  setCookie: string | undefined
  /** Whether the web-app has read the visit: the response is then for this visitor only. */
  wasAsked: boolean
}

/**
 * Removed after reading: the web-app does not need them, its logs must not hold the secrets among them, and whatever reads the request
 * again must not take it for another entrance.
 */
export const READ_HEADERS = [
  ENTRANCE_HEADERS.appId,
  ENTRANCE_HEADERS.sessionToken,
  ENTRANCE_HEADERS.ssoResponse,
]

/** Cache-Control of a response for one visitor only. */
const PRIVATE = 'private, no-store'

/** Requests of all frameworks. */
const requests = new WeakMap<object, VisitState>()

/** Undefined when no extension has read the request. */
export const stateOf = (key: object): VisitState | undefined => requests.get(key)

/** @throws {ExtensionOptionError} another extension has already read the request */
export async function readVisitState<Account extends JsonValue>(
  key: object,
  extension: Extension<Account>,
  request: VisitRequest,
): Promise<VisitState> {
  // The first extension has removed the token, so the second one would refuse every visitor.
  if (requests.has(key))
    throw new ExtensionOptionError('two extensions read the same request; mount them on different paths')
  const isForeign = isForeignWrite(request)
  const admission = await extension.admit(isForeign ? withoutCookies(request) : request)
  const setCookie = admission.kind === 'none' ? undefined : admission.setCookie
  const state: VisitState = {
    ...{ extension, request, isForeign, admission },
    ...{ setCookie, wasAsked: false },
  }
  requests.set(key, state)
  return state
}

/** A bearer stays: only the page that holds it can send it. */
const withoutCookies = ({ header, ...request }: VisitRequest): VisitRequest => ({
  ...request,
  header: name => (name === 'cookie' ? undefined : header(name)),
})

/** The reason to refuse the visitor, if any. @param roles allowed roles; undefined for all */
export function refusedFor(
  state: VisitState,
  roles: readonly Role[] | undefined,
): ExtensionError | undefined {
  const { admission } = state
  state.wasAsked = true
  if (admission.kind === 'refused') return admission.error
  if (admission.kind === 'none')
    return new ExtensionError('TOKEN_MISSING', 'the request has no visit; open this page from the app')
  if (roles === undefined || roles.includes(admission.visit.user.role)) return undefined
  return new ExtensionError('ROLE_REFUSED', `this page is for ${roles.join(' and ')} only`)
}

/** A refused entrance is answered at once, before any route runs. */
export const refusedEntrance = (state: VisitState): Refusal | undefined => {
  const { admission } = state
  return admission.kind === 'refused' && admission.isEntrance ? refusalFor(state, admission.error) : undefined
}

export const refusalFor = ({ extension, request, admission }: VisitState, error: ExtensionError): Refusal =>
  extension.refusal(error, request, admission.kind === 'visit' ? admission.visit.language : undefined)

/** Removes the visit and its cookie, except for a write from another origin. */
export function endVisit(state: VisitState): void {
  if (state.isForeign && state.admission.kind !== 'visit') return
  state.admission = { kind: 'none' }
  state.setCookie = state.extension.signOut()
}

/** Undefined when nothing changes. @param own Cache-Control of the web-app */
export function cacheControlOf(
  { setCookie, wasAsked }: VisitState,
  own: string | undefined,
): string | undefined {
  // A response that sets the cookie must never be cached, whatever the web-app says.
  if (setCookie !== undefined) return PRIVATE
  return own === undefined && wasAsked ? PRIVATE : undefined
}

/** Whether caches read this header before Cache-Control (RFC 9213, older vendor headers, Expires). Removed when Cache-Control is set here. */
export const overridesCacheControl = (name: string): boolean =>
  /^(?:.+-cache-control|(?:surrogate|edge)-control|x-accel-expires|expires)$/i.test(name)

/**
 * The cookies for requests inside the server, with which a page reads its data: the visit of this request, also when it came as
 * a bearer, in place of an earlier one. A write from another origin has none, because inside it is no longer seen as one.
 */
export function cookiesInside({ extension, request, admission }: VisitState): string {
  const name = cookieNameOf(extension)
  const others = cookiePairs(request.header('cookie')).filter(pair => pair && !pair.startsWith(`${name}=`))
  const visit = admission.kind === 'visit' ? [`${name}=${admission.visit.bearer}`] : []
  return [...others, ...visit].join('; ')
}

/** Whether {@link cookiesInside} are others than those of the request. */
export const hasOtherCookiesInside = ({ setCookie, isForeign }: VisitState): boolean =>
  setCookie !== undefined || isForeign

export const cookieNameOf = (extension: Pick<Extension<JsonValue>, 'signOut'>): string =>
  extension.signOut().split('=', 1)[0] ?? ''
