/**
 * `@schoolbell/extension/fetch`: visits for a web-app that is a function from Request to Response.
 *
 * @example
 * export default {
 *   fetch: withVisits(extension, request => new Response(`Hello, ${requireVisit(request).user.fullName}`)),
 * }
 */
import { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import {
  endVisit,
  isEntranceFor,
  isReadBy,
  refusedEntrance,
  refuseNoExtension,
  requiredVisitFor,
  stateFor,
  visitFor,
} from './visit-state.ts'
import { completed, readWebRequest, refusal } from './web-answer.ts'

const REMEDY = 'withVisits(extension, handler)'

export interface VisitsOptions {
  /**
   * Returns the response when the handler throws. Default: a plain 500, and the error is logged to the console. An entrance
   * always needs a response, because the response removes the earlier visit from the phone.
   */
  onError?: (error: unknown, request: Request) => Response | Promise<Response>
}

/** The handler, with a visit on each request. Errors of {@link requireVisit} become the refusal. */
export function withVisits<Account extends JsonValue, Rest extends unknown[]>(
  extension: Extension<Account>,
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  { onError = plainError }: VisitsOptions = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  refuseNoExtension(extension, REMEDY)
  return async function answerWithVisit(request, ...rest) {
    if (isReadBy(request, extension)) return await handler(request, ...rest)
    const state = await readWebRequest(request, request, extension, rest[0])
    const refused = refusedEntrance(state)
    if (refused) return completed(refusal(state, refused), state)
    try {
      return completed(await handler(request, ...rest), state)
    } catch (error) {
      const isRefusal = error instanceof ExtensionError && error.code !== 'NOT_MOUNTED'
      const failure = async () => onError(error, request)
      return completed(isRefusal ? refusal(state, error) : await failure().catch(plainError), state)
    }
  }
}

/** Undefined when the visitor is unknown. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: Request,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** @throws {ExtensionError} no visit, or the role does not match; {@link withVisits} sends the refusal */
export function requireVisit<Account extends JsonValue = JsonValue>(
  request: Request,
  requirement: Requirement = {},
): Visit<Account> {
  return requiredVisitFor(request, REMEDY, rolesOf(requirement))
}

/** Whether this request is an entrance: the app opened this page, and a new visit begins. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(request: Request): boolean {
  return isEntranceFor(request, REMEDY)
}

/** Ends the visit on this phone. The web-app sends the response. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(request: Request): void {
  endVisit(stateFor(request, REMEDY))
}

function plainError(error: unknown): Response {
  console.error(error)
  return new Response('Internal Server Error', { status: 500 })
}
