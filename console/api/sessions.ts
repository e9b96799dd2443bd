/** Sessions: issue a token, shown once; see live and expired ones; end one, or all of a person. */
import type { FastifyInstance } from 'fastify'
import { SESSIONS } from '../../service/session/sessions.ts'
import { checkOf } from '../../shared/client/check.ts'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { readNumber, restoreRoute, sendNotFound, withPicture } from './records.ts'
import { SESSION_CALLS as CALLS, EndDraft, SessionDraft } from './sessions-operations.ts'

const MOST_LISTED = 200
const issueCheck = checkOf(SessionDraft)
const endAllCheck = checkOf(EndDraft)

export async function sessionsApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { office, clock, addresses, handles } = context
  const { sessions, school } = context.repositories
  const { directory, sessionEnds, undo } = office
  restoreRoute(server, '/sessions', {
    undo,
    topic: SESSIONS,
    openapi: CALLS.restore,
  })

  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/sessions',
    { config: { openapi: CALLS.list } },
    ({ query }, reply) => {
      const now = clock.now()
      const listed = sessions.list({
        userId: readNumber(query.userId),
        environment: ENVIRONMENTS.find(environment => environment === query.environment),
        limit: MOST_LISTED + 1,
      })
      const people = new Map(
        directory.several(listed.map(({ userId }) => userId)).map(one => [one.userId, one]),
      )
      return reply.send({
        now: `${now}`,
        live: sessions.countLive(now),
        more: listed.length > MOST_LISTED,
        sessions: listed.slice(0, MOST_LISTED).map(session => {
          const person = people.get(session.userId)
          return { ...session, ...(person && { person: withPicture(person) }) }
        }),
      })
    },
  )

  server.post('/sessions', { config: { openapi: CALLS.issue } }, (request, reply) => {
    const { minutes, ...session } = bodyOf(issueCheck, request)
    const expireAt = clock.now().add({ minutes })
    const issued = handles.sessions.issue({ ...session, expireAt })
    return reply.code(201).send({
      token: issued.token,
      environment: session.environment,
      userId: session.userId,
      createdAt: `${issued.createdAt}`,
      expireAt: `${issued.expireAt}`,
      appId: school.facts().appId,
      address: `${addresses.public().sessionUrls[session.environment]}/v2/grd/external-session`,
    })
  })

  server.delete<{ Params: { environment: string; sessionId: string } }>(
    '/sessions/:environment/:sessionId',
    { config: { openapi: CALLS.end } },
    ({ params }, reply) => {
      const environment = ENVIRONMENTS.find(name => name === params.environment)
      const ended = environment && sessionEnds.one(environment, params.sessionId)
      if (!ended?.result) return sendNotFound(reply, 'session')
      return reply.send({ undo: ended.undo })
    },
  )
  server.post('/sessions/end', { config: { openapi: CALLS.endSome } }, (request, reply) => {
    const which = bodyOf(endAllCheck, request)
    const ended = 'userId' in which ? sessionEnds.allOf(which.userId) : sessionEnds.expired(clock.now())
    return reply.send({ count: ended.result, undo: ended.undo })
  })
}
