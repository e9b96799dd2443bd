/** Counts of lists: by status, and by student over many days. */
import { ATTENDANCE_STATUSES, type AttendanceItem, type AttendanceStatus } from '../../contract/attendance.ts'
import type { AttendanceDay } from './range.ts'

/** Number of records of each status, and of students without a record. */
export type AttendanceSums = Record<AttendanceStatus | 'noRecord', number>

export interface AttendanceSummary extends AttendanceSums {
  /** Students on the list. */
  students: number
}

export interface StudentSummary {
  student: Omit<AttendanceItem, 'attendanceEntry'>
  /** Days by status. A day without a record counts only if other students of the group have one: a holiday does not count. */
  sums: AttendanceSums
}

/** Counts one list by status. */
export function summaryOf(list: readonly AttendanceItem[]): AttendanceSummary {
  const sums = noSums()
  for (const { attendanceEntry } of list) sums[attendanceEntry?.status ?? 'noRecord'] += 1
  return { students: list.length, ...sums }
}

/** Counts the days of a range for each student, in the order of their first list. Days without a list do not count. */
export function summaryByStudent(days: readonly AttendanceDay[]): StudentSummary[] {
  const summaries = new Map<number, StudentSummary>()
  for (const { list = [] } of days) {
    const isSchoolDay = hasRecords(list)
    for (const { attendanceEntry, ...student } of list) {
      const summary = summaries.get(student._id) ?? { student, sums: noSums() }
      summaries.set(student._id, summary)
      if (isSchoolDay) summary.sums[attendanceEntry?.status ?? 'noRecord'] += 1
    }
  }
  return [...summaries.values()]
}

/** Whether any student on the list has a record. */
export function hasRecords(list: readonly AttendanceItem[]): boolean {
  return list.some(({ attendanceEntry }) => attendanceEntry !== undefined)
}

function noSums(): AttendanceSums {
  const statuses = [...ATTENDANCE_STATUSES, 'noRecord'] as const
  return Object.fromEntries(statuses.map(status => [status, 0])) as AttendanceSums
}
