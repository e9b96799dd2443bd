/** The session API over HTTP (interface, Endpoint 4): one address an environment. */
import type { FastifyInstance } from 'fastify'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance.ts'
import { ENVIRONMENTS, type Environment, type SessionUser } from '../../shared/contract/session.ts'
import type { Attempts } from '../../shared/server/attempts.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { refuseCredentials } from '../refuse-credentials.ts'
import { sessionCall } from './operations.ts'

export interface SessionParts {
  /** Whom a token of an environment stands for in an app, now; undefined when it does not. */
  resolve(environment: Environment, appId: string, token: string): SessionUser | undefined
  attempts: Attempts
}

export async function sessionRoutes(
  server: FastifyInstance,
  { resolve, attempts }: SessionParts,
): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const config = { openapi: sessionCall(environment) }
    server.get(
      `/session/${environment}/v2/grd/external-session`,
      { config },
      function answerSession(request, reply) {
        const { [ENTRANCE_HEADERS.sessionToken]: token, [ENTRANCE_HEADERS.appId]: appId } = request.headers
        if (typeof token !== 'string' || token === '')
          return sendProblem(reply, {
            status: 400,
            title: 'Bad Request',
            detail: 'X-Session-Token must be given',
          })
        if (typeof appId !== 'string' || appId === '')
          return sendProblem(reply, { status: 400, title: 'Bad Request', detail: 'X-App-Id must be given' })
        const user = resolve(environment, appId, token)
        // Unknown, expired, of another environment, of another app: who tries tokens learns no difference.
        if (!user) return refuseCredentials(request, reply, attempts, 'The session is not valid')
        return reply.header('cache-control', 'no-store').send(user)
      },
    )
  }
}
