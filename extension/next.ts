/**
 * `@schoolbell/extension/next`: visits for the App Router of Next.js 16.
 *
 * The entrance arrives in `proxy.ts`, and pages run apart from it. The proxy puts the new visit into the cookies of the
 * request and adds a sealed note that it has read this request. Functions of pages open both seals, so no header from
 * outside can stand for a visit.
 *
 * @example
 * export const { visits, requireVisit, visitOf } = forNext(extension)
 * export const proxy = visits // proxy.ts
 * export default requireVisit({ role: 'Guardian' }, async () => <p>Hello, {(await visitOf()).user.fullName}</p>)
 */
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { NextResponse } from 'next/server'
import { checkExtension, routeOf } from './adapter.ts'
import { ExtensionError, type ExtensionFault } from './errors.ts'
import type { Extension } from './extension.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import {
  cacheControlOf,
  cookieNameOf,
  cookiesInside,
  READ_HEADERS,
  refusalFor,
  refusedEntrance,
  refusedFor,
  type VisitState,
} from './visit-state.ts'
import { completed, readWebRequest, responseOf } from './web-answer.ts'

/** The functions of the other adapters. They find the request themselves, as those of Next.js do. */
export interface NextVisits<Account extends JsonValue> {
  /** The function `proxy` of `proxy.ts`. To do more there, change the response that it returns. */
  visits: (request: Request) => Promise<Response>
  /**
   * A page, a route handler or a server action, which is answered with the refusal when there is no visit or the role does
   * not match.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  requireVisit: RequireVisit
  /** The visit, on a route with `requireVisit`. @throws {ExtensionError} the reason why there is no visit */
  visitOf: () => Promise<Visit<Account>>
  /** The visit, on any route; undefined when the visitor is unknown. */
  findVisit: () => Promise<Visit<Account> | undefined>
  /** Whether this request is an entrance: the app opened this page, and a new visit begins. */
  isEntrance: () => Promise<boolean>
  /** Ends the visit on this phone. For server actions and route handlers. */
  signOut: () => Promise<void>
}

export interface RequireVisit {
  <Given extends unknown[], Answer>(route: Route<Given, Answer>): Route<Given, Promise<Awaited<Answer>>>
  <Given extends unknown[], Answer>(
    requirement: Requirement,
    route: Route<Given, Answer>,
  ): Route<Given, Promise<Awaited<Answer>>>
}

type Route<Given extends unknown[], Answer> = (...given: Given) => Answer

/** The sealed note of the proxy. */
type Note = {
  /** For {@link REFUSED}: path and query, within {@link LONGEST_ADDRESS}. */
  address: string
  isEntrance: boolean
  isForeign: boolean
  /** Why an earlier visit was refused, if it was. */
  code: ExtensionFault | null
}

const NOTE = 'x-schoolbell-note'
/** A page cannot send a status of its own. It leads to its own address with this parameter, and the proxy answers. */
const REFUSED = 'visit-refused'
/** Characters. A note has the limit of a cookie, and JSON may double some of them. */
const LONGEST_ADDRESS = 1_000
const REFUSALS: readonly ExtensionFault[] = ['TOKEN_MISSING', 'COOKIE_INVALID', 'EXPIRED', 'ROLE_REFUSED']
/** The proxy's headers replace those of a page. Each of them can let a cache in the middle keep a response. */
const NOT_CACHED = { 'cdn-cache-control': 'no-store', 'surrogate-control': 'no-store', expires: '0' }

/** @throws {ExtensionOptionError} no extension */
export function forNext<Account extends JsonValue>(extension: Extension<Account>): NextVisits<Account> {
  checkExtension(extension, 'forNext')
  const cookieName = cookieNameOf(extension)

  /** @throws {ExtensionError} NOT_MOUNTED */
  const readState = async (): Promise<{ state: VisitState<Account>; note: Note }> => {
    const given = await headers()
    const note = (await extension.note.open(given.get(NOTE) ?? '')) as Note | undefined
    if (!note)
      throw new ExtensionError(
        'NOT_MOUNTED',
        'no visit was read for this request; add this to proxy.ts, with a matcher that has this path: export const proxy = visits',
      )
    const sealed = (await cookies()).get(cookieName)?.value
    const cookie = sealed && `${cookieName}=${sealed}`
    const admission = note.code
      ? refusedWith(note.code)
      : await extension.admit({ method: 'GET', header: name => (name === 'cookie' ? cookie : undefined) })
    const request = { method: 'GET', header: (name: string) => given.get(name) }
    const { isForeign } = note
    return { state: { extension, request, isForeign, admission, setCookie: undefined, wasAsked: true }, note }
  }

  return {
    async visits(request) {
      const state = await readWebRequest(request, request, extension, undefined)
      const refusal = refusedEntrance(state) ?? refusalAskedFor(request, state)
      if (refusal) return completed(responseOf(refusal), state)
      const inside = new Headers(request.headers)
      for (const name of READ_HEADERS) inside.delete(name)
      inside.set('cookie', cookiesInside(state))
      inside.set(NOTE, await extension.note.seal(noteOf(request, state)))
      const answer = NextResponse.next({ request: { headers: inside } })
      // The proxy does not see whether the page reads the visit.
      state.wasAsked = state.admission.kind === 'visit'
      const cacheControl = cacheControlOf(state, undefined)
      if (cacheControl) answer.headers.set('cache-control', cacheControl)
      if (state.setCookie !== undefined) {
        answer.headers.append('set-cookie', state.setCookie)
        for (const [name, value] of Object.entries(NOT_CACHED)) answer.headers.set(name, value)
      }
      return answer
    },
    requireVisit<Given extends unknown[], Answer>(
      ...asked: [Route<Given, Answer>] | [Requirement, Route<Given, Answer>]
    ) {
      const [requirement, route] = routeOf(asked)
      const roles = rolesOf(requirement)
      return async function answerIfAllowed(...given: Given) {
        const { state, note } = await readState()
        const refused = refusedFor(state, roles)
        if (!refused) return await route(...given)
        // The cast: Next.js gives the request to route handlers alone, and those may answer with any response.
        if (given[0] instanceof Request) return responseOf(refusalFor(state, refused)) as Awaited<Answer>
        return redirect(refusedPath(note, refused.code))
      }
    },
    async visitOf() {
      const { state } = await readState()
      if (state.admission.kind === 'visit') return state.admission.visit
      throw refusedFor(state, undefined)
    },
    async findVisit() {
      const { admission } = (await readState()).state
      return admission.kind === 'visit' ? admission.visit : undefined
    },
    async isEntrance() {
      const { state, note } = await readState()
      return note.isEntrance && state.admission.kind === 'visit'
    },
    async signOut() {
      const { state } = await readState()
      if (state.isForeign && state.admission.kind !== 'visit') return
      const ended = { path: '/', maxAge: 0, secure: true, httpOnly: true, sameSite: 'lax' } as const
      const jar = await cookies()
      jar.set(cookieName, '', ended)
    },
  }
}

function noteOf(request: Request, { admission, isForeign }: VisitState): Note {
  const { pathname, search } = urlOf(request)
  return {
    // A refused visitor loses a longer query.
    address: [pathname + search, pathname].find(({ length }) => length <= LONGEST_ADDRESS) ?? '/',
    isEntrance: admission.kind === 'visit' && admission.isEntrance,
    isForeign,
    code: admission.kind === 'refused' ? admission.error.code : null,
  }
}

/** Next.js has taken its base path out of `nextUrl`, and adds it in a redirect. */
const urlOf = (request: Request): URL => Reflect.get(request, 'nextUrl') ?? new URL(request.url)

function refusedPath({ address }: Note, code: ExtensionFault): string {
  const [pathname = '', ...search] = address.split('?')
  const parameters = new URLSearchParams(search.join('?'))
  parameters.set(REFUSED, code)
  // Two slashes would lead to another host.
  return `${pathname.replace(/^[/\\]+/, '/')}?${parameters}`
}

/** A visitor who has come in meanwhile is let through. */
function refusalAskedFor(request: Request, state: VisitState) {
  const code = REFUSALS.find(each => each === urlOf(request).searchParams.get(REFUSED))
  if (!code || (state.admission.kind === 'visit' && code !== 'ROLE_REFUSED')) return undefined
  return refusalFor(state, refusedWith(code).error)
}

const refusedWith = (code: ExtensionFault) => ({
  ...{ kind: 'refused' as const, isEntrance: false, setCookie: undefined },
  error: new ExtensionError(code, 'the visitor may not see this page; open it from the app'),
})
