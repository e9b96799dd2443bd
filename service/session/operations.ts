/** The session API as the OpenAPI document tells of it. */
import { type Environment, SessionUser } from '../../shared/contract/session.ts'
import { type Operation, refusal } from '../openapi.ts'

export const sessionCall = (environment: Environment): Operation => ({
  tag: 'Session API',
  summary: `Whom a session token of the ${environment} environment stands for`,
  security: [['appId', 'sessionToken']],
  answers: {
    200: { description: 'The user', type: 'application/json', schema: SessionUser },
    400: refusal('The token or the app’s identifier is missing'),
    401: refusal(
      'The session is not valid: unknown, expired, ended, of the other environment or of another app',
    ),
    429: refusal('Too many wrong tokens came from this address; `retry-after` says when to try again'),
  },
})
