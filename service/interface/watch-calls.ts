/**
 * What happens around every call of an interface: the laboratory's faults before and after its answer, the Date header
 * of a clock that was set, and the call's entry in the request log.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { DEFAULT_LANGUAGE } from '../../shared/contract/site.ts'
import { NO_PAGE } from '../../shared/server/no-page.ts'
import type { ServiceContext } from '../context.ts'
import type { AppliedFault, AskedCall } from '../lab/faults/faults.ts'
import {
  afterDelay,
  answerInstead,
  type CallUnderFault,
  MOST_MEDIA_MS,
  spoil,
} from '../lab/faults/misbehave.ts'
import { bringsBody, type ComingBody, comingBody } from '../request-log/asked-body.ts'
import type { LoggedBody } from '../request-log/kept-calls.ts'
import type { NewCall } from '../request-log/requests.ts'
import { shareInARow, urlWithoutSecrets, withoutSecrets } from '../request-log/secrets.ts'
import type { Endpoint, Logged } from './endpoint.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body of the answer, for the request log. */
    answerBody: LoggedBody | null
    /** Return code of the answer, where the interface has one. */
    returnCode: string
    /** What the laboratory does to this call. */
    fault: AppliedFault | null
    /** The request's own body, where it has one that is logged. */
    comingBody: ComingBody | null
  }
}

/** For every call of the server, also to unknown addresses. */
export function watchServer(server: FastifyInstance, context: ServiceContext): void {
  const { clock, log, settings } = context
  const strictHost = encryptedHost(settings.publicUrl)
  server.decorateRequest('answerBody', null)
  server.decorateRequest('returnCode', '')
  server.decorateRequest('fault', null)
  server.decorateRequest('comingBody', null)
  server.addHook('onRequest', (request, reply, done) => {
    // Our own pages have a policy of their own.
    reply.headers(NO_PAGE)
    if (strictHost !== undefined && request.headers.host?.toLowerCase() === strictHost)
      reply.header('strict-transport-security', 'max-age=31536000')
    if (bringsBody(request.raw) && !isOfBrowsers(request)) request.comingBody = comingBody(request.raw)
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const date = clock.dateHeader()
    if (date !== undefined) reply.header('date', date)
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) request.answerBody ??= payload
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.is404 && !isOfBrowsers(request)) note('unknown', request, reply, context)
    // The request log shows every call as well, so the log's own level is debug.
    if (log.isLevelEnabled('debug')) {
      const url = urlWithoutSecrets(request.url).slice(0, 500)
      const ms = Math.round(reply.elapsedTime)
      request.log.debug({ method: request.method, url, status: reply.statusCode, ms }, 'answered')
    }
    done()
  })
}

/** Browsers hold all ports of a host to it, so only where the address takes the port of all https pages. */
function encryptedHost(publicUrl = ''): string | undefined {
  if (!publicUrl.startsWith('https:')) return undefined
  const { host, port } = new URL(publicUrl)
  return port === '' ? host : undefined
}

/** For the calls of a scope that answers one interface; to be called before its routes are added. */
export function watchCalls(scope: FastifyInstance, endpoint: Endpoint, context: ServiceContext): void {
  const { faults, clock } = context
  const underFault = (
    request: FastifyRequest,
    reply: FastifyReply,
    { fault }: AppliedFault,
  ): CallUnderFault => ({
    request,
    reply,
    fault,
    mostMs: endpoint === 'media' ? MOST_MEDIA_MS : MOST_MS,
    date: () => clock.dateHeader() ?? new Date(clock.now().epochMilliseconds).toUTCString(),
    over: head =>
      note(endpoint, request, reply, context, { status: head === '' ? null : reply.statusCode, head }),
  })
  // After the headers that all answers have, and before the call is validated.
  scope.addHook('preValidation', (request, reply, done) => {
    if (!faults.isSet || !CALLS.has(request.method)) return done()
    request.fault = faults.take(callOf(endpoint, request)) ?? null
    if (!request.fault) return done()
    const call = underFault(request, reply, request.fault)
    afterDelay(call, () => answerInstead(call, done))
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (request.fault === null) return done()
    spoil(underFault(request, reply, request.fault), payload, done)
  })
  scope.addHook('onResponse', (request, reply, done) => {
    note(endpoint, request, reply, context)
    done()
  })
}

function note(
  endpoint: Logged,
  request: FastifyRequest,
  reply: FastifyReply,
  { requests }: ServiceContext,
  { status = reply.statusCode as number | null, head = sentHead(reply.raw) } = {},
): void {
  const { raw, fault, comingBody } = request
  const hasBody = status !== null && status !== 304 && raw.method !== 'HEAD'
  const call: NewCall = {
    endpoint,
    method: raw.method ?? '',
    url: raw.url ?? '',
    txID: request.id,
    requestHeaders: headersOf(raw.rawHeaders),
    status,
    code: request.returnCode,
    head,
    body: hasBody ? request.answerBody : null,
    ms: reply.elapsedTime,
    fault: fault && { ruleId: fault.ruleId, kind: fault.fault.kind },
  }
  if (comingBody) comingBody.whenHere(asked => requests.note({ ...call, asked }))
  else requests.note(call)
}

const headersOf = shareInARow((headers: readonly string[]) => headers.join('\0'), withoutSecrets)

function callOf(endpoint: Endpoint, { query, url }: FastifyRequest): AskedCall {
  const { siteId, lang } = query as Record<string, string | undefined>
  if (endpoint === 'popups' || endpoint === 'news')
    return { endpoint, siteId, lang: lang || DEFAULT_LANGUAGE }
  if (endpoint !== 'session') return { endpoint }
  return { endpoint, environment: ENVIRONMENTS.find(name => url.startsWith(`/session/${name}/`)) }
}

/** Node keeps the head that it has sent, as text. When nothing was sent, the headers that were set. */
function sentHead(raw: ServerResponse): string | string[] {
  const { _header: head } = raw as ServerResponse & { _header?: unknown }
  return typeof head === 'string'
    ? head
    : Object.entries(raw.getHeaders()).flatMap(([name, value]) => [name, `${value}`])
}

/** A day: longer than any client waits. */
const MOST_MS = 86_400_000

/** No fault is set for a browser's question whether it may call. */
const CALLS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What browsers request on their own, and the console's addresses. */
const isOfBrowsers = ({ url }: FastifyRequest) =>
  /^\/(favicon\.ico|console|docs|\.well-known\/appspecific)/.test(url)
