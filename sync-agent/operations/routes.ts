/** `/livez`, `/readyz`, `/freshz` and `/metrics`, for operators. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import Type from 'typebox'
import { createAnswer, sendAnswer } from '../../shared/server/answer.ts'
import { json, refusal, text } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { AgentContext } from '../context.ts'
import { levelOf } from '../store/availability.ts'
import { readinessOf, staleness } from './readiness.ts'
import { type AtWork, readAgentHealth, readAgentStatus } from './status.ts'
import { statusMetrics } from './status-metrics.ts'

export function operationsRoutes(server: TypedServer, context: AgentContext, parts: AtWork): void {
  const { registry } = context.metrics
  const setStatus = statusMetrics(registry)
  server.addHook('onListen', async () => collectDefaultMetrics({ register: registry }))

  server.get('/livez', { schema: LIVENESS }, async function answerLiveness(_request, reply) {
    privately(reply)
    const since = context.awaySince()
    return { status: 'ok', ...(since && { note: `The store cannot be reached since ${since}` }) }
  })

  const read = async (request: FastifyRequest, title: string) => {
    try {
      return readinessOf(await readAgentHealth(context, parts))
    } catch (error) {
      request.log[levelOf('error', error)]({ err: error }, 'the store does not respond')
      throw new HttpProblem(503, 'The store does not respond; see the log', { title })
    }
  }

  server.get('/readyz', { schema: READINESS }, async function answerReadiness(request, reply) {
    privately(reply)
    const title = 'Not Ready'
    const { ready, stale } = await read(request, title)
    if (ready) return { status: 'ready' }
    const missing = stale.filter(({ lastSuccess }) => lastSuccess === undefined)
    throw new HttpProblem(503, `The news was never copied: ${staleness(missing)}`, { title, missing })
  })

  server.get('/freshz', { schema: FRESHNESS }, async function answerFreshness(request, reply) {
    privately(reply)
    const title = 'Not Fresh'
    const { fresh, stale, note } = await read(request, title)
    if (fresh) return { status: 'fresh', ...(note && { note }) }
    const detail = stale.length > 0 ? `The news is stale: ${staleness(stale)}` : note
    throw new HttpProblem(503, detail ?? '', { title, stale, note })
  })

  server.get('/metrics', { schema: METRICS }, async function answerMetrics(request, reply) {
    await setStatus(() => readAgentStatus(context, parts))
    const page = { type: registry.contentType, caching: 'no-store', body: await registry.metrics() }
    return sendAnswer(request, privately(reply), createAnswer(page))
  })
}

const Status = Type.Object({
  status: Type.String(),
  note: Type.Optional(Type.String({ description: 'Another problem, which a restart does not solve.' })),
})
const tags = ['For operators']
const LIVENESS = {
  tags,
  operationId: 'getLiveness',
  summary: 'Whether the process runs',
  response: { 200: json('It runs', Status) },
}
const READINESS = {
  tags,
  operationId: 'getReadiness',
  summary: 'Whether the agent can serve: every site was copied once in each language',
  response: { 200: json('It can', Status), 503: refusal('It cannot, or the store does not respond') },
}
const FRESHNESS = {
  tags,
  operationId: 'getFreshness',
  summary: 'Whether the news is up to date',
  response: { 200: json('It is', Status), 503: refusal('It is not, or the store does not respond') },
}
const METRICS = {
  tags,
  operationId: 'getMetrics',
  summary: 'Metrics for Prometheus',
  response: { 200: text('All of them', 'text/plain') },
}

/** Not for pages of other origins, and never cached. */
function privately(reply: FastifyReply): FastifyReply {
  return reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('cache-control', 'no-store')
}
