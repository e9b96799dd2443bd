/** `/healthz`, `/readyz` and `/metrics`, for operators. */
import type { FastifyReply } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import Type from 'typebox'
import { createAnswer, sendAnswer } from '../../shared/server/answer.ts'
import { json, refusal, text } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { AgentContext } from '../context.ts'
import type { Publishing } from '../outlets/files/keep-current.ts'
import { type Readiness, readReadiness, staleness } from './readiness.ts'
import { type AtWork, readAgentStatus } from './status.ts'
import { statusMetrics } from './status-metrics.ts'

export interface OperationsParts extends AtWork {
  /** Undefined: no folder is kept current. */
  publishing: Pick<Publishing, 'problem'> | undefined
}

export function operationsRoutes(server: TypedServer, context: AgentContext, parts: OperationsParts): void {
  const { registry } = context.metrics
  const setStatus = statusMetrics(registry)
  server.addHook('onListen', async () => collectDefaultMetrics({ register: registry }))

  server.get('/healthz', { schema: HEALTH }, async function answerHealth(_request, reply) {
    privately(reply)
    return { status: 'ok' }
  })

  server.get('/readyz', { schema: READINESS }, async function answerReadiness(request, reply) {
    privately(reply)
    const answer = await readReadiness(context, parts.publishing).catch(error => {
      request.log.error({ err: error }, 'the store does not respond')
      throw notReady('The store does not respond; see the log')
    })
    if (!answer.ready) throw notReady(`The news is stale: ${staleness(answer)}`, answer)
    return { status: 'ready', ...(answer.note && { note: answer.note }) }
  })

  server.get('/metrics', { schema: METRICS }, async function answerMetrics(request, reply) {
    await setStatus(() => readAgentStatus(context, parts))
    const page = { type: registry.contentType, caching: 'no-store', body: await registry.metrics() }
    return sendAnswer(request, privately(reply), createAnswer(page))
  })
}

const Status = Type.Object({
  status: Type.String(),
  note: Type.Optional(Type.String({ description: 'Another problem, while the news is up to date.' })),
})
const tags = ['For operators']
const HEALTH = { tags, summary: 'Whether the process runs', response: { 200: json('It is', Status) } }
const READINESS = {
  tags,
  summary: 'Whether the news is up to date',
  response: { 200: json('It is', Status), 503: refusal('It is not, or the store does not respond') },
}
const METRICS = {
  tags,
  summary: 'Metrics for Prometheus',
  response: { 200: text('All of them', 'text/plain') },
}

const notReady = (detail: string, extension: Partial<Readiness> = {}) =>
  new HttpProblem(503, detail, { title: 'Not Ready', ...extension })

/** Not for pages of other origins, and never cached. */
function privately(reply: FastifyReply): FastifyReply {
  return reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('cache-control', 'no-store')
}
