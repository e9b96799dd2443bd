/** Session users: the user of a session token (interface, Session user). */
import Type, { type Static } from 'typebox'

export const ROLES = ['Guardian', 'Student', 'Staff'] as const
export type Role = (typeof ROLES)[number]

/** The two environments of the session API; each has its own base URL and its own tokens. */
export const ENVIRONMENTS = ['staging', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const SessionUser = Type.Object(
  {
    userId: Type.Integer(),
    appId: Type.String({ description: 'The value the app passes in X-App-Id.' }),
    createdAt: Type.String({ description: 'ISO 8601 timestamp of the session’s creation.' }),
    expireAt: Type.String({ description: 'ISO 8601 timestamp at which the session expires.' }),
    firstName: Type.String(),
    lastName: Type.String(),
    fullName: Type.String(),
    chineseName: Type.String({ description: 'May be empty.' }),
    refNo: Type.String({ description: 'User reference number.' }),
    email: Type.String(),
    imageUrl: Type.String({ description: 'Avatar picture.' }),
    role: Type.Enum(ROLES),
  },
  { title: 'SessionUser' },
)
export type SessionUser = Static<typeof SessionUser>
