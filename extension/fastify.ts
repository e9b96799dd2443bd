/**
 * `@schoolbell/extension/fastify`: visits for Fastify 5.
 *
 * @example
 * await app.register(visits, { extension })
 * app.get('/', { preHandler: requireVisit({ role: 'Guardian' }) }, async request => `Hello, ${visitOf(request).user.fullName}`)
 */
import type { FastifyInstance } from 'fastify'
import type { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import { readNodeRequest } from './node-answer.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'
import {
  endVisit,
  isEntranceFor,
  isReadBy,
  refusalFor,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  requiredVisitFor,
  stateFor,
  type VisitState,
  visitFor,
} from './visit-state.ts'

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

const REMEDY = 'await app.register(visits, { extension })'

/** Reads the visit before every route of the instance on which it is registered. */
export const visits = Object.assign(
  async function visits<Account extends JsonValue>(
    app: FastifyInstance,
    { extension }: { extension: Extension<Account> },
  ) {
    refuseNoExtension(extension, REMEDY)
    app.addHook('onRequest', async function readVisit({ raw }, reply) {
      if (isReadBy(raw, extension)) return
      const state = await readNodeRequest(raw, reply.raw, extension)
      const refused = refusedEntrance(state)
      if (refused) return refuse(reply, state, refused)
    })
  },
  {
    // Also for sibling routes, not only for routes inside this plugin.
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: 'schoolbell-visits', fastify: '5.x' },
  },
)

/** Undefined when the visitor is unknown. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>({
  raw,
}: RequestOfFastify): Visit<Account> | undefined {
  return visitFor(raw, REMEDY)
}

/** The visit, on a route with {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or the reason why there is no visit */
export function visitOf<Account extends JsonValue = JsonValue>({ raw }: RequestOfFastify): Visit<Account> {
  return requiredVisitFor(raw, REMEDY)
}

/** Sends the refusal when there is no visit or the role does not match. @throws {ExtensionOptionError} unknown role */
export function requireVisit(requirement: Requirement = {}) {
  const roles = rolesOf(requirement)
  return async function demandVisit({ raw }: RequestOfFastify, reply: ReplyOfFastify): Promise<unknown> {
    const state = stateFor(raw, REMEDY)
    const refused = refusedFor(state, roles)
    if (refused) return refuse(reply, state, refused)
  }
}

/** Whether this request is an entrance: the app opened this page, and a new visit begins. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance({ raw }: RequestOfFastify): boolean {
  return isEntranceFor(raw, REMEDY)
}

/** Ends the visit on this phone. The web-app sends the response. @throws {ExtensionError} NOT_MOUNTED */
export function signOut({ raw }: RequestOfFastify): void {
  endVisit(stateFor(raw, REMEDY))
}

function refuse(reply: ReplyOfFastify, state: VisitState, error: ExtensionError): unknown {
  const { status, headers, body } = refusalFor(state, error)
  reply.code(status)
  reply.headers(headers)
  return reply.send(body)
}
