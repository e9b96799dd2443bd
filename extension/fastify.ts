/**
 * `schoolbell/extension/fastify`: visits for Fastify 5.
 *
 * @example
 * await app.register(visits, { extension })
 * app.get('/', { preHandler: requireVisit({ role: 'Guardian' }) }, async request => `Hello, ${visitOf(request).user.fullName}`)
 */
import type { FastifyInstance } from 'fastify'
import type { ExtensionError } from './errors.ts'
import type { Extension } from './extension.ts'
import {
  certainVisitFor,
  endVisit,
  type Held,
  heldFor,
  isEntranceFor,
  isHeldBy,
  refusalFor,
  refusedEntrance,
  refusedFor,
  refuseNoExtension,
  visitFor,
} from './held.ts'
import { holdNode } from './node-answer.ts'
import { type Requirement, rolesOf } from './requirement.ts'
import type { JsonValue, Visit } from './visit.ts'

/** Any request of Fastify, whatever its server, and whatever its route says of its body and parameters. */
export interface RequestOfFastify {
  readonly raw: object
}

/** What a refusal needs of a reply. */
export interface ReplyOfFastify {
  code(status: number): unknown
  headers(values: Record<string, string>): unknown
  send(body?: unknown): unknown
}

const REMEDY = 'await app.register(visits, { extension })'

/** Reads a visit before every route of the instance on which it is registered. */
export const visits = Object.assign(
  async function visits<Account extends JsonValue>(
    app: FastifyInstance,
    { extension }: { extension: Extension<Account> },
  ) {
    refuseNoExtension(extension, REMEDY)
    app.addHook('onRequest', async function readVisit({ raw }, reply) {
      if (isHeldBy(raw, extension)) return
      const held = await holdNode(raw, reply.raw, extension)
      const refused = refusedEntrance(held)
      if (refused) return refuse(reply, held, refused)
    })
  },
  {
    // For the routes beside it, too, not only for those inside.
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: 'schoolbell-visits', fastify: '5.x' },
  },
)

/** Undefined for a visitor of whom nothing is known. @throws {ExtensionError} NOT_MOUNTED */
export function getVisit<Account extends JsonValue = JsonValue>({
  raw,
}: RequestOfFastify): Visit<Account> | undefined {
  return visitFor(raw, REMEDY)
}

/** The visit behind {@link requireVisit}. @throws {ExtensionError} NOT_MOUNTED, or why there is none */
export function visitOf<Account extends JsonValue = JsonValue>({ raw }: RequestOfFastify): Visit<Account> {
  return certainVisitFor(raw, REMEDY)
}

/** Answers whoever has no visit, or not the role, with the refusal. @throws {ExtensionOptionError} no such role */
export function requireVisit(requirement: Requirement = {}) {
  const roles = rolesOf(requirement)
  return async function demandVisit({ raw }: RequestOfFastify, reply: ReplyOfFastify): Promise<unknown> {
    const held = heldFor(raw, REMEDY)
    const refused = refusedFor(held, roles)
    if (refused) return refuse(reply, held, refused)
  }
}

/** Whether the app has opened this very page: a visit begins, or begins anew. @throws {ExtensionError} NOT_MOUNTED */
export function isEntrance({ raw }: RequestOfFastify): boolean {
  return isEntranceFor(raw, REMEDY)
}

/** Ends the visit on this phone; the answer is the web-app's. @throws {ExtensionError} NOT_MOUNTED */
export function signOut({ raw }: RequestOfFastify): void {
  endVisit(heldFor(raw, REMEDY))
}

function refuse(reply: ReplyOfFastify, held: Held, error: ExtensionError): unknown {
  const { status, headers, body } = refusalFor(held, error)
  reply.code(status)
  reply.headers(headers)
  return reply.send(body)
}
