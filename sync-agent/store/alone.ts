/** Rows that the database refuses for what is in them: each is found and left out, and the others are written. */
import { sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import { keyOf } from './quarantine-rows.ts'
import type { Queries } from './tables.ts'
import type { EntryContent, InvalidEntry } from './types.ts'

export interface Refused<Row> {
  row: Row
  reason: string
}

/**
 * Writes the rows in one go, or, when the database refuses one of them, each by itself. Inside a transaction.
 *
 * @returns those that are refused; any other error is thrown
 */
export async function writeOrRefuse<Row>(
  db: Queries,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<Refused<Row>[]> {
  await sql`SAVEPOINT some_rows`.execute(db)
  try {
    await write(rows)
    await sql`RELEASE SAVEPOINT some_rows`.execute(db)
    return []
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT some_rows`.execute(db)
    await sql`RELEASE SAVEPOINT some_rows`.execute(db)
    if (rows.length === 1) return rows.map(row => ({ row, reason: error.message }))
  }
  const refused: Refused<Row>[] = []
  for (const row of rows) refused.push(...(await writeOrRefuse(db, [row], write)))
  return refused
}

/** A rule that is broken, or a value that is too large: SQLite's codes, and SQLSTATE's classes of such errors. */
const REFUSAL = /^(SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)|22|23|54)/

const isRefusal = (error: Error) => REFUSAL.test(codeOf(error)) || REFUSAL.test(codeOf(error.cause))

/** For the quarantine. */
export const refusedEntry = ({
  row: { newsId, raw },
  reason,
}: Refused<Pick<EntryContent, 'newsId' | 'raw'>>): InvalidEntry => ({
  ...{ newsId, raw, path: '', key: keyOf(newsId) },
  reason: `the store does not take it: ${reason}`,
})
