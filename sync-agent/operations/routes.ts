/** What operators and their machines ask over HTTP: is it alive, is it ready, how does it go. */
import type { FastifyReply } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import Type from 'typebox'
import { createAnswer, sendAnswer } from '../../shared/server/answer.ts'
import { json, refusal, text } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { Metrics } from '../metrics.ts'
import { type Readiness, staleness } from './readiness.ts'

export interface OperationsParts {
  /** Rejects when the store does not answer. */
  readiness: () => Promise<Readiness>
  metrics: Metrics
  /** Reads the status and sets the metrics of it. */
  readStatusMetrics: () => Promise<void>
}

export function operationsRoutes(
  server: TypedServer,
  { readiness, metrics, readStatusMetrics }: OperationsParts,
): void {
  server.addHook('onListen', async () => collectDefaultMetrics({ register: metrics.registry }))

  server.get('/healthz', { schema: HEALTH }, async function answerHealth(_request, reply) {
    privately(reply)
    return { status: 'ok' }
  })

  server.get('/readyz', { schema: READINESS }, async function answerReadiness(request, reply) {
    privately(reply)
    const answer = await readiness().catch(error => {
      request.log.error({ err: error }, 'the store does not answer')
      throw notReady('The store does not answer; the log says why')
    })
    if (!answer.ready) throw notReady(`The news is stale: ${staleness(answer)}`, answer)
    return { status: 'ready', ...(answer.note && { note: answer.note }) }
  })

  server.get('/metrics', { schema: METRICS }, async function answerMetrics(request, reply) {
    await readStatusMetrics()
    const { registry } = metrics
    const page = { type: registry.contentType, caching: 'no-store', body: await registry.metrics() }
    return sendAnswer(request, privately(reply), createAnswer(page))
  })
}

const Status = Type.Object({
  status: Type.String(),
  note: Type.Optional(Type.String({ description: 'What is wrong besides, with the news itself fresh.' })),
})
const tags = ['For operators']
const HEALTH = { tags, summary: 'Whether the process is up', response: { 200: json('It is', Status) } }
const READINESS = {
  tags,
  summary: 'Whether the news is fresh',
  response: { 200: json('It is', Status), 503: refusal('It is not, or the store does not answer') },
}
const METRICS = {
  tags,
  summary: 'Metrics for Prometheus',
  response: { 200: text('All of them', 'text/plain') },
}

const notReady = (detail: string, extension: Partial<Readiness> = {}) =>
  new HttpProblem(503, detail, { title: 'Not Ready', ...extension })

/** Of no use to a page of another origin, and never from a cache. */
function privately(reply: FastifyReply): FastifyReply {
  return reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('cache-control', 'no-store')
}
