/** A connection as Kysely uses it: statements are prepared once, and errors that mean something to an operator get a name. */

import type { SqliteDatabase as KyselyDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'

/** Characters of SQL. A prepared statement takes about ten times as many bytes. */
const KEPT = { all: 100_000, each: 20_000 }

/** @param nameFault gives an error its name */
export function statementsOf(
  database: SqliteDatabase,
  nameFault: (error: unknown) => unknown,
): KyselyDatabase {
  const kept = new LRUCache<string, SqliteStatement>({
    maxSize: KEPT.all,
    maxEntrySize: KEPT.each,
    sizeCalculation: (_, text) => text.length,
  })
  const named = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw nameFault(error)
    }
  }
  const prepare = (text: string): SqliteStatement => {
    const statement = named(() => database.prepare<unknown[]>(text))
    return {
      reader: statement.reader,
      all: values => named(() => statement.all(values)),
      run: values => named(() => statement.run(values)),
      iterate: values => statement.iterate(values),
    }
  }
  return {
    prepare(text) {
      const known = kept.get(text)
      if (known) return known
      const statement = prepare(text)
      kept.set(text, statement)
      return statement
    },
    close() {
      kept.clear()
      database.close()
    },
  }
}
