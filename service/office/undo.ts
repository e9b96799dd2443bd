/**
 * Undo: how a change is taken back, kept for a while under an identifier.
 *
 * Of a change of rows, the difference is put back: added rows are deleted, changed and deleted rows are again as they were, with
 * their identifiers. When somebody has changed one of them since, nothing is put back. Where websites or clients have to hear
 * of it, as of news that is back, taking back is a change of its own.
 *
 * Kept in memory: an undo is offered for seconds, and hashes of secrets or the records of a pupil should not be stored twice.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { RowChange, RowChanges } from './row-changes.ts'

export interface Undoable<Result> {
  result: Result
  /** Takes the change back: `undo(id)`. */
  undo: string
}

/** `unknown`: too old, or undone already. `changed`: somebody has changed the same records since. */
export type UndoAnswer = 'undone' | 'unknown' | 'changed'

/** The newest changes. */
const MOST_CHANGES = 100
/** Of all kept changes together. */
const MOST_ROWS = 200_000

interface Kept {
  rows: number
  /** False, and nothing done, when somebody has changed the same since. */
  takeBack(): boolean
}

export class UndoHistory {
  readonly #database: SqliteDatabase
  readonly #rows: RowChanges
  /** By identifier, the oldest first. */
  readonly #kept = new Map<string, Kept>()

  constructor(database: SqliteDatabase, rows: RowChanges) {
    this.#database = database
    this.#rows = rows
  }

  /**
   * Makes a change in one transaction; an error in it leaves nothing changed.
   *
   * @param check before it is taken back: what it throws goes to who takes it back, and it can be tried again
   */
  keep<Result>(change: () => Result, check: () => void = () => undefined): Undoable<Result> {
    const { result, changes } = this.#database.transaction(() => this.#rows.record(change)).immediate()
    const undo = this.#add(changes.length, () => {
      check()
      return this.#putBack(changes)
    })
    return { result, undo }
  }

  /** Keeps how a change is taken back. @returns its identifier */
  offer(takeBack: () => boolean): string {
    return this.#add(1, takeBack)
  }

  undo(id: string): UndoAnswer {
    const kept = this.#kept.get(id)
    if (!kept) return 'unknown'
    const isDone = kept.takeBack()
    this.#kept.delete(id)
    return isDone ? 'undone' : 'changed'
  }

  #putBack(changes: readonly RowChange[]): boolean {
    const putBack = this.#database.transaction(() => {
      if (!changes.every(change => isDeepStrictEqual(this.#rows.current(change), change.after))) return false
      this.#rows.putBack(changes)
      return true
    })
    try {
      return putBack.immediate()
    } catch (error) {
      // A row that was added since refers to one that would be deleted.
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false
      throw error
    }
  }

  #add(rows: number, takeBack: () => boolean): string {
    const undo = randomUUID()
    this.#kept.set(undo, { rows, takeBack })
    let all = [...this.#kept.values()].reduce((sum, kept) => sum + kept.rows, 0)
    for (const [id, kept] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MOST_CHANGES && all <= MOST_ROWS)) break
      this.#kept.delete(id)
      all -= kept.rows
    }
    return undo
  }
}
