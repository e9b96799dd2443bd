/** Attendance as it is recorded: one entry a student and day. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { nextId } from '../records/next-id.ts'
import type { SeedAttendance } from '../seed.ts'

export interface AttendanceRepository {
  /** Records a student's day, or changes what was recorded; returns the entry's id. */
  put(record: SeedAttendance): number
}

export function attendanceRepository(database: SqliteDatabase): AttendanceRepository {
  const upsert = database
    .prepare<unknown[], number>(`
      INSERT INTO attendance_entry (entry_id, user_id, date, status, entry_date, note, approved_by, approved_at)
      VALUES (${nextId('attendance_entry')}, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (user_id, date) DO UPDATE SET status = excluded.status, entry_date = excluded.entry_date,
        note = excluded.note, approved_by = excluded.approved_by, approved_at = excluded.approved_at
      RETURNING entry_id`)
    .pluck()
  return {
    put({ userId, date, status, entryDate, note, approvedBy = null, approvedAt = null }) {
      return upsert.get(userId, date, status, entryDate, note, approvedBy, approvedAt) as number
    },
  }
}
