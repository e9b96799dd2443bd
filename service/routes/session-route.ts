/** The session API (interface, Endpoint 4): one address an environment. */
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'
import { ENVIRONMENTS, type Environment, SessionUser } from '../../shared/contract/session.ts'
import { json, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { credentialAttempts, wrongCredentials } from './credentials.ts'

export async function sessionRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { repositories, clock, isOwnApp } = context
  const attempts = credentialAttempts(context.elapsedMs)
  for (const environment of ENVIRONMENTS) {
    const path = `/session/${environment}/v2/grd/external-session`
    server.get(path, { schema: schemaOf(environment) }, function answerSession(request, reply) {
      const { [ENTRANCE_HEADERS.sessionToken]: token, [ENTRANCE_HEADERS.appId]: appId } = request.headers
      if (typeof token !== 'string' || token === '')
        throw new HttpProblem(400, 'X-Session-Token must be given')
      if (typeof appId !== 'string' || appId === '') throw new HttpProblem(400, 'X-App-Id must be given')
      const user = repositories.sessions.resolve(environment, token, clock.now())
      const ownApp = isOwnApp(appId)
      // Unknown, expired, of another environment, of another app: a caller who guesses learns no difference.
      if (!user || !ownApp) throw wrongCredentials(request, attempts, 'The session is not valid')
      reply.header('cache-control', 'no-store')
      return { ...user, appId }
    })
  }
}

const schemaOf = (environment: Environment) => ({
  tags: ['Session API'],
  summary: `Whom a session token of the ${environment} environment stands for`,
  security: [{ appId: [], sessionToken: [] }],
  response: {
    200: json('The user', SessionUser),
    400: refusal('The token or the app’s identifier is missing'),
    401: refusal(
      'The session is not valid: unknown, expired, ended, of the other environment or of another app',
    ),
    429: refusal('Too many wrong tokens came from this address; `retry-after` says when to try again'),
  },
})
