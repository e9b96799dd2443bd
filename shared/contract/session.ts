/** Session users: the user of a session token (interface, Session user). */
import Type, { type Static } from 'typebox'
import { Address, EXACT, Timestamp } from './formats.ts'

export const ROLES = ['Guardian', 'Student', 'Staff'] as const
export type Role = (typeof ROLES)[number]

/** The two environments of the session API; each has its own base URL and its own tokens. */
export const ENVIRONMENTS = ['staging', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const SessionUser = Type.Object(
  {
    userId: Type.Integer({ ...EXACT, description: 'Numeric user identifier.' }),
    appId: Type.String({ description: 'The value the app passes in X-App-Id.' }),
    createdAt: Timestamp('ISO 8601 timestamp of the session’s creation.'),
    expireAt: Timestamp('ISO 8601 timestamp at which the session expires.'),
    firstName: Type.String({ description: 'Given name.' }),
    lastName: Type.String({ description: 'Family name.' }),
    fullName: Type.String({ description: 'Full name.' }),
    chineseName: Type.String({ description: 'Chinese name; may be empty.' }),
    refNo: Type.String({ description: 'User reference number.' }),
    email: Type.String({ description: 'E-mail address.' }),
    imageUrl: Address('URL of the avatar picture.'),
    role: Type.Enum(ROLES, { description: 'Role in the app.' }),
  },
  { title: 'SessionUser' },
)
export type SessionUser = Static<typeof SessionUser>
