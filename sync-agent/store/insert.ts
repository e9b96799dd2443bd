/**
 * Inserts many rows of one shape. Building such a statement takes as long as running it, so it is built once; PostgreSQL
 * also reads it only once for each connection.
 */
import type { CompiledQuery } from 'kysely'
import { inParts, ROWS } from './parts.ts'
import type { Queries } from './tables.ts'

type Value = string | number | null

/** Under which PostgreSQL keeps the statements of full size, by their text. */
export const STATEMENT_NAMES = new Map<string, string>()

/** @param build the statement; its only parameters are the rows' values, in the order of their properties */
export function insertion<Row extends { [Column in keyof Row]: Value }>(
  build: (db: Queries, rows: Row[]) => { compile(): CompiledQuery<unknown> },
): (db: Queries, rows: readonly Row[]) => Promise<void> {
  /** For parts of full size, in the engine's own spelling. */
  const built = new WeakMap<object, CompiledQuery<unknown>>()
  return async function insertAll(db, rows) {
    const { adapter } = db.getExecutor()
    for (const part of inParts(rows)) {
      const isFull = part.length === ROWS
      const query = (isFull && built.get(adapter)) || build(db, part).compile()
      if (isFull) {
        built.set(adapter, query)
        if (!STATEMENT_NAMES.has(query.sql))
          STATEMENT_NAMES.set(query.sql, `insertion_${STATEMENT_NAMES.size}`)
      }
      await db.executeQuery({ ...query, parameters: part.flatMap(row => Object.values<Value>(row)) })
    }
  }
}
