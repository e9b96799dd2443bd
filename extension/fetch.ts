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
  certainVisitFor,
  endVisit,
  heldFor,
  isEntranceFor,
  isHeldBy,
  refusedEntrance,
  refuseNoExtension,
  visitFor,
} from './held.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import { completed, holdWeb, refusal } from './web-answer.ts'

const REMEDY = 'withVisits(extension, handler)'

export interface VisitsOptions {
  /**
   * Answers what the handler throws; default: a bare 500, and the error in the console. An entrance needs an answer, since
   * only an answer takes the visit of the phone's last user away.
   */
  onError?: (error: unknown, request: Request) => Response | Promise<Response>
}

/** The handler, with a visit on each request. What {@link requireVisit} throws in it is answered with the refusal. */
export function withVisits<Account extends JsonValue, Rest extends unknown[]>(
  extension: Extension<Account>,
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  { onError = answerBarely }: VisitsOptions = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  refuseNoExtension(extension, REMEDY)
  return async function answerWithVisit(request, ...rest) {
    if (isHeldBy(request, extension)) return await handler(request, ...rest)
    const held = await holdWeb(request, request, extension, rest[0])
    const refused = refusedEntrance(held)
    if (refused) return completed(refusal(held, refused), held)
    try {
      return completed(await handler(request, ...rest), held)
    } catch (error) {
      const isRefusal = error instanceof ExtensionError && error.code !== 'NOT_MOUNTED'
      const failure = async () => onError(error, request)
      return completed(isRefusal ? refusal(held, error) : await failure().catch(answerBarely), held)
    }
  }
}

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: Request,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** @throws {ExtensionError} answered by {@link withVisits}: no visit, or not the role */
export function requireVisit<Account extends JsonValue = JsonValue>(
  request: Request,
  requirement: Requirement = {},
): Visit<Account> {
  return certainVisitFor(request, REMEDY, rolesOf(requirement))
}

/** Whether the app has opened this very page: a visit begins, or begins anew. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(request: Request): boolean {
  return isEntranceFor(request, REMEDY)
}

/** Ends the visit on this phone; the answer is the web-app's. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(request: Request): void {
  endVisit(heldFor(request, REMEDY))
}

function answerBarely(error: unknown): Response {
  console.error(error)
  return new Response('Internal Server Error', { status: 500 })
}
