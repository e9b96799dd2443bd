/** The two headers that are required to read a list. */
import { type Case, failed, notShown, required, type Says, verdict } from '../../case.ts'
import { isRefusal } from '../../envelope.ts'
import type { ListChange } from '../../visit.ts'
import { answered } from '../../words.ts'
import { holdsList } from './list.ts'

const RULE: Says = [
  'Authentication, attendance API',
  'Every call carries X-App-Id, which identifies the school, and X-Access-Key, a key that the support team gives out.',
]
const WRONG = 'schoolbell-conformance-wrong'

const WITHOUT: readonly (readonly [id: string, headers: NonNullable<ListChange['headers']>, what: string])[] =
  [
    ['access-key-missing', { 'x-access-key': undefined }, 'without X-Access-Key'],
    ['access-key-empty', { 'x-access-key': '' }, 'with an empty X-Access-Key'],
    ['access-key-wrong', { 'x-access-key': WRONG }, 'with an X-Access-Key that does not exist'],
    ['app-id-missing', { 'x-app-id': undefined }, 'without X-App-Id'],
    ['app-id-wrong', { 'x-app-id': WRONG }, 'with an unknown X-App-Id'],
    ['both-missing', { 'x-app-id': undefined, 'x-access-key': undefined }, 'without both'],
  ]

export const keyCases: Case[] = [
  ...WITHOUT.map(([id, headers, what]) =>
    required(`attendance/${id}`, RULE, async visit => {
      // A refusal proves nothing unless the list is returned with both headers.
      if (!holdsList(await visit.list())) return notShown('a list with students')
      const answer = await visit.list({ headers })
      if (holdsList(answer)) return failed(`a list is given ${what}`)
      const refused = isRefusal(answer)
      return verdict(refused, `refused ${what}`, `not refused ${what}: ${answered(answer)}`)
    }),
  ),
]
