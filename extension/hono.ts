/**
 * `@schoolbell/extension/hono`: visits for Hono 4.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forHono(extension)
 * app.use(visits)
 * app.get('/', requireVisit({ role: 'Guardian' }), c => c.text(`Hello, ${visitOf(c).user.fullName}`))
 */
import type { Context, MiddlewareHandler } from 'hono'
import { adapterOf, type VisitFunctions } from './adapter.ts'
import type { Extension } from './extension.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { refusedEntrance } from './visit-state.ts'
import { completed, readWebRequest, responseOf } from './web-answer.ts'

export interface HonoVisits<Account extends JsonValue> extends VisitFunctions<Account, Context> {
  /** Use it before every route that uses visits. */
  visits: MiddlewareHandler
  /** Sends the refusal when there is no visit or the role does not match. @throws {ExtensionOptionError} unknown role */
  requireVisit: (requirement?: Requirement) => MiddlewareHandler
}

/** @throws {ExtensionOptionError} no extension */
export function forHono<Account extends JsonValue>(extension: Extension<Account>): HonoVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forHono',
    attach: 'app.use(visits)',
    keyOf: (c: Context) => c,
  })
  return {
    ...functions,
    async visits(c, next) {
      if (isRead(c)) return await next()
      const state = await readWebRequest(c, c.req.raw, extension, c.env)
      const refusal = refusedEntrance(state)
      if (refusal) c.res = responseOf(refusal)
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
    },
    requireVisit(requirement = {}) {
      const refusalFor = guard(requirement)
      return async function demandVisit(c, next) {
        const refusal = refusalFor(c)
        if (refusal) return responseOf(refusal)
        await next()
      }
    },
  }
}
