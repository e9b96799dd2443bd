/**
 * Positions in the change log.
 *
 * Numbers alone are not enough: a store restored from a backup uses the same numbers again for other changes, which a
 * reader with the old numbers would miss. So each writer makes a random mark when it takes the lease, for its part of the
 * log, and a reader sends the mark together with the number. The marks of the last thousand writers are kept: a reader
 * with an older one must start again.
 */
import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Queries } from './tables.ts'

/**
 * Names what there is of the news: another after each change, and another when a store that was put back from a copy has
 * come to the same number again. Cheap enough to be asked for at every request.
 */
export async function newsVersion({ reading }: Engine): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT seq || '-' || (SELECT mark FROM change_mark WHERE first_seq <= seq ORDER BY first_seq DESC LIMIT 1)
      AS version
    FROM store`.execute(reading)
  return rows[0]?.version ?? ''
}

/** The store's last change; 0 before the first. */
export async function lastSeq(db: Queries): Promise<number> {
  const { seq } = await db.selectFrom('store').select('seq').executeTakeFirstOrThrow()
  return seq
}

/** Names the stretch of the change log that this change is in; the same number in another history has another mark. */
export async function markAt(db: Queries, seq: number): Promise<string> {
  const row = await db
    .selectFrom('change_mark')
    .select('mark')
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc') // its primary key
    .limit(1)
    .executeTakeFirst()
  return row?.mark ?? ''
}

/** Takes the next `seq` for a change. */
export async function nextSeq(db: Queries): Promise<number> {
  const { seq } = await db
    .updateTable('store')
    .set(eb => ({ seq: eb('seq', '+', 1) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}
