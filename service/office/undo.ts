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
import Database, { type Statement } from 'better-sqlite3'
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

/** How often a rule is broken that every change of the office is checked by, and that no constraint of the tables says. */
const BROKEN_RULES = `
  SELECT (SELECT count(*) FROM group_student JOIN person USING (user_id) WHERE role <> 'Student')
    + (SELECT count(*) FROM guardian_child JOIN person ON user_id = child WHERE role <> 'Student')
    + (SELECT count(*) FROM guardian_child JOIN person ON user_id = guardian WHERE role <> 'Guardian')
    + (SELECT count(*) FROM attendance_entry JOIN person USING (user_id) WHERE role <> 'Student')
    + (SELECT count(*) FROM attendance_entry JOIN person ON person.user_id = approved_by WHERE role <> 'Staff')
    + (SELECT count(*) - count(DISTINCT ref_no) FROM person WHERE ref_no <> '')
    + (SELECT count(*) FROM person JOIN media ON name = avatar WHERE removed_at IS NOT NULL)`

class RuleBroken extends Error {}

interface Kept {
  /** Names of the rows that were changed; empty for what is no change of rows. */
  rows: ReadonlySet<string>
  /** False, and nothing done, when somebody has changed the same since. */
  takeBack(): boolean
}

export class UndoHistory {
  readonly #database: SqliteDatabase
  readonly #rows: RowChanges
  readonly #broken: Statement<[], number>
  /** By identifier, the oldest first. */
  readonly #kept = new Map<string, Kept>()
  /** Identifier of all changes that changed nothing: kept, they would push out what did. */
  readonly ofNothing = randomUUID()

  constructor(database: SqliteDatabase, rows: RowChanges) {
    this.#database = database
    this.#rows = rows
    this.#broken = database.prepare<[], number>(BROKEN_RULES).pluck()
  }

  /**
   * Makes a change in one transaction; an error in it leaves nothing changed.
   *
   * @param check before it is taken back: what it throws goes to who takes it back, and it can be tried again
   * @param takeBack what is done in place of putting the rows back; false: nothing was done
   */
  keep<Result>(
    change: () => Result,
    { check, takeBack }: { check?: () => void; takeBack?: () => boolean } = {},
  ): Undoable<Result> {
    const { result, changes } = this.#database.transaction(() => this.#rows.record(change)).immediate()
    if (changes.length === 0) return { result, undo: this.ofNothing }
    const rows = new Set(changes.map(row => this.#rows.nameOf(row)))
    const putBack = () => {
      this.#rows.putBack(changes)
      return true
    }
    const undo = this.#add(rows, () => {
      check?.()
      return !this.#isChangedAfter(undo, rows) && this.#takeBack(changes, takeBack ?? putBack)
    })
    return { result, undo }
  }

  /**
   * Keeps how a change is taken back.
   *
   * @param now what was changed, as it is now: when it is not as the change left it, nothing is taken back
   * @returns its identifier
   */
  offer(takeBack: () => boolean, now: () => unknown = () => undefined): string {
    const left = now()
    return this.#add(new Set(), () => isDeepStrictEqual(now(), left) && takeBack())
  }

  /** What was kept is of another state of the school. */
  forget(): void {
    this.#kept.clear()
  }

  undo(id: string): UndoAnswer {
    if (id === this.ofNothing) return 'undone'
    const kept = this.#kept.get(id)
    if (!kept) return 'unknown'
    if (!kept.takeBack()) return 'changed'
    this.#kept.delete(id)
    return 'undone'
  }

  /** A later change of the same rows may have left them alike: a record that came back and was deleted again. */
  #isChangedAfter(id: string, rows: ReadonlySet<string>): boolean {
    const ids = [...this.#kept.keys()]
    const later = ids.slice(ids.indexOf(id) + 1).map(other => this.#kept.get(other)?.rows)
    return later.some(others => others && !rows.isDisjointFrom(others))
  }

  #takeBack(changes: readonly RowChange[], takeBack: () => boolean): boolean {
    const takeBackAtOnce = this.#database.transaction(() => {
      if (!changes.every(change => this.#rows.isAsLeft(change))) return false
      const broken = this.#broken.get() ?? 0
      if (!takeBack()) return false
      // Somebody may have built on the change: a reference number was given again, a pupil became staff.
      if ((this.#broken.get() ?? 0) > broken) throw new RuleBroken()
      return true
    })
    try {
      return takeBackAtOnce.immediate()
    } catch (error) {
      // A row that was added since refers to one that would be deleted.
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false
      if (error instanceof RuleBroken) return false
      throw error
    }
  }

  #add(rows: ReadonlySet<string>, takeBack: () => boolean): string {
    const undo = randomUUID()
    this.#kept.set(undo, { rows, takeBack })
    let all = [...this.#kept.values()].reduce((sum, kept) => sum + kept.rows.size, 0)
    for (const [id, kept] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MOST_CHANGES && all <= MOST_ROWS)) break
      this.#kept.delete(id)
      all -= kept.rows.size
    }
    return undo
  }
}
