/** The request log over HTTP: a list that is searched, one call with all of it, and news of new ones. */
import type { FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { DraftError } from '../../service/records/draft.ts'
import { LOGGED } from '../../service/request-log/endpoint.ts'
import { type RequestFilter, type RequestLog, WaitError } from '../../service/request-log/requests.ts'
import { checkOf } from '../../shared/client/check.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { eventStreams } from '../event-stream.ts'

const PAGE = 100
const MOST_A_PAGE = 500
const WAIT_MS = 5_000
const LONGEST_WAIT = 60_000
const ANNOUNCE_MS = 250
const MAX_STREAMS = 50

export async function requestsApi(
  server: FastifyInstance,
  { requests, changes, access }: ConsoleContext,
): Promise<void> {
  const streams = eventStreams(server, access.sessions, MAX_STREAMS)
  const closing = new AbortController()
  server.addHook('preClose', async () => {
    closing.abort()
  })

  server.get('/requests', { config: { openapi: LIST } }, (request, reply) => {
    const { since, after, limit = PAGE, ...filter } = readQuery(request.query)
    if (since !== undefined) {
      const newer = [...requests.since(since, filter)].slice(-limit).toReversed()
      return reply.send({ requests: newer, newest: requests.newest, media: requests.media })
    }
    const page = requests.list({ ...filter, limit, ...(after !== undefined && { after }) })
    return reply.send({ ...page, newest: requests.newest, media: requests.media })
  })
  server.get('/requests/wait', { config: { openapi: WAIT } }, async (request, reply) => {
    const { after = 0, timeoutMs = WAIT_MS, ...filter } = readQuery(request.query)
    const fits = (id: number) => [...requests.since(id - 1, filter)][0]?.id === id
    try {
      return await reply.send(
        await requests.waitFor(({ id }) => fits(id), { after, timeoutMs, signal: closing.signal }),
      )
    } catch (error) {
      if (!(error instanceof WaitError)) throw error
      return sendProblem(reply, { status: 404, title: 'Not Found', detail: error.message })
    }
  })
  server.get('/requests/events', { config: { openapi: EVENTS, byCookie: true } }, (request, reply) =>
    streams.open(request, reply, send => announceNewest(requests, send)),
  )
  server.get('/requests/:id', { config: { openapi: GET } }, (request, reply) => {
    const found = requests.get(Number((request.params as { id: string }).id))
    return found
      ? reply.send(found)
      : sendProblem(reply, {
          status: 404,
          title: 'Not Found',
          detail: 'There is no call by this number any more',
        })
  })
  server.delete('/requests', { config: { openapi: CLEAR } }, (_request, reply) => {
    const cleared = requests.clear()
    changes.changed('requests')
    return reply.send({ cleared })
  })
  server.post('/requests/restore', { config: { openapi: RESTORE } }, (_request, reply) => {
    requests.restore()
    changes.changed('requests')
    return reply.code(204).send()
  })
  server.put('/requests/settings', { config: { openapi: SETTINGS } }, (request, reply) => {
    requests.media = bodyOf(settingsCheck, request).media
    changes.changed('requests')
    return reply.send({ media: requests.media })
  })
}

/** Calls that come together are announced together. */
function announceNewest(requests: RequestLog, send: (data: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const announce = () => {
    timer = undefined
    send({ newest: requests.newest })
  }
  const stopWatching = requests.watch(() => {
    timer ??= setTimeout(announce, ANNOUNCE_MS)
  })
  announce()
  return () => {
    stopWatching()
    clearTimeout(timer)
  }
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

interface ReadQuery extends RequestFilter {
  since?: number
  after?: number
  limit?: number
  timeoutMs?: number
}

/** @throws {DraftError} */
function readQuery(query: unknown): ReadQuery {
  const given = Object.fromEntries(
    Object.entries(query as Record<string, string>).filter(([, value]) => value !== ''),
  )
  const { status, since, after, limit, timeoutMs, hit, ...rest } = given
  const read = {
    ...rest,
    ...(status !== undefined && { status: status === 'none' ? status : Number(status) }),
    ...(since !== undefined && { since: number(since) }),
    ...(after !== undefined && { after: number(after) }),
    ...(limit !== undefined && { limit: number(limit) }),
    ...(timeoutMs !== undefined && { timeoutMs: number(timeoutMs) }),
    ...(hit !== undefined && { hit: hit === 'true' }),
  }
  if (!queryCheck.Check(read))
    throw new DraftError({ path: '', reason: 'the query cannot be read: see /docs' })
  return read as ReadQuery
}

const tag = 'Console: request log'
const json = (description: string, schema: TSchema) => ({ description, type: 'application/json', schema })

const filter = {
  endpoint: Type.Optional(Type.Enum(LOGGED)),
  status: Type.Optional(
    Type.Union([Type.Integer(), Type.Literal('none')], {
      description: 'HTTP status; `none`: the connection was reset or closed.',
    }),
  ),
  code: Type.Optional(Type.String({ description: 'Return code of the content API.' })),
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'In the address, the txID or the answer’s body.' }),
  ),
  hit: Type.Optional(Type.Boolean({ description: 'Only what the laboratory hit.' })),
}
const Id = Type.Integer({ minimum: 0 })
const ListQuery = Type.Object({
  ...filter,
  after: Type.Optional(Id),
  since: Type.Optional(Type.Integer({ minimum: 0, description: 'Only calls with a higher number.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_A_PAGE, default: PAGE })),
})
const WaitQuery = Type.Object({
  ...filter,
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only calls with a higher number.' })),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_WAIT, default: WAIT_MS })),
})
const queryCheck = checkOf(Type.Object({ ...ListQuery.properties, ...WaitQuery.properties }))

const Settings = Type.Object({ media: Type.Boolean({ description: 'Whether calls for media are noted.' }) })
const settingsCheck = checkOf(Settings)

const line = {
  id: Id,
  time: Type.String({ format: 'date-time', description: 'By the service’s clock.' }),
  endpoint: Type.Enum(LOGGED),
  method: Type.String(),
  path: Type.String(),
  query: Type.String(),
  siteId: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
  txID: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: none was sent.' }),
  code: Type.Optional(Type.String()),
  ms: Type.Number(),
  fault: Type.Optional(Type.Object({ ruleId: Type.Integer(), kind: Type.String() })),
}
const RequestLine = Type.Object(line, { title: 'RequestLine' })
const headers = Type.Array(Type.Tuple([Type.String(), Type.String()]), {
  description: 'A secret’s value is only how long it is.',
})
const lost = Type.Enum(['nothing', 'end', 'all'], { description: 'What is not kept of the body.' })
const RequestRecord = Type.Object(
  {
    ...line,
    request: Type.Object({
      headers,
      body: Type.Optional(Type.String({ description: 'Absent for a file or other bytes.' })),
      bytes: Type.Integer({ description: 'Size of the body that came.' }),
      lost,
    }),
    response: Type.Object({ headers, body: Type.Optional(Type.String()), lost }),
  },
  { title: 'RequestRecord' },
)

const LIST: Operation = {
  tag,
  summary: 'Calls, newest first',
  query: ListQuery,
  answers: {
    200: json(
      'A page of them',
      Type.Object({
        requests: Type.Array(RequestLine),
        next: Type.Optional(Type.Integer({ description: 'Give it as `after` to go on.' })),
        newest: Type.Integer(),
        media: Type.Boolean(),
      }),
    ),
    422: recordRefusal('The query cannot be read'),
  },
}
const WAIT: Operation = {
  tag,
  summary: 'Wait for a call',
  description: 'The first that fits: one that came already, or the next.',
  query: WaitQuery,
  answers: {
    200: json('It came', RequestRecord),
    404: refusal('None came in time'),
    422: recordRefusal('The query cannot be read'),
  },
}
const EVENTS: Operation = {
  tag,
  summary: 'Be told of new calls',
  security: [['consoleCookie'], ['consoleToken']],
  description: 'Server-sent events, as in `data: {"newest":17}`, four a second at most.',
  answers: {
    200: { description: 'Events, until you leave', type: 'text/event-stream', schema: Type.String() },
  },
}
const GET: Operation = {
  tag,
  summary: 'One call: what was asked and what was answered',
  path: Type.Object({ id: Id }),
  answers: { 200: json('The call', RequestRecord), 404: refusal('No call by this number any more') },
}
const CLEAR: Operation = {
  tag,
  summary: 'Begin the log anew',
  answers: { 200: json('How many there were', Type.Object({ cleared: Type.Integer() })) },
}
const RESTORE: Operation = {
  tag,
  summary: 'Take the last clearing back',
  answers: { 204: { description: 'They are there again, as far as there was room' } },
}
const SETTINGS: Operation = {
  tag,
  summary: 'Choose what is noted',
  body: Settings,
  answers: { 200: json('As it is now', Settings), 422: recordRefusal('No such setting') },
}
