/** The tables of a school's state, read from the database: a new table is part of it without being listed. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

/** What belongs to the running service and not to the school: it is neither exported nor replaced. */
const NOT_STATE = ['console_session', 'snapshot', 'news_tombstone']

/** What is not deleted with the state: see `office/next-id.ts`. */
export const HIGHEST_DELETED = 'highest_deleted'

export interface StateTable {
  name: string
  columns: StateColumn[]
}

export interface StateColumn {
  name: string
  type: 'INTEGER' | 'TEXT' | 'BLOB'
}

/** In the order in which they were added. */
export function stateTables(database: SqliteDatabase): StateTable[] {
  const names = database
    .prepare<[], string>("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid")
    .pluck()
    .all()
  const select = database.prepare<[string], StateColumn>(
    'SELECT name, type FROM pragma_table_info(?) ORDER BY cid',
  )
  return names
    .filter(name => !NOT_STATE.includes(name) && !name.startsWith('sqlite_'))
    .map(name => ({ name, columns: select.all(name) }))
}

/** How many rows each table has, by its name. */
export function countRows(database: SqliteDatabase): Record<string, number> {
  const counts = stateTables(database).map(({ name }) => [
    name,
    database
      .prepare<[], number>(`SELECT count(*) FROM ${quoted(name)}`)
      .pluck()
      .get() ?? 0,
  ])
  return Object.fromEntries(counts)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The files below the media folder that a state names, removed media included: a removal can be undone. */
export function mediaPaths(database: SqliteDatabase): string[] {
  return database
    .prepare<[], string>(`
      SELECT path FROM media UNION SELECT thumbnail_path FROM media UNION SELECT screen_path FROM media ORDER BY 1`)
    .pluck()
    .all()
}
