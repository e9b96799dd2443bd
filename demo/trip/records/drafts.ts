/** What a guardian has typed and the school does not have. It waits for the same guardian, and no longer than a day. */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import type { SchoolTime } from './school-time.ts'

export interface Draft {
  guardianRef: string
  tripId: string
  studentRef: string
  note: string
}

export interface Drafts {
  /** In place of an earlier one; nothing typed keeps nothing. */
  keep(draft: Draft): void
  of(guardianRef: string): Draft[]
  drop(draft: Omit<Draft, 'note'>): void
}

const DAY_MS = 86_400_000

export function createDrafts(database: SqliteDatabase, time: SchoolTime): Drafts {
  // A trip or student that is gone takes no draft; a form may be that old.
  const keep = database.prepare(`
    INSERT INTO draft
    SELECT ?, trip_id, ref_no, ?, ? FROM trip, student WHERE trip_id = ? AND ref_no = ?
    ON CONFLICT DO UPDATE SET note = excluded.note, kept_at = excluded.kept_at`)
  const read = database.prepare<[string], Draft>(`
    SELECT guardian_ref AS guardianRef, trip_id AS tripId, student_ref AS studentRef, note
    FROM draft WHERE guardian_ref = ?`)
  const drop = database.prepare(
    'DELETE FROM draft WHERE guardian_ref = ? AND trip_id = ? AND student_ref = ?',
  )
  const forget = database.prepare('DELETE FROM draft WHERE kept_at <= ?')
  const forgetOld = () => forget.run(time.epochMilliseconds() - DAY_MS)
  forgetOld()
  return {
    keep({ guardianRef, tripId, studentRef, note }) {
      if (note === '') drop.run(guardianRef, tripId, studentRef)
      else keep.run(guardianRef, note, time.epochMilliseconds(), tripId, studentRef)
    },
    of(guardianRef) {
      forgetOld()
      return read.all(guardianRef)
    },
    drop: ({ guardianRef, tripId, studentRef }) => void drop.run(guardianRef, tripId, studentRef),
  }
}
