/**
 * `@schoolbell/extension/express`: visits for Express 5, and for other frameworks with `(request, response, next)` middleware.
 *
 * @example
 * app.use(visits(extension))
 * app.get('/', requireVisit({ role: 'Guardian' }), (request, response) => {
 *   response.send(`Hello, ${visitOf(request).user.fullName}`)
 * })
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import { readNodeRequest } from './node-answer.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import {
  endVisit,
  isEntranceFor,
  isReadBy,
  refusalFor,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  requiredVisitFor,
  stateFor,
  type VisitState,
  visitFor,
} from './visit-state.ts'

/** Uses Node's types, so that Express can infer the types of a route's parameters. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>

const REMEDY = 'app.use(visits(extension))'

/** Mount it before every route that uses visits. @throws {ExtensionOptionError} no extension */
export function visits<Account extends JsonValue>(extension: Extension<Account>): Middleware {
  refuseNoExtension(extension, REMEDY)
  return async function readVisit(request, response, next) {
    if (isReadBy(request, extension)) return next()
    const state = await readNodeRequest(request, response, extension)
    const refused = refusedEntrance(state)
    if (refused) refuse(response, state, refused)
    else next()
  }
}

/** Undefined when the visitor is unknown. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: IncomingMessage,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** The visit, on a route with {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or the reason why there is no visit */
export function visitOf<Account extends JsonValue = JsonValue>(request: IncomingMessage): Visit<Account> {
  return requiredVisitFor(request, REMEDY)
}

/** Sends the refusal when there is no visit or the role does not match. @throws {ExtensionOptionError} unknown role */
export function requireVisit(requirement: Requirement = {}): Middleware {
  const roles = rolesOf(requirement)
  return function demandVisit(request, response, next) {
    const state = stateFor(request, REMEDY)
    const refused = refusedFor(state, roles)
    if (refused) refuse(response, state, refused)
    else next()
  }
}

/** Whether this request is an entrance: the app opened this page, and a new visit begins. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(request: IncomingMessage): boolean {
  return isEntranceFor(request, REMEDY)
}

/** Ends the visit on this phone. The web-app sends the response. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(request: IncomingMessage): void {
  endVisit(stateFor(request, REMEDY))
}

function refuse(response: ServerResponse, state: VisitState, error: ExtensionError): void {
  const { status, headers, body } = refusalFor(state, error)
  response.writeHead(status, headers).end(body)
}
