/** Sessions of the mobile app: a token identifies a user, for a time, in one of the two environments. */
import { Temporal } from 'temporal-polyfill'
import type { Environment, SessionUser } from '../../shared/contract/session.ts'
import { hashOf, sameHash } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { PersonRow } from './person.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export interface NewSession {
  environment: Environment
  token: string
  userId: number
  createdAt: Temporal.Instant
  expireAt: Temporal.Instant
  /** Whether anybody can read this token in a published seed. */
  sample: boolean
}

/** A session as its office sees it: never its token. */
export interface StoredSession {
  /** The token's hash: it names the session and opens nothing. */
  sessionId: string
  environment: Environment
  userId: number
  /** ISO 8601 in UTC. */
  createdAt: string
  expireAt: string
  sample: boolean
}

export interface Sessions {
  begin(session: NewSession): void
  /** False when there is no such session. */
  end(environment: Environment, token: string): boolean
  /** The user of a token at an instant; undefined for an unknown or expired token. */
  resolve(
    environment: Environment,
    token: string,
    at: Temporal.Instant,
  ): Omit<SessionUser, 'appId'> | undefined
  countSamples(): number
  /** Live and expired ones, of one user or all; the one that lasts longest first. */
  list(question?: SessionsQuestion): StoredSession[]
  /** How many are good at an instant. */
  countLive(at: Temporal.Instant): number
}

export interface SessionsQuestion {
  userId?: number | null | undefined
  environment?: Environment | null | undefined
  /** How many at most, default 200. */
  limit?: number | undefined
}

/** Ends sessions so that they can be restored: the store has only the hashes of their tokens. */
export interface SessionEnds {
  /** False when there is no such session. */
  one(environment: Environment, sessionId: string): Undoable<boolean>
  /** Returns how many there were. */
  allOf(userId: number): Undoable<number>
  /** Those that have expired at an instant; returns how many there were. */
  expired(at: Temporal.Instant): Undoable<number>
}

interface SessionRow {
  environment: Environment
  token_hash: Buffer
  user_id: number
  created_at: string
  expire_at: string
  sample: number
}

/** Compared when there is no such session, so that both cases take the same time. */
const NOBODY: SessionRow = {
  environment: 'staging',
  token_hash: Buffer.alloc(32),
  user_id: 0,
  created_at: '1970-01-01T00:00:00Z',
  expire_at: '1970-01-01T00:00:00Z',
  sample: 0,
}

export function sessionsIn(database: SqliteDatabase, avatarUrl: (path: string | null) => string): Sessions {
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM session WHERE environment = ? AND token_hash = ?')
  // Served by the primary key of session.
  const select = database.prepare<[Environment, Buffer], SessionRow>(
    'SELECT * FROM session WHERE environment = ? AND token_hash = ?',
  )
  const selectPerson = database.prepare<[number], PersonRow>(`
    SELECT person.*, media.thumbnail_path AS avatar_path
    FROM person LEFT JOIN media ON media.name = person.avatar WHERE user_id = ?`)
  const count = database.prepare<[], number>('SELECT count(*) FROM session WHERE sample = 1').pluck()
  const selectSome = database.prepare<Record<string, unknown>, SessionRow>(`
    SELECT * FROM session
    WHERE (:userId IS NULL OR user_id = :userId) AND (:environment IS NULL OR environment = :environment)
    ORDER BY unixepoch(expire_at) DESC, created_at DESC, token_hash LIMIT :limit`)
  const countLive = database
    .prepare<[number], number>('SELECT count(*) FROM session WHERE unixepoch(expire_at) > ?')
    .pluck()
  return {
    begin({ environment, token, userId, createdAt, expireAt, sample }) {
      insert.run(environment, hashOf(token), userId, `${createdAt}`, `${expireAt}`, sample ? 1 : 0)
    },
    end: (environment, token) => remove.run(environment, hashOf(token)).changes === 1,
    resolve(environment, token, at) {
      const asked = hashOf(token)
      const session = select.get(environment, asked) ?? NOBODY
      // Both are always computed, so that every refusal takes the same time.
      const known = sameHash(session.token_hash, asked)
      // At the instant of its expiry a session has expired.
      const live = Temporal.Instant.compare(at, Temporal.Instant.from(session.expire_at)) < 0
      const user = known && live ? selectPerson.get(session.user_id) : undefined
      if (!user) return undefined
      return {
        userId: user.user_id,
        createdAt: session.created_at,
        expireAt: session.expire_at,
        firstName: user.first_name,
        lastName: user.last_name,
        fullName: `${user.first_name} ${user.last_name}`.trim(),
        chineseName: user.chinese_name,
        refNo: user.ref_no,
        email: user.email,
        imageUrl: avatarUrl(user.avatar_path),
        role: user.role,
      }
    },
    countSamples: () => count.get() ?? 0,
    list: ({ userId = null, environment = null, limit = 200 } = {}) =>
      selectSome.all({ userId, environment, limit }).map(storedSession),
    countLive: at => countLive.get(at.epochMilliseconds / 1000) ?? 0,
  }
}

export function sessionEndsIn(database: SqliteDatabase, undo: UndoHistory): SessionEnds {
  const deleting = (where: string) => {
    const statement = database.prepare(`DELETE FROM session WHERE ${where}`)
    return (...values: (string | number | Buffer)[]) => undo.keep(() => statement.run(...values).changes)
  }
  const one = deleting('environment = ? AND token_hash = ?')
  const allOf = deleting('user_id = ?')
  const expired = deleting('unixepoch(expire_at) <= ?')
  return {
    one(environment, sessionId) {
      const { result, undo: id } = one(environment, Buffer.from(sessionId, 'base64url'))
      return { result: result === 1, undo: id }
    },
    allOf,
    expired: at => expired(Math.floor(at.epochMilliseconds / 1000)),
  }
}

function storedSession(row: SessionRow): StoredSession {
  return {
    sessionId: row.token_hash.toString('base64url'),
    environment: row.environment,
    userId: row.user_id,
    createdAt: row.created_at,
    expireAt: row.expire_at,
    sample: row.sample === 1,
  }
}
