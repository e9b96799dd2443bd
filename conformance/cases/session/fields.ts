/** The fields of a session user, and how they agree with each other and with the call. */
import { isSuccess } from '../../../shared/client/reply.ts'
import { readExpiry } from '../../../shared/client/session.ts'
import { SessionUser } from '../../../shared/contract/session.ts'
import { type Case, failed, required, type Says, verdict } from '../../case.ts'
import { ADDRESS_OR_EMPTY, type Form, fieldCases } from '../../fields.ts'
import { answered, kindOf, shown } from '../../words.ts'
import { jsonText } from '../json-text.ts'
import { fieldsOfUser, user } from './user.ts'

const rule = (name: string, says: string): Says => [`Session user, ${name}`, says]
const response = (says: string): Says => ['Endpoint 4, response', says]

const EMAIL: Form = {
  must: 'an e-mail address, or empty',
  is: value => typeof value === 'string' && /^([^\s@]+@[^\s@]+)?$/.test(value),
}

export const sessionFieldCases: Case[] = [
  required(
    'session/answers',
    response('A call with X-Session-Token and X-App-Id gives a session user.'),
    async visit => {
      const answer = await visit.user()
      return verdict(isSuccess(answer.status), answered(answer))
    },
  ),
  jsonText('session', response('The answer is JSON.'), visit => visit.user()),
  ...fieldCases('session', [
    {
      ...{ place: 'Session user', one: 'user', properties: SessionUser.properties, elements: user },
      forms: { email: EMAIL, imageUrl: ADDRESS_OR_EMPTY },
    },
  ]),
  required(
    'session/app-id-same',
    rule('appId', 'The same value that the app passes in X-App-Id.'),
    async visit => {
      const { appId } = await fieldsOfUser(visit)
      if (typeof appId !== 'string') return failed(`appId is ${kindOf(appId)}`)
      return verdict(appId === visit.session.appId, 'the same', 'different')
    },
  ),
  required(
    'session/expire-at-known',
    rule('expireAt', 'Everybody knows when the session ends: the timestamp has a time zone, and lies ahead.'),
    async visit => {
      const { expireAt } = await fieldsOfUser(visit)
      const end = readExpiry(expireAt)
      if (!end) return failed(`${shown(expireAt)} has no time zone, or is no ISO 8601 timestamp`)
      const minutes = Math.round((end.epochMilliseconds - visit.now.epochMilliseconds) / 60_000)
      return verdict(minutes > 0, `in ${minutes} minutes`, `${-minutes} minutes ago`)
    },
  ),
  required(
    'session/expires-after-creation',
    rule('createdAt and expireAt', 'A session is created first and expires later.'),
    async visit => {
      const { createdAt, expireAt } = await fieldsOfUser(visit)
      const hours = (Date.parse(`${expireAt}`) - Date.parse(`${createdAt}`)) / 3_600_000
      if (Number.isNaN(hours)) return failed('createdAt or expireAt is not a timestamp')
      return verdict(hours > 0, `it lasts ${Math.round(hours * 100) / 100} hours`)
    },
  ),
]
