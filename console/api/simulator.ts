/** The app simulator in the console: phones set up, More tapped, and what went over the wire. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { ROLES } from '../../shared/contract/session.ts'
import { json, noBody, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import { DROPPED_WHY } from '../../simulator/dropped-cookie.ts'
import { FAILURES } from '../../simulator/exchanges.ts'
import type { Phone as SimulatedPhone } from '../../simulator/phone.ts'
import { PhoneSetup } from '../../simulator/setup.ts'
import { TARGET_FAULTS } from '../../simulator/target.ts'
import type { ConsoleContext } from '../context.ts'
import { BothLanguages, INVALID_PARAMETER, Instant } from './schemas.ts'
import { changedSince, refuseStale, stamp, stampOf } from './stamp.ts'

export type { PhoneSetup }

const MAX_USERS = 30

const user = {
  userId: Type.Integer(),
  role: Type.Enum(ROLES),
  refNo: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  chineseName: Type.String(),
  imageUrl: Type.String(),
}
const User = Type.Object(user, { title: 'SimulatorUser' })
export type SimulatorUser = Static<typeof User>

const UserWithChildren = Type.Object(
  { ...user, children: Type.Array(User) },
  { title: 'SimulatorUserWithChildren' },
)
const Phone = Type.Object(
  {
    phoneId: Type.Integer(),
    setup: PhoneSetup,
    user: Type.Optional(UserWithChildren),
    session: Type.Optional(Type.Object({ createdAt: Type.String(), expireAt: Type.String() })),
    stamp,
  },
  { title: 'SimulatedPhone' },
)
export type Phone = Static<typeof Phone>

/** A change names the stamp of what it changes. */
const PhoneChange = Type.Object({ ...PhoneSetup.properties, stamp }, { title: 'PhoneChange' })

const RecordedHeader = Type.Union([
  Type.Object({ name: Type.String(), value: Type.String() }),
  Type.Object({ name: Type.String(), hidden: Type.Integer({ description: 'Length of a secret.' }) }),
])
export type RecordedHeader = Static<typeof RecordedHeader>

const Exchange = Type.Object(
  {
    exchangeId: Type.Integer(),
    at: Instant,
    kind: Type.Enum(['entrance', 'navigation', 'form', 'resource'], {
      description: 'The entrance is the one request with the app’s headers.',
    }),
    method: Type.String(),
    path: Type.String(),
    sent: Type.Array(RecordedHeader),
    forgotten: Type.Array(Type.String(), {
      description: 'Names of cookies that the web view has forgotten, so that the request went without them.',
    }),
    status: Type.Optional(Type.Integer()),
    received: Type.Array(RecordedHeader),
    cookies: Type.Array(Type.String(), { description: 'Names and attributes of those set.' }),
    dropped: Type.Array(Type.Object({ name: Type.String(), why: Type.Enum(DROPPED_WHY) }), {
      description: 'Those of them that a web view does not keep.',
    }),
    redirect: Type.Optional(
      Type.Object({
        to: Type.String(),
        isForeign: Type.Boolean({ description: 'Of another origin: not followed.' }),
      }),
    ),
    failure: Type.Optional(
      Type.Object({ code: Type.Enum([...FAILURES, ...TARGET_FAULTS]), detail: Type.String() }),
    ),
    ms: Type.Optional(Type.Integer()),
    bytes: Type.Integer(),
    isOver: Type.Boolean(),
  },
  { title: 'SimulatorExchange' },
)
export type Exchange = Static<typeof Exchange>

const Simulator = Type.Object({
  school: BothLanguages,
  appId: Type.String(),
  moreEnabled: Type.Boolean(),
  entranceUrl: Type.String(),
  phones: Type.Array(Phone),
})
export type Simulator = Static<typeof Simulator>

export async function simulatorApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { school } = context.repositories
  const { users, open } = context.simulator

  server.get('/simulator', { schema: READ }, async () => {
    const { name, appId } = school.facts()
    const simulator = await open()
    return { school: name, appId, ...school.settings(), phones: simulator.phones().map(shown) }
  })

  server.get('/simulator/users', { schema: FIND_USERS }, ({ query }) => ({
    users: users.search(query.q, MAX_USERS),
  }))

  server.get('/simulator/users/:userId', { schema: READ_USER }, ({ params }) =>
    found('user', users.get(params.userId)),
  )

  server.post('/simulator/phones', { schema: ADD }, async ({ body }, reply) => {
    const simulator = await open()
    const phone = shown(await simulator.add(body))
    reply.code(201).header('location', `/console/api/simulator/phones/${phone.phoneId}`)
    return phone
  })

  server.get('/simulator/phones/:phoneId', { schema: READ_PHONE }, async ({ params }) => {
    const simulator = await open()
    return shown(found('phone', simulator.get(params.phoneId)))
  })

  server.put('/simulator/phones/:phoneId', { schema: CHANGE }, async ({ params: { phoneId }, body }) => {
    const simulator = await open()
    const { stamp, ...setup } = body
    refuseStale(stamp, shown(found('phone', simulator.get(phoneId))))
    return shown(found('phone', simulator.change(phoneId, setup)))
  })

  server.delete('/simulator/phones/:phoneId', { schema: REMOVE }, async ({ params }, reply) => {
    const simulator = await open()
    found('phone', await simulator.remove(params.phoneId))
    reply.code(204)
    return null
  })

  server.post('/simulator/phones/:phoneId/more', { schema: TAP_MORE }, async ({ params, body }) => {
    const simulator = await open()
    if (!school.settings().moreEnabled)
      throw new HttpProblem(409, 'The app shows no More item; switch it on in App settings')
    const hostname = body?.hostname === 'localhost' ? 'localhost' : undefined
    return {
      framed: found('phone', simulator.tapMore(params.phoneId, hostname)),
      direct: found('phone', simulator.directLink(params.phoneId)),
    }
  })

  server.post('/simulator/phones/:phoneId/reinstall', { schema: REINSTALL }, async ({ params }, reply) => {
    const simulator = await open()
    found('phone', await simulator.reinstall(params.phoneId))
    reply.code(204)
    return null
  })

  server.get('/simulator/phones/:phoneId/exchanges', { schema: EXCHANGES }, async ({ params, query }) => {
    const simulator = await open()
    return { exchanges: found('phone', simulator.exchanges(params.phoneId, query.after)) }
  })
}

/** The stamp is of what a change can change: a session that begins with a tap is no change of the setup. */
const shown = (phone: SimulatedPhone): Phone => ({ ...phone, stamp: stampOf(phone.setup) })

/** @throws {HttpProblem} there is none */
function found<Record>(what: 'phone' | 'user', record: Record | undefined | false): Record {
  if (record === undefined || record === false)
    throw new HttpProblem(404, `There is no ${what} by this number`)
  return record
}

const tags: Tag[] = ['Console: app simulator']
const params = Type.Object({ phoneId: Type.Integer() })
const NO_SUCH_PHONE = refusal('There is no phone by this number')
const SIGNED_OUT = refusal('Nobody is signed in')
const INVALID_SETUP = recordRefusal('The setup is invalid')

const READ = {
  tags,
  operationId: 'listPhones',
  summary: 'The phones there are, and what their app shows',
  response: {
    200: json('The phone used last comes last', Simulator),
    401: SIGNED_OUT,
  },
}
const FIND_USERS = {
  tags,
  operationId: 'findPhoneUsers',
  summary: 'Whose phone it could be',
  querystring: Type.Object({
    q: Type.String({ maxLength: 100, default: '', description: 'Part of a name or reference number.' }),
  }),
  response: {
    200: json('No more than 30', Type.Object({ users: Type.Array(User) })),
    400: INVALID_PARAMETER,
    401: SIGNED_OUT,
  },
}
const READ_USER = {
  tags,
  operationId: 'getPhoneUser',
  summary: 'One user with the children that the app can select',
  params: Type.Object({ userId: Type.Integer() }),
  response: {
    200: json('The user', UserWithChildren),
    401: SIGNED_OUT,
    404: refusal('There is no user by this number'),
  },
}
const ADD = {
  tags,
  operationId: 'addPhone',
  summary: 'Add a phone, set up for a user',
  description: 'There are eight at most: the one longest unused is removed for another.',
  body: PhoneSetup,
  response: { 201: json('The phone', Phone), 401: SIGNED_OUT, 422: INVALID_SETUP },
}
const READ_PHONE = {
  tags,
  operationId: 'getPhone',
  summary: 'One phone',
  params,
  response: { 200: json('The phone', Phone), 401: SIGNED_OUT, 404: NO_SUCH_PHONE },
}
const CHANGE = {
  tags,
  operationId: 'updatePhone',
  summary: 'Change the setup of a phone',
  description:
    'Another user begins without cookies; another user, environment or length begins a new session.',
  params,
  body: PhoneChange,
  response: {
    200: json('The phone', Phone),
    401: SIGNED_OUT,
    404: NO_SUCH_PHONE,
    409: changedSince(Phone),
    422: INVALID_SETUP,
  },
}
const REMOVE = {
  tags,
  operationId: 'removePhone',
  summary: 'Remove a phone and end its session',
  params,
  response: { 204: noBody('It is removed'), 401: SIGNED_OUT, 404: NO_SUCH_PHONE },
}
const TAP_MORE = {
  tags,
  operationId: 'tapMore',
  summary: 'Tap More: links that open the entrance with the app’s headers',
  params,
  body: Type.Optional(
    Type.Object({
      hostname: Type.Optional(
        Type.String({ description: 'Where the console is open: `127.0.0.1` or `localhost`.' }),
      ),
    }),
  ),
  response: {
    200: json(
      'On this machine',
      Type.Object({
        framed: Type.String({ description: 'For the console’s frame; works once.' }),
        direct: Type.String({ description: 'For any browser, as often as it is opened.' }),
      }),
    ),
    401: SIGNED_OUT,
    404: NO_SUCH_PHONE,
    409: refusal('The app shows no More item'),
  },
}
const REINSTALL = {
  tags,
  operationId: 'reinstallApp',
  summary: 'Reinstall the app: without cookies, storage and session',
  params,
  response: { 204: noBody('It is as new'), 401: SIGNED_OUT, 404: NO_SUCH_PHONE },
}
const EXCHANGES = {
  tags,
  operationId: 'listPhoneExchanges',
  summary: 'What a phone sent and received',
  params,
  querystring: Type.Object({
    after: Type.Optional(Type.Integer({ description: 'Only those with a higher number.' })),
  }),
  response: {
    200: json('Oldest first; the newest 200 are kept', Type.Object({ exchanges: Type.Array(Exchange) })),
    400: INVALID_PARAMETER,
    401: SIGNED_OUT,
    404: NO_SUCH_PHONE,
  },
}
