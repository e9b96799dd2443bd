/**
 * `@schoolbell/extension/hono`: visits for Hono 4.
 *
 * @example
 * app.use(visits(extension))
 * app.get('/', requireVisit({ role: 'Guardian' }), c => c.text(`Hello, ${visitOf(c).user.fullName}`))
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Extension } from './extension.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import {
  endVisit,
  isEntranceFor,
  isReadBy,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  requiredVisitFor,
  stateFor,
  visitFor,
} from './visit-state.ts'
import { completed, readWebRequest, refusal } from './web-answer.ts'

const REMEDY = 'app.use(visits(extension))'

/** Mount it before every route that uses visits. @throws {ExtensionOptionError} no extension */
export function visits<Account extends JsonValue>(extension: Extension<Account>): MiddlewareHandler {
  refuseNoExtension(extension, REMEDY)
  return async function readVisit(c, next) {
    if (isReadBy(c, extension)) return await next()
    const state = await readWebRequest(c, c.req.raw, extension, c.env)
    const refused = refusedEntrance(state)
    if (refused) c.res = refusal(state, refused)
    else {
      // Hono passes only Errors to its error handler, and lets errors of that handler through. An entrance needs a response.
      await next().catch(error => {
        console.error(error)
        c.res = c.text('Internal Server Error', 500)
      })
    }
    const answer = completed(c.res, state)
    // Replaced, because Hono merges a new response into the old one and would repeat the cookies.
    if (answer === c.res) return
    c.res = undefined
    c.res = answer
  }
}

/** Undefined when the visitor is unknown. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(c: Context): Visit<Account> | undefined {
  return visitFor(c, REMEDY)
}

/** The visit, on a route with {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or the reason why there is no visit */
export function visitOf<Account extends JsonValue = JsonValue>(c: Context): Visit<Account> {
  return requiredVisitFor(c, REMEDY)
}

/** Sends the refusal when there is no visit or the role does not match. @throws {ExtensionOptionError} unknown role */
export function requireVisit(requirement: Requirement = {}): MiddlewareHandler {
  const roles = rolesOf(requirement)
  return async function demandVisit(c, next) {
    const state = stateFor(c, REMEDY)
    const refused = refusedFor(state, roles)
    if (refused) return refusal(state, refused)
    await next()
  }
}

/** Whether this request is an entrance: the app opened this page, and a new visit begins. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(c: Context): boolean {
  return isEntranceFor(c, REMEDY)
}

/** Ends the visit on this phone. The web-app sends the response. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(c: Context): void {
  endVisit(stateFor(c, REMEDY))
}
