/**
 * `@schoolbell/extension/fetch`: visits for a web-app that is a function from Request to Response.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forFetch(extension)
 * const home = requireVisit({ role: 'Guardian' }, request => new Response(`Hello, ${visitOf(request).user.fullName}`))
 * export default { fetch: visits(home) }
 */
import { adapterOf, routeOf, type VisitFunctions } from './adapter.ts'
import type { Extension } from './extension.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { refusedEntrance } from './visit-state.ts'
import { completed, readWebRequest, responseOf } from './web-answer.ts'

/** The platform's further arguments are passed on. */
export type FetchHandler<Rest extends unknown[] = []> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>

export interface VisitsOptions {
  /**
   * Returns the response when the handler throws. Default: a plain 500, and the error is logged to the console. An entrance
   * always needs a response, because the response removes the earlier visit from the phone.
   */
  onError?: (error: unknown, request: Request) => Response | Promise<Response>
}

export interface FetchVisits<Account extends JsonValue> extends VisitFunctions<Account, Request> {
  /** The handler of the whole web-app, with a visit on each request. */
  visits: <Rest extends unknown[]>(
    handler: FetchHandler<Rest>,
    options?: VisitsOptions,
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /**
   * The handler of a route, which answers with the refusal when there is no visit or the role does not match.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  requireVisit: RequireVisit
}

export interface RequireVisit {
  <Rest extends unknown[]>(handler: FetchHandler<Rest>): FetchHandler<Rest>
  <Rest extends unknown[]>(requirement: Requirement, handler: FetchHandler<Rest>): FetchHandler<Rest>
}

/** @throws {ExtensionOptionError} no extension */
export function forFetch<Account extends JsonValue>(extension: Extension<Account>): FetchVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forFetch',
    attach: 'visits(handler)',
    keyOf: (request: Request) => request,
  })
  return {
    ...functions,
    visits(handler, { onError = plainError } = {}) {
      return async function answerWithVisit(request, ...rest) {
        if (isRead(request)) return await handler(request, ...rest)
        const state = await readWebRequest(request, request, extension, rest[0])
        const refusal = refusedEntrance(state)
        if (refusal) return completed(responseOf(refusal), state)
        // What is no response, or one that was read already, is an error of the handler as well.
        const answer = async (make: () => Response | Promise<Response>) => completed(await make(), state)
        return await answer(() => handler(request, ...rest))
          .catch(error => answer(() => onError(error, request)))
          .catch(error => completed(plainError(error), state))
      }
    },
    requireVisit<Rest extends unknown[]>(
      ...given: [FetchHandler<Rest>] | [Requirement, FetchHandler<Rest>]
    ): FetchHandler<Rest> {
      const [requirement, handler] = routeOf(given)
      const refusalFor = guard(requirement)
      return function answerIfAllowed(request, ...rest) {
        const refusal = refusalFor(request)
        return refusal ? responseOf(refusal) : handler(request, ...rest)
      }
    },
  }
}

function plainError(error: unknown): Response {
  console.error(error)
  return new Response('Internal Server Error', { status: 500 })
}
