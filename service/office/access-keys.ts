/** Access keys of school systems: created once in the clear, kept as a hash, revoked by their id. */
import { hashOf, sameHash } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { nextId } from './next-id.ts'

export interface NewKey {
  /** For people, as in `timetable system`. */
  label: string
  key: string
  /** Whether anybody can read this key in a published seed. */
  sample: boolean
  /** Epoch milliseconds. */
  createdAt?: number
}

/** A key as the office sees it: never the key. */
export interface StoredKey {
  keyId: number
  label: string
  sample: boolean
  /** Epoch milliseconds; null when it was not recorded. */
  createdAt: number | null
  lastUsedAt: number | null
}

export interface AccessKeys {
  /** Returns the key's id. */
  add(key: NewKey): number
  /** False when there is no key by that id. */
  revoke(keyId: number): boolean
  /**
   * @param at epoch milliseconds; that the key was used then is noted, at most once a minute
   */
  allow(key: string, at?: number): boolean
  countSamples(): number
  /** Oldest first. */
  list(): StoredKey[]
  /** False when there is no key by that id. */
  rename(keyId: number, label: string): boolean
}

/** A busy client must not make the store write at every call. */
const NOTED_EVERY_MS = 60_000

interface KeyRow {
  key_id: number
  key_hash: Buffer
  last_used_at: number | null
}

export function accessKeysIn(database: SqliteDatabase): AccessKeys {
  const insert = database.prepare(
    `INSERT INTO access_key (key_id, label, key_hash, sample, created_at)
     VALUES (${nextId('access_key')}, ?, ?, ?, ?)`,
  )
  const remove = database.prepare('DELETE FROM access_key WHERE key_id = ?')
  const selectHashes = database.prepare<[], KeyRow>('SELECT key_id, key_hash, last_used_at FROM access_key')
  const note = database.prepare('UPDATE access_key SET last_used_at = ? WHERE key_id = ?')
  const count = database.prepare<[], number>('SELECT count(*) FROM access_key WHERE sample = 1').pluck()
  const select = database.prepare<[], Omit<StoredKey, 'sample'> & { sample: number }>(`
    SELECT key_id AS keyId, label, sample, created_at AS createdAt, last_used_at AS lastUsedAt
    FROM access_key ORDER BY key_id`)
  const update = database.prepare('UPDATE access_key SET label = ? WHERE key_id = ?')

  return {
    add: ({ label, key, sample, createdAt }) =>
      Number(insert.run(label, hashOf(key), sample ? 1 : 0, createdAt ?? null).lastInsertRowid),
    revoke: keyId => remove.run(keyId).changes === 1,
    // All keys are compared, so that the time says nothing about a near match.
    allow(key, at) {
      const asked = hashOf(key)
      const [found] = selectHashes.all().filter(({ key_hash }) => sameHash(key_hash, asked))
      if (found && at !== undefined) noteUse(found, at)
      return found !== undefined
    },
    countSamples: () => count.get() ?? 0,
    list: () => select.all().map(row => ({ ...row, sample: row.sample === 1 })),
    rename: (keyId, label) => update.run(label, keyId).changes === 1,
  }

  function noteUse({ key_id, last_used_at }: KeyRow, at: number): void {
    if (last_used_at !== null && Math.abs(at - last_used_at) < NOTED_EVERY_MS) return
    try {
      note.run(at, key_id)
    } catch {
      // A full disk or a locked store is no reason to refuse whom the key lets in.
    }
  }
}
