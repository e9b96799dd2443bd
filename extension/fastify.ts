/**
 * `@schoolbell/extension/fastify`: visits for Fastify 5.
 *
 * @example
 * const { visits, requireVisit, visitOf } = forFastify(extension)
 * await app.register(visits)
 * app.get('/', { preHandler: requireVisit({ role: 'Guardian' }) }, async request => `Hello, ${visitOf(request).user.fullName}`)
 */
import type { FastifyInstance } from 'fastify'
import { adapterOf, type VisitFunctions } from './adapter.ts'
import type { Extension } from './extension.ts'
import { readNodeRequest } from './node-answer.ts'
import type { Refusal } from './refusal.ts'
import type { Requirement } from './requirement.ts'
import type { JsonValue } from './visit.ts'
import { refusedEntrance } from './visit-state.ts'

/** Any Fastify request, whatever its server type and its route's types. */
export interface RequestOfFastify {
  readonly raw: object
}

/** The methods of a reply that a refusal needs. */
export interface ReplyOfFastify {
  code(status: number): unknown
  headers(values: Record<string, string>): unknown
  send(body?: unknown): unknown
}

export interface FastifyVisits<Account extends JsonValue> extends VisitFunctions<Account, RequestOfFastify> {
  /** Register it in the instance whose routes use visits. */
  visits: (app: FastifyInstance) => Promise<void>
  /**
   * As `onRequest` or `preHandler` of a route: sends the refusal when there is no visit or the role does not match.
   *
   * @throws {ExtensionOptionError} unknown role
   */
  requireVisit: (
    requirement?: Requirement,
  ) => (request: RequestOfFastify, reply: ReplyOfFastify) => Promise<unknown>
}

/** @throws {ExtensionOptionError} no extension */
export function forFastify<Account extends JsonValue>(extension: Extension<Account>): FastifyVisits<Account> {
  const { functions, isRead, guard } = adapterOf(extension, {
    name: 'forFastify',
    attach: 'await app.register(visits)',
    keyOf: ({ raw }: RequestOfFastify) => raw,
  })
  const visits = async (app: FastifyInstance) => {
    app.addHook('onRequest', async function readVisit(request, reply) {
      if (isRead(request)) return
      const refusal = refusedEntrance(await readNodeRequest(request.raw, reply.raw, extension))
      if (refusal) return send(reply, refusal)
    })
  }
  return {
    ...functions,
    visits: Object.assign(visits, {
      // Also for sibling routes, not only for routes inside this plugin. fastify-plugin does the same, in every web-app's node_modules.
      [Symbol.for('skip-override')]: true,
      [Symbol.for('plugin-meta')]: { name: 'schoolbell-visits', fastify: '5.x' },
    }),
    requireVisit(requirement = {}) {
      const refusalFor = guard(requirement)
      return async function demandVisit(request, reply) {
        const refusal = refusalFor(request)
        if (refusal) return send(reply, refusal)
      }
    },
  }
}

function send(reply: ReplyOfFastify, { status, headers, body }: Refusal): unknown {
  reply.code(status)
  reply.headers(headers)
  return reply.send(body)
}
