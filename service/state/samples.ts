/** Finds the sample keys and tokens, which are published with this project, in an imported state. */
import Database from 'better-sqlite3'
import { hashOf } from '../../shared/server/secret.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

const PUBLISHED = [
  'sample-access-key',
  'sample-guardian',
  'sample-student',
  'sample-staff',
  'sample-expired',
].map(hashOf)

/** Marks them as samples, even if the state does not. */
export function markSamples(database: SqliteDatabase): void {
  const key = database.prepare('UPDATE access_key SET sample = 1 WHERE key_hash = ?')
  const session = database.prepare('UPDATE session SET sample = 1 WHERE token_hash = ?')
  for (const hash of PUBLISHED) {
    key.run(hash)
    session.run(hash)
  }
}

export function hasSamples(stateFile: string): boolean {
  const database = new Database(stateFile, { readonly: true })
  try {
    const count = database.prepare(
      'SELECT EXISTS (SELECT 1 FROM access_key WHERE sample = 1) OR EXISTS (SELECT 1 FROM session WHERE sample = 1)',
    )
    return count.pluck().get() === 1
  } finally {
    database.close()
  }
}
