/** The request log over HTTP: a list that is searched, one call with all of it, and events when new ones come. */
import Type, { type Static } from 'typebox'
import { LOGGED } from '../../service/interface/endpoint.ts'
import type { Tag } from '../../service/openapi.ts'
import { type RequestFilter, type RequestLog, WaitError } from '../../service/request-log/requests.ts'
import { json, recordRefusal, refusal, text } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { eventStreams } from '../event-stream.ts'
import { INVALID_PARAMETER, Undo } from './schemas.ts'

const PAGE = 100
const MAX_A_PAGE = 500
const WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000
const ANNOUNCE_MS = 250
const MAX_STREAMS = 50

const Id = Type.Integer({ minimum: 0 })
const line = {
  id: Id,
  time: Type.String({ format: 'date-time', description: 'By the service’s clock.' }),
  endpoint: Type.Enum(LOGGED),
  caller: Type.String({
    description:
      'As far as the call tells: a website’s origin, or a program’s name; empty when nothing is told.',
  }),
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
export type RequestLine = Static<typeof RequestLine>

const HeaderLine = Type.Tuple([Type.String(), Type.String()])
export type HeaderLine = Static<typeof HeaderLine>
const headers = Type.Array(HeaderLine, {
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
export type RequestRecord = Static<typeof RequestRecord>

const RequestList = Type.Object({
  requests: Type.Array(RequestLine),
  next: Type.Optional(Type.Integer({ description: 'Give it as `after` to go on.' })),
  newest: Type.Optional(Type.Integer({ description: 'Number of the newest call; not with `after`.' })),
  callers: Type.Optional(
    Type.Array(Type.String(), { description: 'Of all calls in the log; not with `since` or `after`.' }),
  ),
  media: Type.Boolean(),
})
export type RequestList = Static<typeof RequestList>

const Settings = Type.Object({ media: Type.Boolean({ description: 'Whether calls for media are noted.' }) })

const filter = {
  endpoint: Type.Optional(Type.Enum(LOGGED)),
  status: Type.Optional(
    Type.Refine(
      Type.String({ description: 'HTTP status; `none`: the connection was reset or closed.' }),
      status => /^(\d{3}|none)$/.test(status),
      () => 'must be an HTTP status or none',
    ),
  ),
  code: Type.Optional(Type.String({ description: 'Return code of the content API.' })),
  caller: Type.Optional(Type.String({ maxLength: 200, description: 'Of `callers`.' })),
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'In the address, the txID or the answer’s body.' }),
  ),
  hit: Type.Optional(Type.Boolean({ description: 'Only what the laboratory hit.' })),
}
const Filter = Type.Object(filter)

export async function requestsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { requests, access } = context
  const { undo } = context.office
  /** Only the last one can be taken back. */
  let clearings = 0
  const streams = eventStreams(server, access.sessions, MAX_STREAMS)
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())

  server.get('/requests', { schema: LIST }, ({ query }) => {
    const { since, after, limit, ...filter } = query
    const { newest, media } = requests
    if (since !== undefined) {
      const newer = [...requests.since(since, filterOf(filter))].slice(-limit).toReversed()
      return { requests: newer, newest, media }
    }
    const page = requests.list({ ...filterOf(filter), limit, ...(after !== undefined && { after }) })
    return { ...page, media, ...(after === undefined && { newest, callers: requests.callers() }) }
  })

  server.get('/requests/wait', { schema: WAIT }, async ({ query }) => {
    const { after, timeoutMs, ...filter } = query
    const fits = (id: number) => [...requests.since(id - 1, filterOf(filter))][0]?.id === id
    try {
      const options = { after, timeoutMs, signal: closing.signal }
      return await await requests.waitFor(({ id }) => fits(id), options)
    } catch (error) {
      if (error instanceof WaitError) throw new HttpProblem(404, error.message)
      throw error
    }
  })

  server.get('/requests/events', { schema: EVENTS, config: { byCookie: true } }, (request, reply) =>
    streams.open(request, reply, send => announceNewest(requests, send)),
  )

  server.get('/requests/:id', { schema: READ }, ({ params }) => {
    const found = requests.get(params.id)
    if (!found) throw new HttpProblem(404, 'There is no call by this number any more')
    return found
  })

  server.delete('/requests', { schema: CLEAR }, () => {
    const cleared = requests.clear()
    clearings += 1
    const takeBack = () => {
      requests.restore()
      return true
    }
    return { cleared, undo: undo.offer(takeBack, () => clearings) }
  })

  server.post('/requests/settings', { schema: SET }, ({ body }) => {
    requests.media = body.media
    return { media: requests.media }
  })
}

function filterOf({ status, ...filter }: Static<typeof Filter>): RequestFilter {
  return { ...filter, ...(status !== undefined && { status: status === 'none' ? status : Number(status) }) }
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

const tags: Tag[] = ['Console: request log']
const newerThan = Type.Integer({ minimum: 0, description: 'Only calls with a higher number.' })

const LIST = {
  tags,
  operationId: 'listCalls',
  summary: 'Calls, newest first',
  querystring: Type.Object({
    ...filter,
    after: Type.Optional(Id),
    since: Type.Optional(newerThan),
    limit: Type.Integer({ minimum: 1, maximum: MAX_A_PAGE, default: PAGE }),
  }),
  response: { 200: json('A page of them', RequestList), 400: INVALID_PARAMETER },
}
const WAIT = {
  tags,
  operationId: 'waitForCall',
  summary: 'Wait for a call',
  description: 'The first that fits: one that came already, or the next.',
  querystring: Type.Object({
    ...filter,
    after: Type.Integer({ ...newerThan, default: 0 }),
    timeoutMs: Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_MS, default: WAIT_MS }),
  }),
  response: {
    200: json('It came', RequestRecord),
    404: refusal('None came in time'),
    400: INVALID_PARAMETER,
  },
}
const EVENTS = {
  tags,
  operationId: 'streamCalls',
  summary: 'Events when new calls come',
  security: [{ consoleCookie: [] }, { consoleToken: [] }],
  description: 'Server-sent events, as in `data: {"newest":17}`, four a second at most.',
  response: { 200: text('Events, until you leave', 'text/event-stream') },
}
const READ = {
  tags,
  operationId: 'getCall',
  summary: 'One call: what was asked and what was answered',
  params: Type.Object({ id: Id }),
  response: { 200: json('The call', RequestRecord), 404: refusal('No call by this number any more') },
}
const CLEAR = {
  tags,
  operationId: 'clearCalls',
  summary: 'Clear the log',
  response: { 200: json('How many there were', Type.Object({ cleared: Type.Integer(), undo: Undo })) },
}
const SET = {
  tags,
  operationId: 'updateRequestLog',
  summary: 'Choose what is noted',
  body: Settings,
  response: { 200: json('As it is now', Settings), 422: recordRefusal('No such setting') },
}
