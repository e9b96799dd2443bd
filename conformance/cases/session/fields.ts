/** The fields of a session user. */
import { readExpiry } from '../../../shared/client/session.ts'
import { ROLES } from '../../../shared/contract/session.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, type Rule, verdict } from '../../case.ts'
import { ADDRESS_OR_EMPTY, fieldCases, IDENTIFIER, nullsIn, oneOf, TEXT, TIMESTAMP } from '../../fields.ts'
import { answered, firstOf, kindOf, shown } from '../../words.ts'
import { fieldsOfUser, user } from './user.ts'

const field = fieldCases(user, 'user')
const rule = (name: string, says: string): Rule => ({ place: `Session user, ${name}`, says })
const response = (says: string): Rule => ({ place: 'Endpoint 4, response', says })

const text = (id: string, name: string, says: string): Case =>
  field(`session/${id}`, rule(name, says), { field: name, ...TEXT })

export const USER_FIELDS = [
  ...['userId', 'appId', 'createdAt', 'expireAt', 'firstName', 'lastName', 'fullName', 'chineseName'],
  ...['refNo', 'email', 'imageUrl', 'role'],
]

export const sessionFieldCases: Case[] = [
  {
    id: 'session/answers',
    level: 'required',
    rule: response('A call with X-Session-Token and X-App-Id gives a session user.'),
    async look(visit) {
      const answer = await visit.user()
      return verdict(answer.status >= 200 && answer.status <= 299, answered(answer))
    },
  },
  {
    id: 'session/user-object',
    level: 'required',
    rule: response('The answer is the user object itself.'),
    async look(visit) {
      const fields = await fieldsOfUser(visit)
      return verdict(
        'userId' in fields || 'role' in fields,
        firstOf(Object.keys(fields), 12) || 'an empty object',
      )
    },
  },
  {
    id: 'session/json-text',
    level: 'required',
    rule: response('The answer is JSON.'),
    async look(visit) {
      const { text, isJson, bytes } = await visit.user()
      if (text === undefined) return failed('the body is not UTF-8')
      if (text.startsWith('\ufeff')) return failed('the body begins with a byte order mark')
      return verdict(isJson, isJson ? counted(bytes.byteLength, 'byte') : 'the body is not JSON')
    },
  },
  field('session/user-id', rule('userId', 'A number.'), { field: 'userId', ...IDENTIFIER }),
  text('app-id', 'appId', 'The application’s identifier, a string.'),
  {
    id: 'session/app-id-same',
    level: 'required',
    rule: rule('appId', 'The same value that the app passes in X-App-Id.'),
    async look(visit) {
      const { appId } = await fieldsOfUser(visit)
      if (typeof appId !== 'string') return failed(`appId is ${kindOf(appId)}`)
      return verdict(appId === visit.session.appId, appId === visit.session.appId ? 'the same' : 'different')
    },
  },
  field('session/created-at', rule('createdAt', 'When the session began, an ISO 8601 timestamp.'), {
    field: 'createdAt',
    ...TIMESTAMP,
  }),
  field('session/expire-at', rule('expireAt', 'When the session expires, an ISO 8601 timestamp.'), {
    field: 'expireAt',
    ...TIMESTAMP,
  }),
  {
    id: 'session/expire-at-known',
    level: 'required',
    rule: rule(
      'expireAt',
      'Everybody knows when the session ends: the timestamp has a time zone, and lies ahead.',
    ),
    async look(visit) {
      const { expireAt } = await fieldsOfUser(visit)
      const end = readExpiry(expireAt)
      if (!end) return failed(`${shown(expireAt)} has no time zone, or is no ISO 8601 timestamp`)
      const minutes = Math.round((end.epochMilliseconds - visit.now.epochMilliseconds) / 60_000)
      return verdict(minutes > 0, minutes > 0 ? `in ${minutes} minutes` : `${-minutes} minutes ago`)
    },
  },
  {
    id: 'session/expires-after-creation',
    level: 'required',
    rule: rule('createdAt and expireAt', 'A session is created first and expires later.'),
    async look(visit) {
      const { createdAt, expireAt } = await fieldsOfUser(visit)
      const hours = (Date.parse(`${expireAt}`) - Date.parse(`${createdAt}`)) / 3_600_000
      if (Number.isNaN(hours)) return failed('createdAt or expireAt is not a timestamp')
      return verdict(hours > 0, `it lasts ${Math.round(hours * 100) / 100} hours`)
    },
  },
  text('first-name', 'firstName', 'The given name, a string.'),
  text('last-name', 'lastName', 'The family name, a string.'),
  text('full-name', 'fullName', 'The full name, a string.'),
  text('chinese-name', 'chineseName', 'The Chinese name, a string, which may be empty.'),
  text('ref-no', 'refNo', 'The user’s reference number, a string.'),
  field('session/email', rule('email', 'The e-mail address of the user, a string.'), {
    field: 'email',
    must: 'an e-mail address, or empty',
    is: value => typeof value === 'string' && /^([^\s@]+@[^\s@]+)?$/.test(value),
  }),
  field('session/image-url', rule('imageUrl', 'The address of the avatar.'), {
    field: 'imageUrl',
    ...ADDRESS_OR_EMPTY,
  }),
  field('session/role', rule('role', 'Guardian, Student or Staff.'), { field: 'role', ...oneOf(ROLES) }),
  {
    id: 'session/no-null',
    level: 'required',
    rule: { place: 'Session user', says: 'Every field has its type; null is not allowed.' },
    async look(visit) {
      const fields = await fieldsOfUser(visit)
      if (Object.keys(fields).length === 0) return notShown('a user with fields')
      const nulls = nullsIn(fields, '', USER_FIELDS)
      return nulls.length === 0 ? passed('no field is null') : failed(`null: ${firstOf(nulls)}`)
    },
  },
]
