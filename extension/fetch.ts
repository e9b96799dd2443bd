/**
 * `schoolbell/extension/fetch`: visits for a web-app that is a function from Request to Response.
 *
 * @example
 * export default {
 *   fetch: withVisits(extension, request => new Response(`Hello, ${requireVisit(request).user.fullName}`)),
 * }
 */
import { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import {
  cookieOf,
  demandedVisit,
  heldFor,
  hold,
  type Requirement,
  refusedEntrance,
  visitFor,
} from './held.ts'
import type { JsonValue, Visit } from './visit.ts'

const REMEDY = 'withVisits(extension, handler)'

/** The handler, with a visit on each request. What {@link requireVisit} throws in it is answered with the refusal. */
export function withVisits<Account extends JsonValue, Rest extends unknown[]>(
  extension: Extension<Account>,
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async function answerWithVisit(request, ...rest) {
    const { method, headers, signal } = request
    const held = await hold(request, extension, { method, header: name => headers.get(name), signal })
    const refused = (error: unknown): Response => {
      if (!(error instanceof ExtensionError)) throw error
      const { status, headers, body } = extension.refusal(error, held.request)
      return new Response(method === 'HEAD' ? null : body, { status, headers })
    }
    const entranceError = refusedEntrance(held)
    const answer = entranceError
      ? refused(entranceError)
      : await (async () => handler(request, ...rest))().catch(refused)
    return withCookie(answer, cookieOf(held))
  }
}

/** @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: Request,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** @throws {ExtensionError} answered by {@link withVisits} */
export function requireVisit<Account extends JsonValue = JsonValue>(
  request: Request,
  requirement: Requirement = {},
): Visit<Account> {
  return demandedVisit(heldFor(request, REMEDY), requirement)
}

/** A copy: headers of an answer that was fetched from elsewhere cannot be changed. */
function withCookie(answer: Response, cookie: string | undefined): Response {
  if (cookie === undefined) return answer
  const { status, statusText, body } = answer
  const headers = new Headers(answer.headers)
  headers.append('set-cookie', cookie)
  headers.set('cache-control', 'private, no-store')
  return new Response(body, { status, statusText, headers })
}
