/**
 * `schoolbell/extension/express`: visits for Express 5.
 *
 * @example
 * app.use(visits(extension))
 * app.get('/', requireVisit({ role: 'Guardian' }), (request, response) => {
 *   response.send(`Hello, ${getVisit(request)?.user.fullName}`)
 * })
 */
import type { Request, RequestHandler, Response } from 'express'
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
export function visits<Account extends JsonValue>(extension: Extension<Account>): RequestHandler {
  return async function readVisit(request, response, next) {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const { method } = request
    const held = await hold(request, extension, {
      method,
      header: name => request.get(name),
      signal: gone.signal,
    })
    const cookie = cookieOf(held)
    if (cookie !== undefined) response.append('Set-Cookie', cookie).set('Cache-Control', 'private, no-store')
    const refused = refusedEntrance(held)
    if (refused) refuse(response, held, refused)
    else next()
  }
}

/** @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: Request,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. */
export function requireVisit(requirement: Requirement = {}): RequestHandler {
  return function demandVisit(request, response, next) {
    const held = heldFor(request, REMEDY)
    try {
      demandedVisit(held, requirement)
    } catch (error) {
      return refuse(response, held, error as ExtensionError)
    }
    next()
  }
}

/** Ends the visit on this phone; the answer is the web-app's. */
export function signOut(request: Request, response: Response): void {
  response.append('Set-Cookie', heldFor(request, REMEDY).extension.signOut())
}

function refuse(response: Response, { extension, request }: Held, error: ExtensionError): void {
  const { status, headers, body } = extension.refusal(error, request)
  response.status(status).set(headers).send(body)
}
