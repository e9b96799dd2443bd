/** Drafts: text of a guardian that was not sent. Kept for the same guardian for one day. */
import { createHash } from 'node:crypto'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import type { SchoolTime } from './school-time.ts'

export interface Draft {
  guardianRef: string
  tripId: string
  studentRef: string
  note: string
}

export interface Drafts {
  /**
   * Replaces the draft that the form had shown; empty text removes it. If there is another draft, from another tab or the
   * other parent's phone, it stays and the new text is added to it.
   *
   * @param shown {@link draftMark} of the note with which the form began
   */
  keep(draft: Draft, shown: string): void
  of(guardianRef: string): Draft[]
  /** Removes the draft after its text was sent; a draft that differs from the shown one stays. */
  drop(draft: Draft, shown: string): void
}

/** Identifies a note's text; empty for no text. */
export const draftMark = (note: string): string =>
  note === '' ? '' : createHash('sha256').update(note).digest('base64url').slice(0, 22)

const DAY_MS = 86_400_000
/** In characters. */
const MOST = 32_000

export function createDrafts(database: SqliteDatabase, time: SchoolTime): Drafts {
  // The trip or student of an old form may no longer exist.
  const keep = database.prepare(`
    INSERT INTO draft
    SELECT ?, trip_id, ref_no, ?, ? FROM trip, student WHERE trip_id = ? AND ref_no = ?
    ON CONFLICT DO UPDATE SET note = excluded.note, kept_at = excluded.kept_at`)
  const read = database.prepare<[string], Draft>(`
    SELECT guardian_ref AS guardianRef, trip_id AS tripId, student_ref AS studentRef, note
    FROM draft WHERE guardian_ref = ?`)
  const one = database
    .prepare<[string, string, string], string>(
      'SELECT note FROM draft WHERE guardian_ref = ? AND trip_id = ? AND student_ref = ?',
    )
    .pluck()
  const drop = database.prepare(
    'DELETE FROM draft WHERE guardian_ref = ? AND trip_id = ? AND student_ref = ?',
  )
  const forget = database.prepare('DELETE FROM draft WHERE kept_at <= ?')
  const forgetOld = () => forget.run(time.epochMilliseconds() - DAY_MS)
  forgetOld()
  const others = ({ guardianRef, tripId, studentRef, note }: Draft, shown: string) => {
    const standing = one.get(guardianRef, tripId, studentRef) ?? ''
    return draftMark(standing) === shown || note.includes(standing) ? '' : standing
  }
  return {
    keep(draft, shown) {
      const { guardianRef, tripId, studentRef, note } = draft
      const standing = others(draft, shown)
      const isThere = standing.includes(note) || standing.length + note.length > MOST
      const whole = standing === '' ? note : isThere ? standing : `${standing}\n\n${note}`
      if (whole === '') drop.run(guardianRef, tripId, studentRef)
      else keep.run(guardianRef, whole, time.epochMilliseconds(), tripId, studentRef)
    },
    of(guardianRef) {
      forgetOld()
      return read.all(guardianRef)
    },
    drop(draft, shown) {
      if (others(draft, shown) === '') drop.run(draft.guardianRef, draft.tripId, draft.studentRef)
    },
  }
}
