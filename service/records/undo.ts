/**
 * Undo: what a change did to the rows it touched, kept for a while, so that it can be taken back whole.
 *
 * A change names the rows that it is about to touch. They are read before and after it, and the difference is what undo
 * puts back: rows added go, rows changed and deleted stand again as they were, identifiers and all. When somebody has
 * changed one of them since, nothing is put back.
 *
 * Kept in memory: an undo is offered for seconds, and secrets' hashes or a pupil's records should not be stored twice.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

/** Names rows that the change is about to touch, as in `touch('person', 'user_id = ?', 20)`. */
export type Touch = (table: string, where: string, ...values: (string | number | Buffer)[]) => void

export interface Undoable<Result> {
  result: Result
  /** Takes the change back: `undo(topic, id)`. */
  undo: string
}

/** `unknown`: too old or undone already. `changed`: it would take back what somebody did since. */
export type UndoAnswer = 'undone' | 'unknown' | 'changed'

export interface UndoShelf {
  /**
   * Makes a change in one transaction; an error in it leaves nothing changed.
   *
   * @param topic what is changed, as in `attendance`: one topic's undo does not take back another's
   */
  keep<Result>(topic: string, change: (touch: Touch) => Result): Undoable<Result>
  undo(topic: string, id: string): UndoAnswer
}

/** Changes that can be taken back: the newest ones. */
const KEPT_STEPS = 100
/** Of all kept changes together; an import of a whole school counts. */
const KEPT_ROWS = 200_000

type Row = Record<string, unknown>
interface RowChange {
  table: string
  key: string
  before: Row | undefined
  after: Row | undefined
}
interface Scope {
  table: string
  where: string
  values: unknown[]
  before: Map<string, Row>
}

/** @param changed told the topic of each change of rows, made or taken back */
export function undoShelf(database: SqliteDatabase, changed: (topic: string) => void): UndoShelf {
  const steps = new Map<string, { topic: string; changes: RowChange[] }>()
  const keyColumns = new Map<string, string[]>()
  const statements = new Map<string, Database.Statement<unknown[], Row>>()

  const takeBack = database.transaction((changes: RowChange[]): boolean => {
    if (!changes.every(change => isDeepStrictEqual(rowNow(change), change.after))) return false
    // Rows refer to one another in both directions; they are whole again only when all stand.
    database.pragma('defer_foreign_keys = ON')
    for (const { table, after } of changes)
      if (after) prepared(`DELETE FROM ${table} WHERE ${matching(table)}`).run(keyValues(table, after))
    for (const { table, before } of changes) if (before) insert(table, before)
    return true
  })

  return {
    keep(topic, change) {
      const make = database.transaction(() => {
        const scopes: Scope[] = []
        const result = change((table, where, ...values) => {
          scopes.push({ table, where, values, before: rowsOf(table, where, values) })
        })
        return { result, changes: changesOf(scopes) }
      })
      const { result, changes } = make.immediate()
      const undo = randomUUID()
      steps.set(undo, { topic, changes })
      dropOldest()
      if (changes.length > 0) changed(topic)
      return { result, undo }
    },
    undo(topic, id) {
      const step = steps.get(id)
      if (step?.topic !== topic) return 'unknown'
      steps.delete(id)
      try {
        if (!takeBack.immediate(step.changes)) return 'changed'
      } catch (error) {
        // What was added since hangs on a row that would go.
        if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT'))
          return 'changed'
        throw error
      }
      changed(topic)
      return 'undone'
    },
  }

  function rowNow({ table, before, after }: RowChange): Row | undefined {
    const select = prepared(`SELECT * FROM ${table} WHERE ${matching(table)}`)
    return select.get(keyValues(table, after ?? before ?? {}))
  }

  function insert(table: string, row: Row): void {
    const places = Object.keys(row).map(() => '?')
    const columns = Object.keys(row).join(', ')
    prepared(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(Object.values(row))
  }

  function rowsOf(table: string, where: string, values: unknown[]): Map<string, Row> {
    const columns = keysOf(table)
    const rows = prepared(`SELECT * FROM ${table} WHERE ${where}`).all(...values)
    return new Map(rows.map(row => [keyOf(columns, row), row]))
  }

  function matching(table: string): string {
    return keysOf(table)
      .map(column => `${column} = ?`)
      .join(' AND ')
  }

  function keyValues(table: string, row: Row): unknown[] {
    return keysOf(table).map(column => row[column])
  }

  function prepared(sql: string): Database.Statement<unknown[], Row> {
    let statement = statements.get(sql)
    statement ??= database.prepare<unknown[], Row>(sql)
    statements.set(sql, statement)
    return statement
  }

  function keysOf(table: string): string[] {
    let columns = keyColumns.get(table)
    columns ??= database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table)
    keyColumns.set(table, columns)
    return columns
  }

  /** What differs, each row once even when two scopes hold it. */
  function changesOf(scopes: Scope[]): RowChange[] {
    const changes = new Map<string, RowChange>()
    for (const { table, where, values, before } of scopes) {
      const after = rowsOf(table, where, values)
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        const [was, is] = [before.get(key), after.get(key)]
        if (!isDeepStrictEqual(was, is))
          changes.set(`${table} ${key}`, { table, key, before: was, after: is })
      }
    }
    return [...changes.values()]
  }

  function dropOldest(): void {
    let rows = [...steps.values()].reduce((sum, { changes }) => sum + changes.length, 0)
    for (const [id, { changes }] of steps) {
      if (steps.size <= 1 || (steps.size <= KEPT_STEPS && rows <= KEPT_ROWS)) return
      steps.delete(id)
      rows -= changes.length
    }
  }
}

function keyOf(columns: readonly string[], row: Row): string {
  return JSON.stringify(columns.map(column => row[column]))
}
