/**
 * What happens around every call of an interface: the laboratory's faults before and after its answer, the Date header
 * of a clock that was moved, and the call's line in the request log. Where nothing is set, it costs two questions and
 * one object a call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SUCCESS } from '../shared/contract/return-code.ts'
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import { DEFAULT_LANGUAGE } from '../shared/contract/site.ts'
import type { PlainlyAnswered } from './content/crowd.ts'
import type { MovableClock } from './lab/clock.ts'
import type { AskedCall, FaultBench, Hit } from './lab/faults/faults.ts'
import {
  afterDelay,
  answerInstead,
  type CallUnderFault,
  MOST_MEDIA_MS,
  spoil,
} from './lab/faults/misbehave.ts'
import { bringsBody, type ComingBody, comingBody } from './request-log/asked-body.ts'
import type { Endpoint, Logged } from './request-log/endpoint.ts'
import type { KeptBody } from './request-log/kept-call.ts'
import { maskedInARow } from './request-log/masked.ts'
import type { NewCall, RequestLog } from './request-log/requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body of the answer, for the request log. */
    told: KeptBody | null
    /** Return code of the answer, where the interface has one. */
    toldCode: string
    /** The fault that hits this call. */
    hit: Hit | null
    /** What it brings, where that is noted. */
    brings: ComingBody | null
  }
}

export interface CallParts {
  faults: FaultBench
  requests: RequestLog
  clock: MovableClock
}

export interface Calls {
  /** To be called before the routes of a scope that answers one interface. */
  watch(scope: FastifyInstance, endpoint: Endpoint): void
  /** Whether nothing happens to a call's answer: it may be sent past the hooks if its body is told. */
  isPlain(request: FastifyRequest): boolean
  /** Whether nothing happens to any call's answer just now. */
  arePlain(): boolean
  /** A call that went past all this: it has its line all the same. */
  notePlain(answered: PlainlyAnswered): void
}

/** @param server the root: what nobody answers is noted as well */
export function watchCalls(server: FastifyInstance, { faults, requests, clock }: CallParts): Calls {
  server.decorateRequest('told', null)
  server.decorateRequest('toldCode', '')
  server.decorateRequest('hit', null)
  server.decorateRequest('brings', null)

  const masked = maskedInARow()
  const asked = (endpoint: Logged, { method = '', url = '', rawHeaders }: IncomingMessage, txID: string) => ({
    endpoint,
    method,
    url,
    txID,
    requestHeaders: masked(rawHeaders),
  })
  const note = (
    endpoint: Logged,
    request: FastifyRequest,
    reply: FastifyReply,
    { status = reply.statusCode as number | null, head = sentHead(reply.raw) } = {},
  ) => {
    const { raw, hit, brings } = request
    const hasBody = status !== null && status !== 304 && raw.method !== 'HEAD'
    const call: NewCall = {
      ...asked(endpoint, raw, request.id),
      status,
      code: request.toldCode,
      head,
      body: hasBody ? request.told : null,
      ms: reply.elapsedTime,
      fault: hit && { ruleId: hit.ruleId, kind: hit.fault.kind },
    }
    if (brings) brings.whenHere(asked => requests.note({ ...call, asked }))
    else requests.note(call)
  }
  const date = () => clock.dateHeader() ?? new Date(clock.now().epochMilliseconds).toUTCString()
  const underFault = (
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    { fault }: Hit,
  ): CallUnderFault => ({
    request,
    reply,
    fault,
    mostMs: endpoint === 'media' ? MOST_MEDIA_MS : MOST_MS,
    date,
    over: head => note(endpoint, request, reply, { status: head === '' ? null : reply.statusCode, head }),
  })

  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (bringsBody(raw) && !isOfBrowsers(raw.url ?? '')) request.brings = comingBody(raw)
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const set = clock.dateHeader()
    if (set !== undefined) reply.header('date', set)
    if (request.told === null && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      request.told = payload
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.is404 && !isOfBrowsers(request.raw.url ?? '')) note('unknown', request, reply)
    done()
  })
  return {
    isPlain: ({ hit }) => hit === null && clock.dateHeader() === undefined,
    arePlain: () => !faults.isSet && clock.dateHeader() === undefined,
    notePlain({ request, response, txID, content, ms }) {
      const answer = { status: 200, code: SUCCESS, head: sentHead(response), body: content, ms }
      requests.note({ ...asked('popups', request, txID), ...answer })
    },
    watch(scope, endpoint) {
      // After all that an interface sets on its answers before it looks at the call.
      scope.addHook('preHandler', (request, reply, done) => {
        if (!faults.isSet || !ASKS.has(request.raw.method)) return done()
        const hit = faults.take(targetOf(endpoint, request))
        if (!hit) return done()
        request.hit = hit
        const call = underFault(endpoint, request, reply, hit)
        afterDelay(call, () => answerInstead(call, done))
      })
      scope.addHook('onSend', (request, reply, payload, done) => {
        if (request.hit === null) return done()
        spoil(underFault(endpoint, request, reply, request.hit), payload, done)
      })
      scope.addHook('onResponse', (request, reply, done) => {
        note(endpoint, request, reply)
        done()
      })
    },
  }
}

function targetOf(endpoint: Endpoint, request: FastifyRequest): AskedCall {
  const { siteId, lang } = request.query as Record<string, string | undefined>
  if (endpoint === 'popups' || endpoint === 'news')
    return { endpoint, siteId, lang: lang || DEFAULT_LANGUAGE }
  if (endpoint !== 'session') return { endpoint }
  const { url = '' } = request.raw
  return { endpoint, environment: ENVIRONMENTS.find(name => url.startsWith(`/session/${name}/`)) }
}

/** Node keeps the head that it wrote, as a text: nothing is copied. Without it, what was meant to be written. */
function sentHead(raw: ServerResponse): string | string[] {
  const { _header: head } = raw as ServerResponse & { _header?: unknown }
  return typeof head === 'string'
    ? head
    : Object.entries(raw.getHeaders()).flatMap(([name, value]) => [name, `${value}`])
}

/** A day: longer than any client waits. */
const MOST_MS = 86_400_000

/** A browser's question whether it may ask is none that a fault is set for. */
const ASKS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/** What browsers ask for by themselves, and the console's own addresses. */
const isOfBrowsers = (url: string) => /^\/(favicon\.ico|console|docs|\.well-known\/appspecific)/.test(url)
