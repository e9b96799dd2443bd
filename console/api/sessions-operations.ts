/** What the OpenAPI document says of the calls about sessions. */
import Type from 'typebox'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import {
  Counted,
  faulty,
  gone,
  Instant,
  json,
  Person,
  slice,
  Undoable,
  WholeNumber,
} from './office-operations.ts'

const Environment = Type.Enum(ENVIRONMENTS)
export const SessionDraft = Type.Object(
  {
    userId: WholeNumber,
    environment: Environment,
    minutes: Type.Integer({ minimum: 1, maximum: 366 * 24 * 60 }),
  },
  { title: 'SessionDraft' },
)

export const EndDraft = Type.Union(
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

const sessions = slice('Console: users and sessions')
export const SESSION_CALLS = {
  restore: sessions.restore,
  list: sessions.call(
    'List sessions, never their tokens',
    { 200: json('Live and expired ones', SessionList) },
    {
      query: Type.Object({ userId: Type.Optional(Type.String()), environment: Type.Optional(Environment) }),
    },
  ),
  issue: sessions.call(
    'Issue a session token',
    { 201: json('The token, this one time', IssuedToken), ...faulty },
    { body: SessionDraft },
  ),
  end: sessions.call(
    'End a session',
    { 200: json('Ended', Undoable), ...gone('session') },
    {
      path: Type.Object({ environment: Environment, sessionId: Type.String() }),
    },
  ),
  endSome: sessions.call(
    'End all sessions of a person, or remove expired ones',
    { 200: json('How many', Counted), ...faulty },
    { body: EndDraft },
  ),
}
