/**
 * `schoolbell/extension/hono`: visits for Hono 4.
 *
 * @example
 * app.use(visits(extension))
 * app.get('/', requireVisit({ role: 'Guardian' }), c => c.text(`Hello, ${getVisit(c)?.user.fullName}`))
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import {
  cookieOf,
  demandedVisit,
  type Held,
  heldFor,
  hold,
  type Requirement,
  refusedEntrance,
  visitFor,
} from './held.ts'
import type { JsonValue, Visit } from './visit.ts'

const REMEDY = 'app.use(visits(extension))'

/** Before every route that asks for a visit. */
export function visits<Account extends JsonValue>(extension: Extension<Account>): MiddlewareHandler {
  return async function readVisit(c, next) {
    const { method, headers, signal } = c.req.raw
    const held = await hold(c, extension, {
      method,
      header: name => headers.get(name),
      signal,
    })
    const refused = refusedEntrance(held)
    if (refused) c.res = refusal(held, refused)
    else await next()
    const cookie = cookieOf(held)
    if (cookie === undefined) return
    c.header('set-cookie', cookie, { append: true })
    c.header('cache-control', 'private, no-store')
  }
}

/** @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(c: Context): Visit<Account> | undefined {
  return visitFor(c, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. */
export function requireVisit(requirement: Requirement = {}): MiddlewareHandler {
  return async function demandVisit(c, next) {
    const held = heldFor(c, REMEDY)
    try {
      demandedVisit(held, requirement)
    } catch (error) {
      return refusal(held, error as ExtensionError)
    }
    await next()
  }
}

/** Ends the visit on this phone; the answer is the web-app's. */
export function signOut(c: Context): void {
  c.header('set-cookie', heldFor(c, REMEDY).extension.signOut(), { append: true })
}

function refusal({ extension, request }: Held, error: ExtensionError): Response {
  const { status, headers, body } = extension.refusal(error, request)
  return new Response(body, { status, headers })
}
