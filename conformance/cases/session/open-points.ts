/** What the interface leaves open about a session user. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, notShown, observed } from '../../case.ts'
import { emptyFields, unknownFields } from '../../fields.ts'
import { answered, fieldsOf, firstOf, shown } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import { USER_FIELDS } from './fields.ts'
import { fieldsOfUser, holdsUser, user, userOrError } from './user.ts'

const FOREIGN = 'https://school.invalid'
const LONG_HEADER = 20_000

const open = openPoints('session')

export const sessionOpenPoints: Case[] = [
  open(
    'resolve-twice',
    'Endpoint 4, use',
    'Whether a token can be resolved more than once',
    'A host resolves it once and then uses its own session.',
    async visit => {
      const first = await visit.user()
      const second = await visit.user({ anew: true })
      if (!holdsUser(first)) return notShown('a token that resolves to a user')
      if (!holdsUser(second)) return observed(`the second time: ${answered(second)}`)
      const same = fieldsOf(first.json).userId === fieldsOf(second.json).userId
      return observed(same ? 'the same user both times' : 'another user the second time')
    },
  ),
  open(
    'expired',
    'Session user, expireAt',
    'Whether an expired session still resolves to its user',
    'The client does not check the user: a host compares expireAt.',
    async visit => {
      const { expiredToken } = visit.session
      if (expiredToken !== undefined)
        return observed(userOrError(await visit.user({ headers: { 'x-session-token': expiredToken } })))
      const { expireAt } = await fieldsOfUser(visit)
      const left = Date.parse(`${expireAt}`) - visit.now.epochMilliseconds
      if (Number.isNaN(left)) return notShown('a readable expireAt')
      return left > 0
        ? notShown('the token of an expired session')
        : observed('this session has expired and still resolves to its user')
    },
  ),
  open(
    'lifetime',
    'Session user, createdAt and expireAt',
    'How long a session lasts',
    'A host must end its own session no later.',
    async visit => {
      const { createdAt, expireAt } = await fieldsOfUser(visit)
      const minutes = Math.round((Date.parse(`${expireAt}`) - Date.parse(`${createdAt}`)) / 60_000)
      return Number.isNaN(minutes)
        ? notShown('readable timestamps')
        : observed(`this one ${counted(minutes, 'minute')}`)
    },
  ),
  open(
    'time-zone',
    'Session user, createdAt and expireAt',
    'The time zone of the timestamps',
    'Any zone that the timestamp names.',
    async visit => {
      const { createdAt, expireAt } = await fieldsOfUser(visit)
      const zones = [createdAt, expireAt].map(time => /(?:Z|[+-]\d\d:?\d\d)$/.exec(`${time}`)?.[0] ?? 'none')
      return observed(`createdAt ${shown(zones[0])}, expireAt ${shown(zones[1])}`)
    },
  ),
  open(
    'full-name-made',
    'Session user, fullName',
    'How fullName is formed',
    'They use fullName as it is.',
    async visit => {
      const { firstName, lastName, fullName } = await fieldsOfUser(visit)
      const orders = [
        [`${firstName} ${lastName}`, 'the given name first'],
        [`${lastName} ${firstName}`, 'the family name first'],
      ]
      return observed(orders.find(([name]) => name === fullName)?.[1] ?? 'in another way')
    },
  ),
  open(
    'empty-fields',
    'Session user',
    'Which texts may be empty, besides chineseName',
    'Any; an empty avatar address means no avatar.',
    async visit => {
      const empty = emptyFields(await user(visit), ['chineseName'])
      return observed(empty.length === 0 ? 'none' : `empty: ${firstOf(empty, 8)}`)
    },
  ),
  open(
    'other-fields',
    'Session user',
    'Whether there may be other fields',
    'They ignore them.',
    async visit => {
      const others = unknownFields(await user(visit), USER_FIELDS)
      return observed(others.length === 0 ? 'none' : firstOf(others.map(shown), 8))
    },
  ),
  open(
    'avatar-public',
    'Session user, imageUrl',
    'Whether the avatar can be fetched without a token',
    'They pass the address on and do not fetch it.',
    async visit => {
      const { imageUrl } = await fieldsOfUser(visit)
      if (!URL.canParse(`${imageUrl}`)) return notShown('a user with an avatar')
      const { status, headers } = await visit.fetch(new URL(`${imageUrl}`))
      return observed(`HTTP ${status}, ${headers.get('content-type') ?? 'no content type'}`)
    },
  ),
  open(
    'content-type',
    'Endpoint 4, response',
    'The content type of the user',
    'They read it as JSON, whatever its content type.',
    async visit => observed((await visit.user()).headers.get('content-type') ?? 'none'),
  ),
  open(
    'caching',
    'Endpoint 4, response',
    'Whether caches may store the response',
    'They do not store it.',
    async visit => observed((await visit.user()).headers.get('cache-control') ?? 'no cache-control'),
  ),
  open(
    'cors',
    'Endpoint 4, response',
    'Whether pages of other origins may resolve a token',
    'A token must stay on a server; their pages do not call this API.',
    async visit => {
      const answer = await visit.user({ headers: { origin: FOREIGN } })
      const allowed = answer.headers.get('access-control-allow-origin')
      return observed(allowed === null ? 'not allowed' : `access-control-allow-origin: ${allowed}`)
    },
  ),
  {
    ...open(
      'long-header',
      'Limits',
      'How long a header may be',
      'Theirs are short; a proxy may pass on a single sign-on response.',
      async visit =>
        observed(
          `a header of ${LONG_HEADER} bytes: HTTP ${(await visit.user({ headers: { 'x-sso-response': 'e'.repeat(LONG_HEADER) } })).status}`,
        ),
    ),
    heavy: true,
  },
]
