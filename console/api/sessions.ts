/** Sessions: issue a token, shown once; see live and expired ones; end one, or all of a person. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { withPicture } from './picture.ts'
import { CountedUndoable, INVALID_PARAMETER, Instant, Person, Undoable, WholeNumber } from './schemas.ts'

const MAX_LISTED = 200

const Environment = Type.Enum(ENVIRONMENTS)
const SessionDraft = Type.Object(
  {
    userId: WholeNumber,
    environment: Environment,
    minutes: Type.Integer({ minimum: 1, maximum: 366 * 24 * 60 }),
  },
  { title: 'SessionDraft' },
)
const EndDraft = Type.Union(
  [Type.Object({ userId: WholeNumber }), Type.Object({ expired: Type.Literal(true) })],
  { title: 'EndDraft' },
)

const IssuedToken = Type.Object(
  {
    token: Type.String({ description: 'In the clear, for the only time.' }),
    environment: Environment,
    userId: WholeNumber,
    createdAt: Instant,
    expireAt: Instant,
    appId: Type.String(),
    address: Type.String({ description: 'Where a web-app asks whose token it is.' }),
  },
  { title: 'IssuedToken' },
)
export type IssuedToken = Static<typeof IssuedToken>

const SessionList = Type.Object(
  {
    now: Instant,
    live: Type.Integer(),
    more: Type.Boolean(),
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String({ description: 'The token’s hash: it opens nothing.' }),
        environment: Environment,
        userId: WholeNumber,
        createdAt: Instant,
        expireAt: Instant,
        sample: Type.Boolean(),
        person: Type.Optional(Person),
      }),
    ),
  },
  { title: 'SessionList' },
)
export type SessionList = Static<typeof SessionList>

export async function sessionsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { office, clock, addresses, handles } = context
  const { sessions, school } = context.repositories
  const { directory, sessionEnds } = office

  server.get('/sessions', { schema: LIST }, ({ query }) => {
    const now = clock.now()
    const found = sessions.list({ ...query, limit: MAX_LISTED + 1 })
    const people = new Map(directory.several(found.map(({ userId }) => userId)).map(one => [one.userId, one]))
    return {
      now: `${now}`,
      live: sessions.countLive(now),
      more: found.length > MAX_LISTED,
      sessions: found.slice(0, MAX_LISTED).map(session => {
        const person = people.get(session.userId)
        return { ...session, ...(person && { person: withPicture(person) }) }
      }),
    }
  })

  server.post('/sessions', { schema: ISSUE }, ({ body: { minutes, ...session } }, reply) => {
    const expireAt = clock.now().add({ minutes })
    const issued = handles.sessions.issue({ ...session, expireAt })
    reply.code(201)
    return {
      token: issued.token,
      environment: session.environment,
      userId: session.userId,
      createdAt: `${issued.createdAt}`,
      expireAt: `${issued.expireAt}`,
      appId: school.facts().appId,
      address: `${addresses.public().sessionUrls[session.environment]}/v2/grd/external-session`,
    }
  })

  server.delete('/sessions/:environment/:sessionId', { schema: END }, ({ params }) => {
    const { result: isEnded, undo } = sessionEnds.one(params.environment, params.sessionId)
    if (!isEnded) throw new HttpProblem(404, 'There is no such session')
    return { undo }
  })

  server.post('/sessions/end', { schema: END_SOME }, ({ body }) => {
    const { result: count, undo } =
      'userId' in body ? sessionEnds.allOf(body.userId) : sessionEnds.expired(clock.now())
    return { count, undo }
  })
}

const TAG: Tag = 'Console: users and sessions'
const tags = [TAG]

const LIST = {
  tags,
  operationId: 'listSessions',
  summary: 'List sessions, never their tokens',
  querystring: Type.Object({
    userId: Type.Optional(WholeNumber),
    environment: Type.Optional(Environment),
  }),
  response: { 200: json('Live and expired ones', SessionList), 400: INVALID_PARAMETER },
}
const ISSUE = {
  tags,
  operationId: 'issueSession',
  summary: 'Issue a session token',
  body: SessionDraft,
  response: { 201: json('The token, this one time', IssuedToken), 422: recordRefusal() },
}
const END = {
  tags,
  operationId: 'endSession',
  summary: 'End a session',
  params: Type.Object({ environment: Environment, sessionId: Type.String() }),
  response: { 200: json('Ended', Undoable), 404: refusal('There is no such session') },
}
const END_SOME = {
  tags,
  operationId: 'endSessions',
  summary: 'End all sessions of a person, or remove expired ones',
  body: EndDraft,
  response: { 200: json('How many', CountedUndoable), 422: recordRefusal() },
}
