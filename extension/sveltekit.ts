/**
 * `@schoolbell/extension/sveltekit`: visits for SvelteKit 3.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forSvelteKit(extension)
 * export const handle = visits // src/hooks.server.ts
 * export const load = requireVisit({ role: 'Guardian' }, event => ({ name: visitOf(event).user.fullName }))
 */
import { error, isHttpError, isRedirect } from '@sveltejs/kit'
import { adapterOf, type RequireVisitOf, routeOf, type VisitFunctions } from './adapter.ts'
import type { Extension } from './extension.ts'
import type { Refusal } from './refusal.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { cookieNameOf, hasOtherCookiesInside, refusedEntrance, type VisitState } from './visit-state.ts'
import { completed, readWebRequest, responseOf } from './web-answer.ts'

/** The parts of SvelteKit's event that a visit needs: of a hook, a `load`, an action, an endpoint or a remote function. */
export interface SvelteKitEvent {
  readonly request: Request
}

/** The event of the hook. */
export interface HookEvent extends SvelteKitEvent {
  readonly platform?: Readonly<unknown> | undefined
  readonly isDataRequest: boolean
  readonly isRemoteRequest?: boolean
  readonly cookies: {
    set(name: string, value: string, options: CookieOptions): void
  }
}

interface CookieOptions {
  path: string
  secure: boolean
  httpOnly: boolean
  sameSite: 'lax'
  maxAge: number
  encode: (value: string) => string
}

export interface SvelteKitVisits<Account extends JsonValue> extends VisitFunctions<Account, SvelteKitEvent> {
  /** The hook `handle`, or the first of a `sequence`. */
  visits: <Event extends HookEvent>(input: {
    event: Event
    resolve: (event: Event) => Response | Promise<Response>
  }) => Promise<Response>
  /**
   * A `load`, an action or an endpoint, which is answered with the refusal when there is no visit or the role does not match.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  requireVisit: RequireVisitOf<SvelteKitEvent, never>
}

/** @throws {ExtensionOptionError} no extension */
export function forSvelteKit<Account extends JsonValue>(
  extension: Extension<Account>,
): SvelteKitVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forSvelteKit',
    attach: 'export const handle = visits, in src/hooks.server.ts',
    keyOf: ({ request }: SvelteKitEvent) => request,
  })
  const cookieName = cookieNameOf(extension)
  /** Of routes that have thrown: SvelteKit would show its own error page. */
  const refusals = new WeakMap<Request, Refusal>()

  return {
    ...functions,
    async visits({ event, resolve }) {
      if (isRead(event)) return await resolve(event)
      const { request, platform } = event
      const state = await readWebRequest(request, request, extension, { incoming: Object(platform).req })
      const refusal = refusedEntrance(state)
      if (refusal) return completed(responseOf(refusal), state)
      passOn(state, event)
      const answered = async () => await resolve(event)
      const answer = await answered().catch(thrown => answerTo(thrown, state, event))
      const refused = refusals.get(request)
      if (refused && !isScripted(event)) return completed(responseOf(refused), state)
      return completed(withoutVisit(answer, cookieName), state)
    },
    requireVisit<Event extends SvelteKitEvent, Answer>(
      ...given: [(event: Event) => Answer] | [Requirement, (event: Event) => Answer]
    ) {
      const [requirement, route] = routeOf(given)
      const refusalFor = guard(requirement)
      return function answerIfAllowed(event: Event) {
        const refusal = refusalFor(event)
        if (!refusal) return route(event)
        refusals.set(event.request, refusal)
        error(refusal.status, refusal.status === 403 ? 'Forbidden' : 'Unauthorized')
      }
    },
  }
}

/** Requests inside the server take the cookies from the event, and their responses do not come to this hook's. */
function passOn(state: VisitState, event: HookEvent): void {
  if (state.admission.kind === 'visit') state.wasAsked = true
  if (hasOtherCookiesInside(state)) setCookie(event, state.setCookie ?? state.extension.signOut())
}

function setCookie({ cookies }: HookEvent, line: string): void {
  const [, value = '', maxAge] = /^[^=]*=([^;]*); Max-Age=(\d+)/.exec(line) ?? []
  cookies.set(nameIn(line), value, {
    ...{ path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: Number(maxAge) },
    encode: text => text,
  })
}

/**
 * For what a later hook throws. SvelteKit's own response to an error has no cookies, and the phone would keep the earlier visit;
 * in its redirect are those of the event.
 */
function answerTo(thrown: unknown, state: VisitState, event: HookEvent): Response {
  if (isRedirect(thrown)) {
    if (state.setCookie !== undefined) setCookie(event, state.setCookie)
    // The event's cookies end the visit for requests inside the server only.
    else if (state.isForeign)
      return new Response(null, { status: thrown.status, headers: { location: thrown.location } })
    throw thrown
  }
  if (state.setCookie === undefined) throw thrown
  if (isHttpError(thrown)) return new Response(thrown.body.message, { status: thrown.status })
  console.error(thrown)
  return new Response('Internal Server Error', { status: 500 })
}

const nameIn = (setCookie: string) => setCookie.slice(0, setCookie.indexOf('='))

/** SvelteKit adds what was passed on; {@link completed} adds the visit as it is in the end. */
function withoutVisit(answer: Response, cookieName: string): Response {
  const all = answer.headers.getSetCookie()
  const lines = all.filter(line => nameIn(line) !== cookieName)
  if (lines.length === all.length) return answer
  const headers = new Headers(answer.headers)
  headers.delete('set-cookie')
  for (const line of lines) headers.append('set-cookie', line)
  const { status, statusText, body } = answer
  return new Response(body, { status, statusText, headers })
}

/** SvelteKit's own scripts understand SvelteKit's own errors only. */
const isScripted = ({ request, isDataRequest, isRemoteRequest }: HookEvent) =>
  isDataRequest || isRemoteRequest === true || request.headers.has('x-sveltekit-action')
