/**
 * `schoolbell/extension/hono`: visits for Hono 4.
 *
 * @example
 * app.use(visits(extension))
 * app.get('/', requireVisit({ role: 'Guardian' }), c => c.text(`Hello, ${visitOf(c).user.fullName}`))
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Extension } from './extension.ts'
import {
  certainVisitFor,
  endVisit,
  heldFor,
  isEntranceFor,
  isHeldBy,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  visitFor,
} from './held.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import { completed, holdWeb, refusal } from './web-answer.ts'

const REMEDY = 'app.use(visits(extension))'

/** Before every route that asks for a visit. @throws {ExtensionOptionError} no extension */
export function visits<Account extends JsonValue>(extension: Extension<Account>): MiddlewareHandler {
  refuseNoExtension(extension, REMEDY)
  return async function readVisit(c, next) {
    if (isHeldBy(c, extension)) return await next()
    const held = await holdWeb(c, c.req.raw, extension, c.env)
    const refused = refusedEntrance(held)
    if (refused) c.res = refusal(held, refused)
    else {
      // Hono brings Errors alone to its error handler, and what that one throws to nobody; an entrance needs an answer.
      await next().catch(error => {
        console.error(error)
        c.res = c.text('Internal Server Error', 500)
      })
    }
    const answer = completed(c.res, held)
    // Put in its place, not merged into it: cookies would be doubled.
    if (answer === c.res) return
    c.res = undefined
    c.res = answer
  }
}

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(c: Context): Visit<Account> | undefined {
  return visitFor(c, REMEDY)
}

/** The visit behind {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or why there is none */
export function visitOf<Account extends JsonValue = JsonValue>(c: Context): Visit<Account> {
  return certainVisitFor(c, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. @throws {ExtensionOptionError} no such role */
export function requireVisit(requirement: Requirement = {}): MiddlewareHandler {
  const roles = rolesOf(requirement)
  return async function demandVisit(c, next) {
    const held = heldFor(c, REMEDY)
    const refused = refusedFor(held, roles)
    if (refused) return refusal(held, refused)
    await next()
  }
}

/** Whether the app has opened this very page: a visit begins, or begins anew. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance(c: Context): boolean {
  return isEntranceFor(c, REMEDY)
}

/** Ends the visit on this phone; the answer is the web-app's. @throws {ExtensionError} NOT_MOUNTED */
export function signOut(c: Context): void {
  endVisit(heldFor(c, REMEDY))
}
