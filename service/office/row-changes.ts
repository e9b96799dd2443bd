/**
 * What happens to the rows of a school's state, noted by triggers: no code that writes has to say so, and none can forget to.
 *
 * Open consoles are told the topic of each change, and an undo puts rows back (undo.ts). The triggers are temporary:
 * they belong to this connection and are no part of the schema.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export type Row = Record<string, unknown>

/** The same row before and after: undefined where it is not there. */
export interface RowChange {
  table: string
  before: Row | undefined
  after: Row | undefined
}

/** What a change of a table is a change of, for those who show it. */
const TOPICS: Readonly<Record<string, string>> = {
  school: 'app-settings',
  media: 'media',
  unit: 'structures',
  year: 'structures',
  student_group: 'structures',
  group_student: 'structures',
  person: 'people',
  guardian_child: 'people',
  attendance_entry: 'attendance',
  access_key: 'access-keys',
  session: 'sessions',
  popup: 'popups',
  popup_site: 'popups',
  news: 'news',
  news_site: 'news',
  news_draft_site: 'news',
  news_attachment: 'news',
  snapshot: 'state',
}

/** Written by each call that a key lets in: no change that somebody made. */
const NOT_NOTED = ['last_used_at']

interface Columns {
  all: string[]
  /** The primary key. */
  key: string[]
}

export class RowChanges {
  readonly #database: SqliteDatabase
  readonly #changed: (topic: string) => void
  readonly #columns = new Map<string, Columns>()
  #recorded: RowChange[] | undefined

  /** @param changed called with the topic of each changed row, while its transaction is under way */
  constructor(database: SqliteDatabase, changed: (topic: string) => void) {
    this.#database = database
    this.#changed = changed
    database.function('note_row', { varargs: true }, (table, ...values) => this.#note(table, values))
    for (const table of Object.keys(TOPICS)) this.#columns.set(table, columnsOf(database, table))
    this.#install()
  }

  /** Within a transaction. @returns what the work does to rows: each row once, if it is another in the end */
  record<Result>(work: () => Result): { result: Result; changes: RowChange[] } {
    const recorded: RowChange[] = []
    this.#recorded = recorded
    try {
      return { result: work(), changes: this.#merged(recorded) }
    } finally {
      this.#recorded = undefined
    }
  }

  /** For work on all rows, of which its caller tells. */
  unnoted(work: () => void): void {
    for (const name of this.#triggers().keys()) this.#database.exec(`DROP TRIGGER temp.${name}`)
    try {
      work()
    } finally {
      this.#install()
    }
  }

  /** Whether the row with the same key is still as the change left it. */
  isAsLeft(change: RowChange): boolean {
    return isDeepStrictEqual(notedOf(this.#current(change)), notedOf(change.after))
  }

  /** Within a transaction: rows are again as they were before, but for columns that are not noted. */
  putBack(changes: readonly RowChange[]): void {
    // Rows refer to one another in both directions, so they are checked when all are back.
    this.#database.pragma('defer_foreign_keys = ON')
    const rows = changes.flatMap(change => {
      const { table, before } = change
      return before ? { table, row: { ...before, ...notNotedOf(this.#current(change)) } } : []
    })
    for (const { table, after } of changes)
      if (after) this.#database.prepare(`DELETE FROM ${this.#where(table)}`).run(this.#keyOf(table, after))
    for (const { table, row } of rows) {
      const places = Object.keys(row).map(column => `:${column}`)
      this.#database.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`).run(row)
    }
  }

  /** Names the row of a change: the same row has the same name in each change of it. */
  nameOf({ table, before, after }: RowChange): string {
    return JSON.stringify([table, this.#keyOf(table, before ?? after ?? {})])
  }

  #current({ table, before, after }: RowChange): Row | undefined {
    return this.#database
      .prepare<unknown[], Row>(`SELECT * FROM ${this.#where(table)}`)
      .get(this.#keyOf(table, after ?? before ?? {}))
  }

  #install(): void {
    for (const sql of this.#triggers().values()) this.#database.exec(sql)
  }

  #triggers(): Map<string, string> {
    const triggers = new Map<string, string>()
    for (const [table, { all }] of this.#columns) {
      const [old, now] = ['OLD', 'NEW'].map(row => all.map(column => `${row}.${column}`).join(', '))
      const none = all.map(() => 'NULL').join(', ')
      const noted = all.filter(column => !NOT_NOTED.includes(column))
      for (const [name, when, values] of [
        ['inserted', 'INSERT', `${none}, ${now}`],
        ['updated', `UPDATE OF ${noted}`, `${old}, ${now}`],
        ['deleted', 'DELETE', `${old}, ${none}`],
      ])
        triggers.set(
          `${table}_${name}_noted`,
          `CREATE TEMP TRIGGER ${table}_${name}_noted AFTER ${when} ON main.${table} BEGIN
             SELECT note_row('${table}', ${values}); END`,
        )
    }
    return triggers
  }

  #note(table: string, values: unknown[]): null {
    this.#changed(TOPICS[table] as string)
    if (!this.#recorded) return null
    const { all, key } = this.#columns.get(table) as Columns
    const rowOf = (from: number): Row =>
      Object.fromEntries(all.map((column, at) => [column, values[from + at]]))
    const [old, now] = [rowOf(0), rowOf(all.length)]
    // No column of a primary key is null.
    const isRow = (row: Row) => row[key[0] as string] !== null
    this.#recorded.push({ table, before: isRow(old) ? old : undefined, after: isRow(now) ? now : undefined })
    return null
  }

  /** No key is ever updated. */
  #merged(recorded: readonly RowChange[]): RowChange[] {
    const rows = new Map<string, RowChange>()
    for (const change of recorded) {
      const name = this.nameOf(change)
      const first = rows.get(name) ?? change
      rows.set(name, { ...change, before: first.before })
    }
    return [...rows.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after))
  }

  #where(table: string): string {
    const { key } = this.#columns.get(table) as Columns
    return `${table} WHERE ${key.map(column => `${column} = ?`).join(' AND ')}`
  }

  #keyOf(table: string, row: Row): unknown[] {
    const { key } = this.#columns.get(table) as Columns
    return key.map(column => row[column])
  }
}

const notedOf = (row: Row | undefined) =>
  row && Object.fromEntries(Object.entries(row).filter(([column]) => !NOT_NOTED.includes(column)))

const notNotedOf = (row: Row = {}) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => NOT_NOTED.includes(column)))

function columnsOf(database: SqliteDatabase, table: string): Columns {
  const rows = database
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(table)
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  return { all: rows.map(({ name }) => name), key: key.map(({ name }) => name) }
}
