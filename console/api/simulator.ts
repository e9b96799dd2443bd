/** The app simulator in the console: phones set up, More tapped, and what went over the wire. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../../shared/server/problem.ts'
import type { ConsoleContext } from '../context.ts'
import * as calls from './simulator-operations.ts'

const MAX_USERS = 30

export async function simulatorApi(
  server: FastifyInstance,
  { repositories, simulator }: ConsoleContext,
): Promise<void> {
  const { school } = repositories
  server.get('/simulator', { config: { openapi: calls.LOOK } }, async (_request, reply) => {
    const { name, appId } = school.facts()
    const { phones } = await simulator.open()
    return reply.send({ school: name, appId, ...school.settings(), phones: phones() })
  })

  server.get('/simulator/users', { config: { openapi: calls.FIND_USERS } }, (request, reply) => {
    const { q = '' } = request.query as { q?: string }
    return reply.send({ users: simulator.users.search(String(q).slice(0, 100), MAX_USERS) })
  })

  server.get('/simulator/users/:userId', { config: { openapi: calls.GET_USER } }, (request, reply) => {
    const user = simulator.users.get(Number((request.params as { userId: string }).userId))
    return user ? reply.send(user) : nothing(reply, 'user')
  })

  server.post('/simulator/phones', { config: { openapi: calls.ADD } }, async (request, reply) => {
    const phone = await (await simulator.open()).add(request.body)
    return reply.code(201).header('location', `/console/api/simulator/phones/${phone.phoneId}`).send(phone)
  })

  server.get('/simulator/phones/:phoneId', { config: { openapi: calls.GET } }, async (request, reply) => {
    const phone = (await simulator.open()).get(idOf(request))
    return phone ? reply.send(phone) : nothing(reply, 'phone')
  })

  server.put('/simulator/phones/:phoneId', { config: { openapi: calls.CHANGE } }, async (request, reply) => {
    const phone = (await simulator.open()).change(idOf(request), request.body)
    return phone ? reply.send(phone) : nothing(reply, 'phone')
  })

  server.delete(
    '/simulator/phones/:phoneId',
    { config: { openapi: calls.PUT_AWAY } },
    async (request, reply) => {
      const isThere = await (await simulator.open()).remove(idOf(request))
      return isThere ? reply.code(204).send() : nothing(reply, 'phone')
    },
  )

  // A link that opens the entrance with the app's headers: `framed` for the console, once; `direct` for any browser here.
  server.post(
    '/simulator/phones/:phoneId/more',
    { config: { openapi: calls.TAP_MORE } },
    async (request, reply) => {
      const { tapMore, directLink } = await simulator.open()
      const { hostname } = (request.body ?? {}) as { hostname?: unknown }
      if (!school.settings().moreEnabled)
        return sendProblem(reply, {
          status: 409,
          title: 'Conflict',
          detail: 'The app shows no More item; switch it on in App settings',
        })
      const framed = tapMore(idOf(request), hostname === 'localhost' ? 'localhost' : undefined)
      return framed ? reply.send({ framed, direct: directLink(idOf(request)) }) : nothing(reply, 'phone')
    },
  )

  server.post(
    '/simulator/phones/:phoneId/reinstall',
    { config: { openapi: calls.REINSTALL } },
    async (request, reply) => {
      const isThere = await (await simulator.open()).reinstall(idOf(request))
      return isThere ? reply.code(204).send() : nothing(reply, 'phone')
    },
  )

  server.get(
    '/simulator/phones/:phoneId/exchanges',
    { config: { openapi: calls.EXCHANGES } },
    async (request, reply) => {
      const { after = '0' } = request.query as { after?: string }
      const exchanges = (await simulator.open()).exchanges(idOf(request), Number(after) || 0)
      return exchanges ? reply.send({ exchanges }) : nothing(reply, 'phone')
    },
  )
}

const idOf = (request: FastifyRequest) => Number((request.params as { phoneId: string }).phoneId)

const nothing = (reply: FastifyReply, what: 'phone' | 'user') =>
  sendProblem(reply, { status: 404, title: 'Not Found', detail: `There is no ${what} by this number` })
