/** The session API (interface, Endpoint 4): one address an environment. */
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'
import { EXAMPLE_USER } from '../../shared/contract/examples.ts'
import { ENVIRONMENTS, SessionUser } from '../../shared/contract/session.ts'
import { json, noBody } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { credentialAttempts, wrongCredentials } from './credentials.ts'

export async function sessionRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { repositories, clock, isOwnApp } = context
  const attempts = credentialAttempts(context.elapsedMs)
  for (const environment of ENVIRONMENTS) {
    const path = `/session/${environment}/v2/grd/external-session`
    // In the document once, with two servers.
    server.get(
      path,
      { schema: { ...SCHEMA, hide: environment !== 'staging' } },
      function answerSession(request, reply) {
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
      },
    )
  }
}

const SCHEMA = {
  tags: ['Session API'],
  operationId: 'resolveSession',
  summary: 'The user of a session token',
  description: 'Each of the two environments has tokens of its own.',
  security: [{ appId: [], sessionToken: [] }],
  response: {
    200: json('The user', SessionUser, {
      examples: { guardian: { summary: 'A guardian', value: EXAMPLE_USER } },
    }),
    '4XX': noBody(
      '**Open point**: how a refusal looks. 400: a header is missing. 401: the session is not valid, which is unknown, ' +
        'expired, ended, of the other environment or of another app. 429: too many wrong tokens came from this address, ' +
        '`retry-after` says when to try again. Each with problem details (RFC 9457)',
    ),
  },
}
