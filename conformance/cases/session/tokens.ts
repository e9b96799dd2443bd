/** Which headers resolve to a user, and which must not. */

import { refusesToken } from '../../../shared/client/session.ts'
import { type Case, failed, notShown, required, type Says, verdict } from '../../case.ts'
import { returnCodeOf } from '../../envelope.ts'
import type { UserChange } from '../../visit.ts'
import { answered } from '../../words.ts'
import { holdsUser } from './user.ts'

const WRONG = 'schoolbell-conformance-wrong'
const RULE: Says = [
  'Authentication, session resolution',
  'The call carries X-Session-Token, the token that the web-app received, and X-App-Id.',
]

const NOBODY: readonly (readonly [id: string, headers: NonNullable<UserChange['headers']>, what: string])[] =
  [
    ['token-missing', { 'x-session-token': undefined }, 'without a token'],
    ['token-empty', { 'x-session-token': '' }, 'with an empty token'],
    ['token-unknown', { 'x-session-token': WRONG }, 'with a token that does not exist'],
    ['both-missing', { 'x-session-token': undefined, 'x-app-id': undefined }, 'without both headers'],
  ]

export const tokenCases: Case[] = [
  ...NOBODY.map(([id, headers, what]) =>
    required(`session/${id}`, RULE, async visit => {
      // A refusal proves nothing unless the configured token resolves to a user.
      if (!holdsUser(await visit.user())) return notShown('a token that resolves to a user')
      const answer = await visit.user({ headers })
      if (holdsUser(answer)) return failed(`a user is returned ${what}`)
      const refused = refusesToken(answer.status, returnCodeOf(answer))
      const how = `${what}: ${answered(answer)}`
      return verdict(refused, `refused ${what}`, `not refused ${how}, so people read “try again later”`)
    }),
  ),
]
