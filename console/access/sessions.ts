/**
 * Sessions of the console: twelve hours, by two secrets of 256 bits, kept as hashes.
 *
 * The token is the browser's cookie. Cookies are shared by all ports of a host: a page at another port of this machine, as a web-app in
 * development is, has the browser send them there. The key is no cookie: our own pages alone have it, because what a browser
 * stores for pages is separate for each port.
 */
import { hashOf, sameHash } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export interface ConsoleSessions {
  /** Signs somebody in. */
  begin(): { token: string; key: string; expireAt: number }
  /** The live session with this token; its identifier is the token's hash. */
  find(token: string): Buffer | undefined
  /** Whether the session's other half is this key. */
  hasKey(session: Buffer, key: string): boolean
  isLive(session: Buffer): boolean
  end(session: Buffer): void
  endAll(): void
}

export interface ConsoleSessionParts {
  database: SqliteDatabase
  /** Epoch milliseconds of the real clock: moving the service's own signs nobody out. */
  now(): number
  newSecret(): string
}

export const SESSION_HOURS = 12

export function consoleSessions({ database, now, newSecret }: ConsoleSessionParts): ConsoleSessions {
  const insert = database.prepare('INSERT INTO console_session VALUES (?, ?, ?, ?)')
  // Served by the primary key.
  const select = database.prepare<[Buffer], { token_hash: Buffer; expire_at: number }>(
    'SELECT token_hash, expire_at FROM console_session WHERE token_hash = ?',
  )
  const selectKey = database
    .prepare<[Buffer], Buffer>('SELECT key_hash FROM console_session WHERE token_hash = ?')
    .pluck()
  const remove = database.prepare('DELETE FROM console_session WHERE token_hash = ?')
  const removeExpired = database.prepare('DELETE FROM console_session WHERE expire_at <= ?')
  const removeAll = database.prepare('DELETE FROM console_session')
  const isLive = (session: Buffer) => {
    const row = select.get(session)
    return row !== undefined && sameHash(row.token_hash, session) && now() < row.expire_at
  }
  return {
    begin() {
      const createdAt = now()
      const session = {
        token: newSecret(),
        key: newSecret(),
        expireAt: createdAt + SESSION_HOURS * 3_600_000,
      }
      removeExpired.run(createdAt)
      insert.run(hashOf(session.token), createdAt, session.expireAt, hashOf(session.key))
      return session
    },
    find(token) {
      const hash = hashOf(token)
      return isLive(hash) ? hash : undefined
    },
    hasKey(session, key) {
      const hash = selectKey.get(session)
      return hash !== undefined && sameHash(hash, hashOf(key))
    },
    isLive,
    end: session => void remove.run(session),
    endAll: () => void removeAll.run(),
  }
}
