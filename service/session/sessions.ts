/** Sessions of the mobile app: a token, for a time, in one of the two environments, stands for a user. */
import { Temporal } from 'temporal-polyfill'
import type { Environment, Role, SessionUser } from '../../shared/contract/session.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { hashOf, sameHash } from '../store/secret.ts'

export interface NewSession {
  environment: Environment
  token: string
  userId: number
  createdAt: Temporal.Instant
  expireAt: Temporal.Instant
  /** Whether anybody can read this token in a published seed. */
  sample: boolean
}

export interface Sessions {
  begin(session: NewSession): void
  /** False when there is no such session. */
  end(environment: Environment, token: string): boolean
  /** Whom a token stands for at an instant; undefined for a token unknown here or expired. */
  resolve(
    environment: Environment,
    token: string,
    at: Temporal.Instant,
  ): Omit<SessionUser, 'appId'> | undefined
  countSamples(): number
}

interface SessionRow {
  token_hash: Buffer
  created_at: string
  expire_at: string
  user_id: number
  role: Role
  ref_no: string
  first_name: string
  last_name: string
  chinese_name: string
  email: string
  avatar_path: string | null
}

export function sessionsIn(database: SqliteDatabase, avatarUrl: (path: string | null) => string): Sessions {
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM session WHERE environment = ? AND token_hash = ?')
  // Served by the primary key of session.
  const select = database.prepare<[Environment, Buffer], SessionRow>(`
    SELECT session.*, person.*, media.thumbnail_path AS avatar_path
    FROM session JOIN person USING (user_id) LEFT JOIN media ON media.name = person.avatar
    WHERE environment = ? AND token_hash = ?`)
  const count = database.prepare<[], number>('SELECT count(*) FROM session WHERE sample = 1').pluck()
  return {
    begin({ environment, token, userId, createdAt, expireAt, sample }) {
      insert.run(environment, hashOf(token), userId, `${createdAt}`, `${expireAt}`, sample ? 1 : 0)
    },
    end: (environment, token) => remove.run(environment, hashOf(token)).changes === 1,
    resolve(environment, token, at) {
      const asked = hashOf(token)
      const row = select.get(environment, asked)
      if (!row || !sameHash(row.token_hash, asked)) return undefined
      // At the very instant of its expiry a session is over.
      if (Temporal.Instant.compare(at, Temporal.Instant.from(row.expire_at)) >= 0) return undefined
      return {
        userId: row.user_id,
        createdAt: row.created_at,
        expireAt: row.expire_at,
        firstName: row.first_name,
        lastName: row.last_name,
        fullName: `${row.first_name} ${row.last_name}`.trim(),
        chineseName: row.chinese_name,
        refNo: row.ref_no,
        email: row.email,
        imageUrl: avatarUrl(row.avatar_path),
        role: row.role,
      }
    },
    countSamples: () => count.get() ?? 0,
  }
}
