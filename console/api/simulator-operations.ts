/** The app simulator's calls as the OpenAPI document tells of them. */
import Type from 'typebox'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { ROLES } from '../../shared/contract/session.ts'
import { PhoneSetup } from '../../simulator/setup.ts'

const tag = 'Console: app simulator'
const json = (description: string, schema: Type.TSchema) => ({
  description,
  type: 'application/json',
  schema,
})

const USER = {
  userId: Type.Integer(),
  role: Type.Enum(ROLES),
  refNo: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  chineseName: Type.String(),
  imageUrl: Type.String(),
}
const User = Type.Object(USER, { title: 'SimulatorUser' })
const UserWithChildren = Type.Object(
  { ...USER, children: Type.Array(User) },
  { title: 'SimulatorUserWithChildren' },
)
const Phone = Type.Object(
  {
    phoneId: Type.Integer(),
    setup: PhoneSetup,
    user: Type.Optional(UserWithChildren),
    session: Type.Optional(Type.Object({ createdAt: Type.String(), expireAt: Type.String() })),
  },
  { title: 'SimulatedPhone' },
)
const Header = Type.Union([
  Type.Object({ name: Type.String(), value: Type.String() }),
  Type.Object({ name: Type.String(), hidden: Type.Integer({ description: 'Length of a secret.' }) }),
])
const Exchange = Type.Object(
  {
    exchangeId: Type.Integer(),
    at: Type.String({ description: 'ISO 8601 in UTC.' }),
    kind: Type.Enum(['entrance', 'navigation', 'form', 'resource'], {
      description: 'The entrance is the one request with the app’s headers.',
    }),
    method: Type.String(),
    path: Type.String(),
    sent: Type.Array(Header),
    status: Type.Optional(Type.Integer()),
    received: Type.Array(Header),
    cookies: Type.Array(Type.String(), { description: 'Names and attributes of those set.' }),
    redirect: Type.Optional(
      Type.Object({
        to: Type.String(),
        isForeign: Type.Boolean({ description: 'Of another origin: not followed.' }),
      }),
    ),
    failure: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() })),
    ms: Type.Optional(Type.Integer()),
    bytes: Type.Integer(),
    isOver: Type.Boolean(),
  },
  { title: 'SimulatorExchange' },
)
const byPhone = Type.Object({ phoneId: Type.Integer() })
const noPhone = refusal('There is no phone by this number')
const signedOut = refusal('Nobody is signed in')

export const LOOK: Operation = {
  tag,
  summary: 'The phones there are, and what their app shows',
  answers: {
    200: json(
      'Those used last come last',
      Type.Object({
        school: Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() }),
        appId: Type.String(),
        moreEnabled: Type.Boolean(),
        entranceUrl: Type.String(),
        phones: Type.Array(Phone),
      }),
    ),
    401: signedOut,
  },
}

export const FIND_USERS: Operation = {
  tag,
  summary: 'Whose phone it could be',
  query: Type.Object({
    q: Type.Optional(Type.String({ description: 'Part of a name or reference number.' })),
  }),
  answers: { 200: json('No more than 30', Type.Object({ users: Type.Array(User) })), 401: signedOut },
}

export const GET_USER: Operation = {
  tag,
  summary: 'One user with the children that the app can select',
  path: Type.Object({ userId: Type.Integer() }),
  answers: {
    200: json('The user', UserWithChildren),
    401: signedOut,
    404: refusal('There is no user by this number'),
  },
}

export const ADD: Operation = {
  tag,
  summary: 'Take a phone, set up for a user',
  description: 'There are eight at most: the one longest unused is put away for another.',
  body: PhoneSetup,
  answers: { 201: json('The phone', Phone), 401: signedOut, 422: recordRefusal('It cannot be set up so') },
}

export const GET: Operation = {
  tag,
  summary: 'One phone',
  path: byPhone,
  answers: { 200: json('The phone', Phone), 401: signedOut, 404: noPhone },
}

export const CHANGE: Operation = {
  tag,
  summary: 'Set a phone up anew',
  description:
    'Another user begins without cookies; another user, environment or length begins a new session.',
  path: byPhone,
  body: PhoneSetup,
  answers: {
    200: json('The phone', Phone),
    401: signedOut,
    404: noPhone,
    422: recordRefusal('It cannot be set up so'),
  },
}

export const PUT_AWAY: Operation = {
  tag,
  summary: 'Put a phone away and end its session',
  path: byPhone,
  answers: { 204: { description: 'It is away' }, 401: signedOut, 404: noPhone },
}

export const TAP_MORE: Operation = {
  tag,
  summary: 'Tap More: links that open the entrance with the app’s headers',
  path: byPhone,
  body: Type.Object({
    hostname: Type.Optional(
      Type.String({ description: 'Where the console is open: `127.0.0.1` or `localhost`.' }),
    ),
  }),
  answers: {
    200: json(
      'On this machine',
      Type.Object({
        framed: Type.String({ description: 'For the console’s frame; works once.' }),
        direct: Type.String({ description: 'For any browser, as often as it is opened.' }),
      }),
    ),
    401: signedOut,
    404: noPhone,
    409: refusal('The app shows no More item'),
  },
}

export const REINSTALL: Operation = {
  tag,
  summary: 'Install the app anew: without cookies, storage and session',
  path: byPhone,
  body: Type.Object({}),
  answers: { 204: { description: 'It is as new' }, 401: signedOut, 404: noPhone },
}

export const EXCHANGES: Operation = {
  tag,
  summary: 'What a phone sent and received',
  path: byPhone,
  query: Type.Object({
    after: Type.Optional(Type.Integer({ description: 'Only those with a higher number.' })),
  }),
  answers: {
    200: json('Oldest first; the newest 200 are kept', Type.Object({ exchanges: Type.Array(Exchange) })),
    401: signedOut,
    404: noPhone,
  },
}
