/**
 * `@schoolbell/extension/nitro`: visits for Nuxt 4, Nitro and h3 (1 and 2) on Node.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forNitro(extension)
 * export default defineEventHandler(visits) // server/middleware/1.visits.ts
 * export default defineEventHandler(requireVisit({ role: 'Guardian' }, event => `Hello, ${visitOf(event).user.fullName}`))
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { adapterOf, type RequireVisitOf, routeOf, type VisitFunctions } from './adapter.ts'
import { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import { readNodeRequest } from './node-answer.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { cookiesInside, hasOtherCookiesInside, READ_HEADERS, refusedEntrance } from './visit-state.ts'
import { responseOf } from './web-answer.ts'

/** An event of h3 1 (Nuxt 4, Nitro 2) or of h3 2 (Nitro 3), on Node. */
export interface NitroEvent {
  readonly node?: NodeSide | undefined
  readonly runtime?: { readonly node?: NodeSide | undefined } | undefined
  readonly headers?: Headers
}

interface NodeSide {
  readonly req: unknown
  readonly res?: unknown
}

export interface NitroVisits<Account extends JsonValue> extends VisitFunctions<Account, NitroEvent> {
  /** Middleware: the first of all in `server/middleware`. Returns the refusal of an entrance. */
  visits: (event: NitroEvent) => Promise<Response | undefined>
  /**
   * The handler of a route, which answers with the refusal when there is no visit or the role does not match.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  requireVisit: RequireVisitOf<NitroEvent, Response>
}

/** @throws {ExtensionOptionError} no extension */
export function forNitro<Account extends JsonValue>(extension: Extension<Account>): NitroVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forNitro',
    attach: 'export default defineEventHandler(visits), as the first file in server/middleware',
    keyOf: (event: NitroEvent) => nodeOf(event).req,
  })
  return {
    ...functions,
    async visits(event) {
      if (isRead(event)) return undefined
      const { req, res } = nodeOf(event)
      const state = await readNodeRequest(req, res, extension)
      // A copy that earlier middleware may have made.
      for (const name of READ_HEADERS) event.headers?.delete(name)
      if (state.admission.kind === 'visit') state.wasAsked = true
      if (hasOtherCookiesInside(state)) {
        const cookies = cookiesInside(state)
        req.headers.cookie = cookies
        event.headers?.set('cookie', cookies)
      }
      const refusal = refusedEntrance(state)
      return refusal && responseOf(refusal)
    },
    requireVisit<Event extends NitroEvent, Answer>(
      ...given: [(event: Event) => Answer] | [Requirement, (event: Event) => Answer]
    ) {
      const [requirement, handler] = routeOf(given)
      const refusalFor = guard(requirement)
      return function answerIfAllowed(event: Event) {
        const refusal = refusalFor(event)
        return refusal ? responseOf(refusal) : handler(event)
      }
    },
  }
}

function nodeOf({ node, runtime }: NitroEvent): { req: IncomingMessage; res: ServerResponse } {
  const { req, res } = Object(node ?? runtime?.node)
  if (req && res) return { req, res }
  throw new ExtensionError('NOT_MOUNTED', 'the event has no request of Node; use a preset of Nitro for Node')
}
