/** What operators and their machines ask over HTTP: is it alive, is it ready, how does it go. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import Type from 'typebox'
import { createAnswer, sendAnswer } from '../../shared/server/answer.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import type { Metrics } from '../metrics.ts'
import { type Operation, refusal } from '../outlets/http/openapi.ts'
import { type Readiness, staleness } from './readiness.ts'

export interface OperationsParts {
  /** Rejects when the store does not answer. */
  readiness: () => Promise<Readiness>
  metrics: Metrics
  /** Reads the status and sets the metrics of it. */
  readStatusMetrics: () => Promise<void>
}

export function operationsRoutes(
  server: FastifyInstance,
  { readiness, metrics, readStatusMetrics }: OperationsParts,
): void {
  server.addHook('onListen', async () => collectDefaultMetrics({ register: metrics.registry }))

  server.get('/healthz', { config: { openapi: HEALTH } }, async (_request, reply) => {
    privately(reply)
    return { status: 'ok' }
  })

  server.get('/readyz', { config: { openapi: READINESS } }, async (request, reply) => {
    privately(reply)
    try {
      const answer = await readiness()
      if (answer.ready) return { status: 'ready', ...(answer.note && { note: answer.note }) }
      return refuse(reply, `The news is stale: ${staleness(answer)}`, answer)
    } catch (error) {
      request.log.error({ err: error }, 'the store does not answer')
      return refuse(reply, 'The store does not answer; the log says why', {})
    }
  })

  server.get('/metrics', { config: { openapi: METRICS } }, async (request, reply) => {
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
const OPERATIONS = 'For operators'
const HEALTH: Operation = {
  tag: OPERATIONS,
  summary: 'Whether the process is up',
  answers: { 200: { description: 'It is', type: 'application/json', schema: Status } },
}
const READINESS: Operation = {
  tag: OPERATIONS,
  summary: 'Whether the news is fresh',
  answers: {
    200: { description: 'It is', type: 'application/json', schema: Status },
    503: refusal('It is not, or the store does not answer'),
  },
}
const METRICS: Operation = {
  tag: OPERATIONS,
  summary: 'Metrics for Prometheus',
  answers: { 200: { description: 'All of them', type: 'text/plain' } },
}

function refuse(reply: FastifyReply, detail: string, extension: Partial<Readiness>) {
  return sendProblem(reply, { status: 503, title: 'Not Ready', detail, ...extension })
}

/** Of no use to a page of another origin, and never from a cache. */
function privately(reply: FastifyReply): FastifyReply {
  return reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('cache-control', 'no-store')
}
