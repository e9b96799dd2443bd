/**
 * `schoolbell/extension/fastify`: visits for Fastify 5.
 *
 * @example
 * await app.register(visits, { extension })
 * app.get('/', { preHandler: requireVisit({ role: 'Guardian' }) }, async request => `Hello, ${getVisit(request)?.user.fullName}`)
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
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

const REMEDY = 'await app.register(visits, { extension })'

/** Reads a visit before every route of the instance on which it is registered. */
export const visits = Object.assign(
  async function visits<Account extends JsonValue>(
    app: FastifyInstance,
    { extension }: { extension: Extension<Account> },
  ) {
    app.addHook('onRequest', async function readVisit(request, reply) {
      const { method, headers, signal } = request
      const header = (name: string) => [headers[name]].flat()[0]
      const held = await hold(request, extension, { method, header, signal })
      const cookie = cookieOf(held)
      if (cookie !== undefined)
        reply.header('set-cookie', cookie).header('cache-control', 'private, no-store')
      const refused = refusedEntrance(held)
      if (refused) return refuse(reply, held, refused)
    })
  },
  // For the routes beside it, too, not only for those inside.
  { [Symbol.for('skip-override')]: true },
)

/** @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>(
  request: FastifyRequest,
): Visit<Account> | undefined {
  return visitFor(request, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. */
export function requireVisit(requirement: Requirement = {}): preHandlerAsyncHookHandler {
  return async function demandVisit(request, reply) {
    const held = heldFor(request, REMEDY)
    try {
      demandedVisit(held, requirement)
    } catch (error) {
      return refuse(reply, held, error as ExtensionError)
    }
  }
}

/** Ends the visit on this phone; the answer is the web-app's. */
export function signOut(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', heldFor(request, REMEDY).extension.signOut())
}

function refuse(reply: FastifyReply, { extension, request }: Held, error: ExtensionError) {
  const { status, headers, body } = extension.refusal(error, request)
  return reply.code(status).headers(headers).send(body)
}
