/**
 * `@schoolbell/extension/express`: visits for Express 5, and for other frameworks with `(request, response, next)` middleware.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forExpress(extension)
 * app.use(visits)
 * app.get('/', requireVisit({ role: 'Guardian' }), (request, response) => {
 *   response.send(`Hello, ${visitOf(request).user.fullName}`)
 * })
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { adapterOf, type VisitFunctions } from './adapter.ts'
import type { Extension } from './extension.ts'
import { readNodeRequest } from './node-answer.ts'
import type { Refusal } from './refusal.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { refusedEntrance } from './visit-state.ts'

/** Uses Node's types, so that Express can infer the types of a route's parameters. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>

export interface ExpressVisits<Account extends JsonValue> extends VisitFunctions<Account, IncomingMessage> {
  /** Use it before every route that uses visits. */
  visits: Middleware
  /** Sends the refusal when there is no visit or the role does not match. @throws {ExtensionOptionError} unknown role */
  requireVisit: (requirement?: Requirement) => Middleware
}

/** @throws {ExtensionOptionError} no extension */
export function forExpress<Account extends JsonValue>(extension: Extension<Account>): ExpressVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forExpress',
    attach: 'app.use(visits)',
    keyOf: (request: IncomingMessage) => request,
  })
  return {
    ...functions,
    async visits(request, response, next) {
      if (isRead(request)) return next()
      const refusal = refusedEntrance(await readNodeRequest(request, response, extension))
      if (refusal) send(response, refusal)
      else next()
    },
    requireVisit(requirement = {}) {
      const refusalFor = guard(requirement)
      return function demandVisit(request, response, next) {
        const refusal = refusalFor(request)
        if (refusal) send(response, refusal)
        else next()
      }
    },
  }
}

function send(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, headers).end(body)
}
