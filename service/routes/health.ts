/** For operators: whether the service is up, and whether it can do its work. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import Type from 'typebox'
import { json, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'

export async function healthRoutes(server: TypedServer, context: ServiceContext): Promise<void> {
  const { school } = context.repositories
  server.get('/healthz', { schema: HEALTH }, (_request, reply) => {
    school.facts()
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })

  server.get('/readyz', { schema: READINESS }, async (request, reply) => {
    try {
      school.facts()
      await access(context.store.mediaDir, constants.R_OK | constants.W_OK)
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      const detail = 'The store cannot be read, or the folder of media cannot be written; the log says which'
      throw new HttpProblem(503, detail)
    }
    reply.header('cache-control', 'no-store')
    return { status: 'ready' as const }
  })
}

const HEALTH = {
  tags: ['For operators'],
  operationId: 'getHealth',
  summary: 'Whether the service is up',
  response: { 200: json('It is', Type.Object({ status: Type.Literal('ok') })) },
}

const READINESS = {
  tags: ['For operators'],
  operationId: 'getReadiness',
  summary: 'Whether the service can do its work',
  response: {
    200: json('The store is read and media can be kept', Type.Object({ status: Type.Literal('ready') })),
    503: refusal('The store cannot be read, or media cannot be kept'),
  },
}
