/** The register of a group on a day, as a teacher takes it: every student, what is recorded of each, who approved it. */
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../shared/clock.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus } from '../../shared/contract/attendance.ts'
import { isDay } from '../../shared/contract/day.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { recordOf } from '../../shared/record-of.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedAttendance } from '../seed.ts'
import { instant, type Names, user } from './faults.ts'
import { nextId } from './next-id.ts'
import { type Fault, refuse } from './refuse.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export interface RegisterEntry {
  entryId: number
  status: AttendanceStatus
  note: string
  /** ISO 8601 in UTC: when the status was entered. */
  entryDate: string
  approvedBy?: { userId: number; firstName: string; lastName: string }
  approvedAt?: string
}

export interface RegisterRow {
  userId: number
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  avatarPath: string | null
  /** Absent until something is recorded. */
  entry?: RegisterEntry
}

export interface Mark {
  status: AttendanceStatus
  note: string
}

export interface MonthRow extends Omit<RegisterRow, 'entry'> {
  /** By day of the month, as in `{ "1": { status: "Late", approved: true } }`. */
  days: Record<string, { status: AttendanceStatus; note: string; approved: boolean }>
  sums: Record<AttendanceStatus, number>
}

export interface DayRegister {
  /** The school's own today. */
  today(): string
  /** In the order of the group. */
  of(groupId: number, date: string): RegisterRow[]
  /** Undefined: nothing is recorded. */
  entry(userId: number, date: string): RegisterEntry | undefined
  /** `YYYY-MM`. */
  month(groupId: number, month: string): MonthRow[]
  /**
   * Records a student's day. A change of status or note removes the approval.
   *
   * @throws {DraftError} every fault at once; nothing was changed
   */
  record(userId: number, date: string, mark: Mark): Undoable<RegisterEntry>
  clear(userId: number, date: string): Undoable<boolean>
  /** Gives a status to those of a group who have none that day; says how many. */
  fill(groupId: number, date: string, status: AttendanceStatus): Undoable<number>
  /** Approves what is recorded and not approved yet, of some students or the whole group; says how many. */
  approve(question: ApproveQuestion & { approvedBy: number }): Undoable<number>
  takeApprovalBack(question: ApproveQuestion): Undoable<number>
}

export interface ApproveQuestion {
  groupId: number
  date: string
  /** Absent: the whole group. */
  students?: readonly number[] | undefined
}

interface Row extends Omit<RegisterRow, 'entry'> {
  entryId: number | null
  date: string
  status: AttendanceStatus
  note: string
  entryDate: string
  approvedAt: string | null
  approverId: number | null
  approverFirstName: string
  approverLastName: string
}

export interface RegisterParts {
  undo: UndoHistory
  clock: Clock
  zone: string
}

const OF_ENTRY = `entry.entry_id AS entryId, entry.date, entry.status, entry.note, entry.entry_date AS entryDate,
  entry.approved_at AS approvedAt, approver.user_id AS approverId, approver.first_name AS approverFirstName,
  approver.last_name AS approverLastName`

/** Of a group's students, those with an entry on a day. */
const ENTRIES_OF_GROUP = `date = ? AND user_id IN (
  SELECT user_id FROM group_student WHERE group_id = ? AND (? IS NULL OR user_id IN (SELECT value FROM json_each(?))))`

export function dayRegisterIn(database: SqliteDatabase, { undo, clock, zone }: RegisterParts): DayRegister {
  // Served by the primary key of group_student and the unique index of attendance_entry (user_id, date).
  const select = database.prepare<[string, string, number], Row>(`
    SELECT student.user_id AS userId, student.ref_no AS refNo, student.first_name AS firstName,
      student.last_name AS lastName, student.chinese_name AS chineseName, media.thumbnail_path AS avatarPath, ${OF_ENTRY}
    FROM group_student
    JOIN person AS student ON student.user_id = group_student.user_id
    LEFT JOIN media ON media.name = student.avatar
    LEFT JOIN attendance_entry AS entry ON entry.user_id = student.user_id AND entry.date BETWEEN ? AND ?
    LEFT JOIN person AS approver ON approver.user_id = entry.approved_by
    WHERE group_student.group_id = ?
    ORDER BY group_student.position, entry.date`)
  const selectOne = database.prepare<[number, string], Row>(`
    SELECT entry.user_id AS userId, ${OF_ENTRY}
    FROM attendance_entry AS entry LEFT JOIN person AS approver ON approver.user_id = entry.approved_by
    WHERE entry.user_id = ? AND entry.date = ?`)
  const roleOf = database.prepare<[number], string>('SELECT role FROM person WHERE user_id = ?').pluck()
  const insert = database.prepare(
    `INSERT INTO attendance_entry (entry_id, user_id, date, status, entry_date, note)
     VALUES (${nextId('attendance_entry')}, ?, ?, ?, ?, ?)`,
  )
  const update = database.prepare(`
    UPDATE attendance_entry SET status = ?, note = ?, entry_date = ?, approved_by = NULL, approved_at = NULL
    WHERE user_id = ? AND date = ?`)
  const remove = database.prepare('DELETE FROM attendance_entry WHERE user_id = ? AND date = ?')
  const approve = database.prepare(`
    UPDATE attendance_entry SET approved_by = ?, approved_at = ? WHERE approved_by IS NULL AND ${ENTRIES_OF_GROUP}`)
  const takeBack = database.prepare(`
    UPDATE attendance_entry SET approved_by = NULL, approved_at = NULL
    WHERE approved_by IS NOT NULL AND ${ENTRIES_OF_GROUP}`)

  const now = () => clock.now().toString({ smallestUnit: 'millisecond' })

  return {
    today: () => wallClockAt(clock.now(), zone).toPlainDate().toString(),
    of: (groupId, date) => select.all(date, date, groupId).map(rowOf),
    entry(userId, date) {
      const row = selectOne.get(userId, date)
      return row && entryOf(row)
    },
    month: (groupId, month) => monthOf(select.all(`${month}-01`, `${month}-31`, groupId)),
    record: (userId, date, mark) =>
      undo.keep(() => {
        refuse(recordFaults(userId, date, mark))
        const before = selectOne.get(userId, date)
        if (!before) insert.run(userId, date, mark.status, now(), mark.note)
        else if (before.status !== mark.status) update.run(mark.status, mark.note, now(), userId, date)
        else if (before.note !== mark.note) update.run(mark.status, mark.note, before.entryDate, userId, date)
        return entryOf(selectOne.get(userId, date) as Row)
      }),
    clear: (userId, date) => undo.keep(() => remove.run(userId, date).changes === 1),
    fill: (groupId, date, status) =>
      undo.keep(() => {
        refuse(dayFaults(date))
        const empty = select.all(date, date, groupId).filter(row => row.entryId === null)
        for (const { userId } of empty) insert.run(userId, date, status, now(), '')
        return empty.length
      }),
    approve: ({ approvedBy, ...question }) =>
      undo.keep(() => {
        refuse([...dayFaults(question.date), ...approverFaults(approvedBy)])
        return approve.run(approvedBy, now(), ...entriesOf(question)).changes
      }),
    takeApprovalBack: question =>
      undo.keep(() => {
        refuse(dayFaults(question.date))
        return takeBack.run(...entriesOf(question)).changes
      }),
  }

  function* recordFaults(userId: number, date: string, { note }: Mark): Generator<Fault> {
    const role = roleOf.get(userId)
    if (role !== 'Student')
      yield {
        path: '/userId',
        reason: role ? `${userId} is no student but ${role}` : `${userId} names no user`,
      }
    yield* dayFaults(date)
    yield* noteFaults(note)
  }

  function* approverFaults(approvedBy: number): Generator<Fault> {
    if (roleOf.get(approvedBy) !== 'Staff')
      yield { path: '/approvedBy', reason: `${approvedBy} names no member of staff` }
  }
}

/** What the schema of an entry cannot see. */
export function* attendanceFaults(record: SeedAttendance, names: Names): Generator<Fault> {
  const { userId, date, entryDate, note, approvedBy, approvedAt } = record
  yield* user('/userId', userId, names)
  yield* dayFaults(date)
  yield* instant('/entryDate', entryDate)
  yield* noteFaults(note)
  if (approvedBy !== undefined) yield* user('/approvedBy', approvedBy, names)
  if (approvedAt !== undefined) yield* instant('/approvedAt', approvedAt)
}

const LONGEST_NOTE = 1000

function* noteFaults(note: string): Generator<Fault> {
  if (note.length > LONGEST_NOTE)
    yield { path: '/note', reason: `must have at most ${LONGEST_NOTE} characters` }
}

function* dayFaults(date: string): Generator<Fault> {
  if (!isDay(date)) yield { path: '/date', reason: 'must be a day that exists (YYYY-MM-DD)' }
}

function entriesOf({ groupId, date, students }: ApproveQuestion) {
  const some = students === undefined ? null : JSON.stringify(students)
  return [date, groupId, some, some] as [string, number, string, string]
}

function rowOf(row: Row): RegisterRow {
  return { ...studentOf(row), ...(row.entryId !== null && { entry: entryOf(row) }) }
}

function entryOf(row: Row): RegisterEntry {
  return {
    entryId: row.entryId as number,
    status: row.status,
    note: row.note,
    entryDate: row.entryDate,
    ...(row.approverId !== null && {
      approvedBy: {
        userId: row.approverId,
        firstName: row.approverFirstName,
        lastName: row.approverLastName,
      },
    }),
    ...(row.approvedAt !== null && { approvedAt: row.approvedAt }),
  }
}

function monthOf(rows: readonly Row[]): MonthRow[] {
  const students = new Map<number, MonthRow>()
  for (const row of rows) {
    const none = recordOf(ATTENDANCE_STATUSES, () => 0)
    const student = students.get(row.userId) ?? { ...studentOf(row), days: {}, sums: none }
    students.set(row.userId, student)
    if (row.entryId === null) continue
    const { status, note } = row
    student.days[Number(row.date.slice(-2))] = { status, note, approved: row.approverId !== null }
    student.sums[status] += 1
  }
  return [...students.values()]
}

function studentOf({ userId, refNo, firstName, lastName, chineseName, avatarPath }: Row) {
  return { userId, refNo, firstName, lastName, chineseName, avatarPath }
}

/** Whether a text is `YYYY-MM` and such a month exists. */
export function isMonth(text: string): boolean {
  if (!/^\d{4}-\d{2}$/.test(text)) return false
  try {
    Temporal.PlainYearMonth.from(text)
    return true
  } catch {
    return false
  }
}

/** Entries as others have recorded them: one a student and day. */
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
    put: ({ userId, date, status, entryDate, note, approvedBy = null, approvedAt = null }) =>
      upsert.get(userId, date, status, entryDate, note, approvedBy, approvedAt) as number,
  }
}
