/** People: search, one in full, add, change, delete with all that hangs on them, undo. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PEOPLE } from '../../service/school/directory.ts'
import { checkOf } from '../../shared/client/check.ts'
import { ROLES } from '../../shared/contract/session.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { PEOPLE_CALLS as CALLS, PersonDraft } from './people-operations.ts'
import { readNumber, restoreRoute, sendNotFound, withPicture } from './records.ts'

const draftCheck = checkOf(PersonDraft)
type One = { Params: { userId: string } }

export async function peopleApi(server: FastifyInstance, { office }: ConsoleContext): Promise<void> {
  const { directory, undo } = office
  restoreRoute(server, '/people', { undo, topic: PEOPLE, openapi: CALLS.restore })

  server.get<{ Querystring: Record<string, unknown> }>(
    '/people',
    { config: { openapi: CALLS.list } },
    ({ query }, reply) => {
      const { search, after } = query
      const page = directory.find({
        role: ROLES.find(role => role === query.role),
        search: typeof search === 'string' ? search.slice(0, 200) : undefined,
        after: typeof after === 'string' ? after : undefined,
      })
      return reply.send({ ...page, people: page.people.map(withPicture) })
    },
  )
  server.get<One>('/people/:userId', { config: { openapi: CALLS.one } }, ({ params }, reply) =>
    sendPerson(reply, readNumber(params.userId)),
  )
  server.post('/people', { config: { openapi: CALLS.add } }, (request, reply) => {
    const { result: userId, undo: id } = directory.add(bodyOf(draftCheck, request))
    return sendPerson(reply.code(201), userId, id)
  })
  server.put<One>('/people/:userId', { config: { openapi: CALLS.change } }, (request, reply) => {
    const userId = readNumber(request.params.userId)
    if (userId === undefined) return sendNotFound(reply, 'person')
    const { result: found, undo: id } = directory.change(userId, bodyOf(draftCheck, request))
    if (!found) return sendNotFound(reply, 'person')
    return sendPerson(reply, userId, id)
  })
  server.delete<One>('/people/:userId', { config: { openapi: CALLS.remove } }, ({ params }, reply) => {
    const userId = readNumber(params.userId)
    if (userId === undefined) return sendNotFound(reply, 'person')
    const { result: found, undo: id } = directory.remove(userId)
    if (!found) return sendNotFound(reply, 'person')
    return reply.send({ undo: id })
  })

  function sendPerson(reply: FastifyReply, userId: number | undefined, id?: string): FastifyReply {
    const person = userId === undefined ? undefined : directory.get(userId)
    if (!person) return sendNotFound(reply, 'person')
    const [children, guardians] = [person.children.map(withPicture), person.guardians.map(withPicture)]
    return reply.send({ ...withPicture(person), children, guardians, ...(id !== undefined && { undo: id }) })
  }
}
