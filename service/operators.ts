/** For whoever keeps the service running: whether it is up, and whether it can do its work. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { sendProblem } from '../shared/server/problem.ts'
import { type Operation, refusal } from './openapi.ts'

export interface OperatorsParts {
  /** Reads from the store. @throws when it cannot */
  readStore(): unknown
  mediaDir: string
}

export async function operatorsRoutes(
  server: FastifyInstance,
  { readStore, mediaDir }: OperatorsParts,
): Promise<void> {
  server.get('/healthz', { config: { openapi: HEALTH } }, (_request, reply) => {
    readStore()
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })

  server.get('/readyz', { config: { openapi: READINESS } }, async (request, reply) => {
    try {
      readStore()
      await access(mediaDir, constants.R_OK | constants.W_OK)
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      const detail = 'The store cannot be read, or the folder of media cannot be written; the log says which'
      return sendProblem(reply, { status: 503, title: 'Service Unavailable', detail })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

const answer = (status: string, description: string) => ({
  description,
  type: 'application/json',
  schema: Type.Object({ status: Type.Literal(status) }),
})

const HEALTH: Operation = {
  tag: 'For operators',
  summary: 'Whether the service is up',
  answers: { 200: answer('ok', 'It is') },
}

const READINESS: Operation = {
  tag: 'For operators',
  summary: 'Whether the service can do its work',
  answers: {
    200: answer('ready', 'The store is read and media can be kept'),
    503: refusal('One of both cannot be'),
  },
}
