/** Access keys of school systems: created once in the clear, kept as a hash, revoked by their id. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { hashOf, sameHash } from '../store/secret.ts'

export interface NewKey {
  /** For people, as in `timetable system`. */
  label: string
  key: string
  /** Whether anybody can read this key in a published seed. */
  sample: boolean
}

export interface AccessKeys {
  /** Returns the key's id. */
  add(key: NewKey): number
  /** False when there is no key by that id. */
  revoke(keyId: number): boolean
  allow(key: string): boolean
  countSamples(): number
}

export function accessKeysIn(database: SqliteDatabase): AccessKeys {
  const insert = database.prepare('INSERT INTO access_key (label, key_hash, sample) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM access_key WHERE key_id = ?')
  const selectHashes = database.prepare<[], Buffer>('SELECT key_hash FROM access_key').pluck()
  const count = database.prepare<[], number>('SELECT count(*) FROM access_key WHERE sample = 1').pluck()
  return {
    add: ({ label, key, sample }) => Number(insert.run(label, hashOf(key), sample ? 1 : 0).lastInsertRowid),
    revoke: keyId => remove.run(keyId).changes === 1,
    // Every key is looked at, so that the time does not tell which one was near.
    allow(key) {
      const asked = hashOf(key)
      return selectHashes.all().filter(hash => sameHash(hash, asked)).length > 0
    },
    countSamples: () => count.get() ?? 0,
  }
}
