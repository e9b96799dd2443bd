/**
 * How far the change log goes, and whose a place in it is.
 *
 * Numbers alone would not do: a store put back from a backup gives numbers again that it gave before, to other changes, and
 * whoever had read the first ones would never hear of the second. So each writer's stretch of the log has a mark made at
 * random when it took the lease, and a reader that comes back names the mark along with the number. Marks of a thousand
 * stretches are kept: whoever comes back from before them must start again.
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
      // Along its primary key.
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
