/**
 * Positions in the change log.
 *
 * Numbers alone are not enough: a store restored from a backup uses the same numbers again for other changes, which a
 * reader with the old numbers would miss. So each writer makes a random mark when it takes the lease, for its part of the
 * log, and a reader sends the mark together with the number. The marks of the last thousand writers are kept: a reader
 * with an older one must start again.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export interface MarkStore {
  /** The store's last change; 0 before the first. */
  lastSeq(): Promise<number>
  /**
   * Names what there is of the news: another after each change, and another when a store that was put back from a copy has
   * come to the same number again. Cheap enough to be asked for at every request.
   */
  version(): Promise<string>
  /** Names the stretch of the change log that this change is in; the same number in another history has another mark. */
  markAt(seq: number): Promise<string>
}

export function changeMarks(database: SqliteDatabase) {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const markAt = database
    .prepare<[number], string>(
      // Uses the primary key.
      'SELECT mark FROM change_mark WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1',
    )
    .pluck()
  const version = database
    .prepare<[], string>(
      `SELECT seq || '-' || (SELECT mark FROM change_mark WHERE first_seq <= seq ORDER BY first_seq DESC LIMIT 1)
       FROM store`,
    )
    .pluck()
  return {
    version: () => version.get() ?? '',
    lastSeq: () => lastSeq.get() ?? 0,
    markAt: (seq: number) => markAt.get(seq) ?? '',
  }
}
