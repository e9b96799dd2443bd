/**
 * `schoolbell/extension/express`: visits for Express 5, and for whatever else calls `(request, response, next)`.
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
import {
  certainVisitFor,
  endVisit,
  type Held,
  heldFor,
  isEntranceFor,
  isHeldBy,
  refusalFor,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  visitFor,
} from './held.ts'
import { holdNode } from './node-answer.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'

/** Node's own types: what Express infers of a route's parameters stays as it is. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>

const REMEDY = 'app.use(visits(extension))'

/** Before every route that asks for a visit. @throws {ExtensionOptionError} no extension */
export function visits<Account extends JsonValue>(extension: Extension<Account>): Middleware {
  refuseNoExtension(extension, REMEDY)
  return async function readVisit(request, response, next) {
    if (isHeldBy(request, extension)) return next()
    const held = await holdNode(request, response, extension)
    const refused = refusedEntrance(held)
    if (refused) refuse(response, held, refused)
    else next()
  }
}

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: IncomingMessage,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** The visit behind {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or why there is none */
export function visitOf<Account extends JsonValue = JsonValue>(request: IncomingMessage): Visit<Account> {
  return certainVisitFor(request, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. @throws {ExtensionOptionError} no such role */
export function requireVisit(requirement: Requirement = {}): Middleware {
  const roles = rolesOf(requirement)
  return function demandVisit(request, response, next) {
    const held = heldFor(request, REMEDY)
    const refused = refusedFor(held, roles)
    if (refused) refuse(response, held, refused)
    else next()
  }
}

/** Whether the app has opened this very page: a visit begins, or begins anew. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(request: IncomingMessage): boolean {
  return isEntranceFor(request, REMEDY)
}

/** Ends the visit on this phone; the answer is the web-app's. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(request: IncomingMessage): void {
  endVisit(heldFor(request, REMEDY))
}

function refuse(response: ServerResponse, held: Held, error: ExtensionError): void {
  const { status, headers, body } = refusalFor(held, error)
  response.writeHead(status, headers).end(body)
}
