/**
 * Undo: what a change did to rows, kept for a while, so that the whole change can be taken back.
 *
 * A change names the rows that it is about to touch. They are read before and after it. Undo puts the difference back:
 * added rows are deleted, changed and deleted rows are again as they were, with their identifiers. When somebody has
 * changed one of them since, nothing is put back.
 *
 * Kept in memory: an undo is offered for seconds, and hashes of secrets or the records of a pupil should not be stored twice.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { KeyedRows, type Row } from './keyed-rows.ts'

/** Names rows that the change is about to touch, as in `touch('person', 'user_id = ?', 20)`. */
export type Touch = (table: string, where: string, ...values: (string | number | Buffer)[]) => void

export interface Undoable<Result> {
  result: Result
  /** Takes the change back: `undo(topic, id)`. */
  undo: string
}

/** `unknown`: too old, or undone already. `changed`: somebody has changed the same rows since. */
export type UndoAnswer = 'undone' | 'unknown' | 'changed'

/** The newest changes. */
const MOST_CHANGES = 100
/** Of all kept changes together. */
const MOST_ROWS = 200_000

interface RowChange {
  table: string
  before: Row | undefined
  after: Row | undefined
}

/** Rows that a change has named, as they were before it. */
interface Scope {
  table: string
  where: string
  values: unknown[]
  before: Map<string, Row>
}

export class UndoHistory {
  readonly #database: SqliteDatabase
  readonly #rows: KeyedRows
  readonly #changed: (topic: string) => void
  /** By identifier, the oldest first. */
  readonly #kept = new Map<string, { topic: string; changes: RowChange[] }>()

  /** @param changed called with the topic of each change of rows, made or taken back */
  constructor(database: SqliteDatabase, changed: (topic: string) => void) {
    this.#database = database
    this.#rows = new KeyedRows(database)
    this.#changed = changed
  }

  /**
   * Makes a change in one transaction; an error in it leaves nothing changed.
   *
   * @param topic what is changed, as in `attendance`: a change can only be undone with its own topic
   */
  keep<Result>(topic: string, change: (touch: Touch) => Result): Undoable<Result> {
    const make = this.#database.transaction(() => {
      const scopes: Scope[] = []
      const result = change((table, where, ...values) => {
        scopes.push({ table, where, values, before: this.#rows.select(table, where, values) })
      })
      return { result, changes: this.#changesOf(scopes) }
    })
    const { result, changes } = make.immediate()
    const undo = randomUUID()
    this.#kept.set(undo, { topic, changes })
    this.#dropOldest()
    if (changes.length > 0) this.#changed(topic)
    return { result, undo }
  }

  undo(topic: string, id: string): UndoAnswer {
    const kept = this.#kept.get(id)
    if (kept?.topic !== topic) return 'unknown'
    this.#kept.delete(id)
    const takeBack = this.#database.transaction(() => this.#takeBack(kept.changes))
    try {
      if (!takeBack.immediate()) return 'changed'
    } catch (error) {
      // A row that was added since refers to one that would be deleted.
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT'))
        return 'changed'
      throw error
    }
    this.#changed(topic)
    return 'undone'
  }

  /** False, and nothing done, when a row is not as the change left it. */
  #takeBack(changes: readonly RowChange[]): boolean {
    const isAsLeft = ({ table, before, after }: RowChange) =>
      isDeepStrictEqual(this.#rows.current(table, after ?? before ?? {}), after)
    if (!changes.every(isAsLeft)) return false
    // Rows refer to one another in both directions, so they are checked when all are back.
    this.#database.pragma('defer_foreign_keys = ON')
    for (const { table, after } of changes) if (after) this.#rows.delete(table, after)
    for (const { table, before } of changes) if (before) this.#rows.insert(table, before)
    return true
  }

  /** What differs, each row once even when it is in two scopes. */
  #changesOf(scopes: readonly Scope[]): RowChange[] {
    const changes = new Map<string, RowChange>()
    for (const { table, where, values, before } of scopes) {
      const after = this.#rows.select(table, where, values)
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        const change = { table, before: before.get(key), after: after.get(key) }
        if (!isDeepStrictEqual(change.before, change.after)) changes.set(`${table} ${key}`, change)
      }
    }
    return [...changes.values()]
  }

  #dropOldest(): void {
    let rows = [...this.#kept.values()].reduce((sum, { changes }) => sum + changes.length, 0)
    for (const [id, { changes }] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MOST_CHANGES && rows <= MOST_ROWS)) return
      this.#kept.delete(id)
      rows -= changes.length
    }
  }
}
