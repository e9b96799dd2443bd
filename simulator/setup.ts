/** The setup of a simulated phone: its user, and what its app sends to a web-app. */
import Type, { type Static } from 'typebox'
import { acceptDraft, type Fault } from '../service/office/refuse.ts'
import { checkOf } from '../shared/client/check.ts'
import {
  ALL_CHILDREN,
  APP_LANGUAGES,
  type AppLanguage,
  type Arrival,
} from '../shared/contract/entrance-headers.ts'
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import type { SimulatorUsers, SimulatorUserWithChildren } from './users.ts'

const LANGUAGES = Object.keys(APP_LANGUAGES) as AppLanguage[]
/** A week. */
const LONGEST_SESSION = 7 * 24 * 60

export const PhoneSetup = Type.Object({
  userId: Type.Integer({ description: 'Whose phone it is.' }),
  environment: Type.Enum(ENVIRONMENTS),
  language: Type.Enum(LANGUAGES, { description: 'The app’s language.' }),
  child: Type.Union([Type.Literal(ALL_CHILDREN), Type.Literal('none'), Type.Integer()], {
    description: 'User id of the selected child, `all`, or `none` for an app that sends neither header.',
  }),
  sso: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Response of the single sign-on; absent when the user logged in otherwise.',
    }),
  ),
  sessionMinutes: Type.Integer({
    minimum: 0,
    maximum: LONGEST_SESSION,
    description: 'How long the session lasts; 0 for one that has expired already.',
  }),
  forgetsCookies: Type.Optional(
    Type.Boolean({
      description: 'A web view that keeps no cookie of the web-app; absent for one that keeps them.',
    }),
  ),
})
export type PhoneSetup = Static<typeof PhoneSetup>

/** What fits into the 64 KB of headers that a server reads, beside all others. */
const LONGEST_SSO = 48 * 1024

const check = checkOf(PhoneSetup)

/** @throws {DraftError} naming every invalid field */
export function acceptSetup(draft: unknown, users: SimulatorUsers): PhoneSetup {
  return acceptDraft(check, draft as PhoneSetup, setup => faultsOf(setup, users))
}

function* faultsOf({ userId, child, sso }: PhoneSetup, users: SimulatorUsers): Generator<Fault> {
  const user = users.get(userId)
  if (!user) yield { path: '/userId', reason: `${userId} names no user` }
  else if (typeof child === 'number' && !choosable(user).some(one => one.userId === child))
    yield { path: '/child', reason: `${child} is no child of user ${userId}` }
  if (sso && Math.ceil(Buffer.byteLength(JSON.stringify(sso)) / 3) * 4 > LONGEST_SSO)
    yield { path: '/sso', reason: 'is longer than the 48 KB that a header can carry' }
}

/** A student's own app may name the student. */
const choosable = (user: SimulatorUserWithChildren) =>
  user.role === 'Student' ? [user, ...user.children] : user.children

/** The selection as the entrance's headers say it. */
export function selectedBy({ userId, child }: PhoneSetup, users: SimulatorUsers): Arrival['selected'] {
  if (child === 'none') return undefined
  if (child === ALL_CHILDREN) return ALL_CHILDREN
  const user = users.get(userId)
  const chosen = user && choosable(user).find(one => one.userId === child)
  return chosen ? { userId: chosen.userId, refNo: chosen.refNo } : ALL_CHILDREN
}
