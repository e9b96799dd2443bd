/** Which headers resolve to a user, and which must not. */

import { refusesToken } from '../../../shared/client/session.ts'
import { type Case, failed, notShown, observed, type SilentCase, verdict } from '../../case.ts'
import { returnCodeOf } from '../../envelope.ts'
import type { UserChange } from '../../visit.ts'
import { answered } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import { holdsUser, userOrError } from './user.ts'

const WRONG = 'schoolbell-conformance-wrong'
const RULE = {
  place: 'Authentication, session resolution',
  says: 'The call carries X-Session-Token, the token that the web-app received, and X-App-Id.',
}
const ANY_STATUS = 'Any other HTTP status than success means: not signed in.'

const NOBODY: readonly (readonly [id: string, headers: NonNullable<UserChange['headers']>, what: string])[] =
  [
    ['token-missing', { 'x-session-token': undefined }, 'without a token'],
    ['token-empty', { 'x-session-token': '' }, 'with an empty token'],
    ['token-unknown', { 'x-session-token': WRONG }, 'with a token that does not exist'],
    ['both-missing', { 'x-session-token': undefined, 'x-app-id': undefined }, 'without both headers'],
  ]

const open = openPoints('session', 'not shown')

export const tokenCases: Case[] = [
  open(
    'app-id-missing',
    'Errors',
    'How a token without X-App-Id is answered: not shown.',
    'They always send both.',
    async visit => observed(userOrError(await visit.user({ headers: { 'x-app-id': undefined } }))),
  ),
  open(
    'app-id-other',
    'Errors',
    'How a token with the X-App-Id of another application is answered: not shown.',
    'The client does not check the user: a host compares appId with its own.',
    async visit => observed(userOrError(await visit.user({ headers: { 'x-app-id': WRONG } }))),
  ),
  open(
    'other-environment',
    'Errors',
    'Staging and production have different addresses; whether one accepts the other’s tokens: not shown.',
    'They use the environment of their configuration.',
    async visit => {
      const { otherSessionUrl } = visit.session
      if (otherSessionUrl === undefined) return notShown('the address of the other environment')
      return observed(userOrError(await visit.user({ base: otherSessionUrl })))
    },
  ),
  open(
    'token-capitals',
    'Errors',
    'Whether capitals in a token matter: not shown.',
    'They pass a token on unchanged.',
    async visit => {
      const { sessionToken } = visit.session
      const small = sessionToken.toLowerCase()
      const turned = small === sessionToken ? sessionToken.toUpperCase() : small
      if (turned === sessionToken) return notShown('a token with letters')
      return observed(userOrError(await visit.user({ headers: { 'x-session-token': turned } })))
    },
  ),
  ...NOBODY.map(
    ([id, headers, what]): Case => ({
      id: `session/${id}`,
      level: 'required',
      rule: RULE,
      async look(visit) {
        // A refusal proves nothing unless the configured token resolves to a user.
        if (!holdsUser(await visit.user())) return notShown('a token that resolves to a user')
        const answer = await visit.user({ headers })
        if (holdsUser(answer)) return failed(`a user is returned ${what}`)
        const refused = refusesToken(answer.status, returnCodeOf(answer))
        const how = `${what}: ${answered(answer)}`
        return verdict(
          refused,
          refused ? `refused ${what}` : `not refused ${how}, so people read “try again later”`,
        )
      },
    }),
  ),
  ...NOBODY.slice(0, 3).map(
    ([id, headers, what]): SilentCase =>
      open(
        `${id}-status`,
        'Errors',
        `The errors of the session call are not shown; here: a call ${what}.`,
        ANY_STATUS,
        async visit => observed(answered(await visit.user({ headers }))),
      ),
  ),
]
