/** Formats lists: as a table for people, as CSV for spreadsheets, as JSON for programs. */

import {
  type AttendanceDay,
  type AttendanceSums,
  hasRecords,
  type StudentSummary,
  summaryByStudent,
  summaryOf,
} from '../../shared/client/attendance/index.ts'
import {
  ATTENDANCE_STATUSES,
  type AttendanceItem,
  type AttendanceList,
} from '../../shared/contract/attendance.ts'
import { counted } from '../../shared/text/counted.ts'
import { BOM, type CsvCell, csvOf } from '../../shared/text/csv.ts'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import { inZone } from '../zone.ts'

export const FORMATS = ['table', 'csv', 'json'] as const

export interface FormatFlags {
  format: (typeof FORMATS)[number]
  bom?: boolean
  summary?: boolean
  zone: string
}

/** One day. JSON: the list as received. */
export function listText(date: string, list: AttendanceList, flags: FormatFlags): string {
  const { format, summary } = flags
  if (format === 'json') return `${formatJson(summary ? summaryOf(list) : list)}\n`
  if (format === 'csv') {
    const rows = summary ? countRows(list).map(row => [date, ...row]) : list.map(item => csvRow(date, item))
    return csv([summary ? ['date', 'status', 'students'] : CSV_COLUMNS, ...rows], flags)
  }
  if (summary) return `${formatTable(['Status', 'Students'], textRows(countRows(list)))}\n`
  return `${formatTable(
    COLUMNS,
    list.map(item => tableRow(item, flags.zone)),
  )}\n\n${countLine(list)}\n`
}

/** A range. JSON: lists and errors by date. */
export function daysText(days: readonly AttendanceDay[], flags: FormatFlags): string {
  const { format, summary, zone } = flags
  const had = days.flatMap(({ date, list }) => (list ? [{ date, list }] : []))
  if (summary) return studentsText(summaryByStudent(days), days, flags)
  if (format === 'json')
    return `${formatJson({ days: Object.fromEntries(had.map(({ date, list }) => [date, list])), failed: failuresOf(days) })}\n`
  if (format === 'csv')
    return csv([CSV_COLUMNS, ...had.flatMap(({ date, list }) => list.map(item => csvRow(date, item)))], flags)
  const shown = had.filter(({ list }) => hasRecords(list))
  const rows = shown.flatMap(({ date, list }) => list.map(item => [date, ...tableRow(item, zone)]))
  return `${formatTable(['Date', ...COLUMNS], rows)}\n\n${rangeLine(days, shown.length)}\n`
}

function studentsText(
  students: readonly StudentSummary[],
  days: readonly AttendanceDay[],
  flags: FormatFlags,
): string {
  if (flags.format === 'json')
    return `${formatJson({ students: students.map(({ student, sums }) => ({ ...student, ...sums })), failed: failuresOf(days) })}\n`
  const counts = (sums: AttendanceSums) => COUNTED.map(([name]) => sums[name])
  if (flags.format === 'csv') {
    const rows = students.map(({ student: { _id, refNo, lastName, firstName }, sums }) => [
      ...[_id, refNo, lastName, firstName, ...counts(sums)],
    ])
    return csv(
      [['userId', 'refNo', 'lastName', 'firstName', ...COUNTED.map(([name]) => name)], ...rows],
      flags,
    )
  }
  const rows = students.map(({ student, sums }) => [
    student.refNo,
    nameOf(student),
    ...counts(sums).map(String),
  ])
  const withRecords = days.filter(({ list }) => list && hasRecords(list)).length
  return `${formatTable(['Ref. no.', 'Name', ...COUNTED.map(([, title]) => title)], rows)}\n\n${rangeLine(days, withRecords)}\n`
}

const COLUMNS = ['Ref. no.', 'Name', 'Status', 'Recorded', 'Approved by', 'Note']

function tableRow({ attendanceEntry: entry, ...student }: AttendanceItem, zone: string): string[] {
  if (!entry) return [student.refNo, nameOf(student), NO_RECORD, '', '', '']
  const { status, entryDate, approvedBy, note = '' } = entry
  return [
    student.refNo,
    nameOf(student),
    status,
    inZone(entryDate, zone),
    approvedBy ? nameOf(approvedBy) : '',
    note,
  ]
}

/** The interface's names, except for `_id`. */
const CSV_COLUMNS = [
  ...['date', 'userId', 'refNo', 'lastName', 'firstName'],
  ...['status', 'note', 'entryDate', 'approvedBy', 'approvedAt'],
]

function csvRow(
  date: string,
  { _id, refNo, lastName, firstName, attendanceEntry: entry }: AttendanceItem,
): CsvCell[] {
  const { status = '', note = '', entryDate = '', approvedBy, approvedAt = '' } = entry ?? {}
  const approver = approvedBy ? nameOf(approvedBy) : ''
  return [date, _id, refNo, lastName, firstName, status, note, entryDate, approver, approvedAt]
}

const csv = (rows: readonly (readonly CsvCell[])[], { bom }: FormatFlags) => (bom ? BOM : '') + csvOf(rows)

export const NO_RECORD = 'no record'
const COUNTED = [
  ...ATTENDANCE_STATUSES.map(status => [status, status] as const),
  ['noRecord', 'No record'] as const,
]

function countRows(list: AttendanceList): CsvCell[][] {
  const sums = summaryOf(list)
  return COUNTED.map(([name, title]) => [title, sums[name]])
}

/** As in `12 students: 9 Present, 1 Late, 2 no record`. */
export function countLine(list: AttendanceList): string {
  const sums = summaryOf(list)
  const counts = COUNTED.filter(([name]) => sums[name] > 0).map(
    ([name, title]) => `${sums[name]} ${name === 'noRecord' ? NO_RECORD : title}`,
  )
  const students = counted(list.length, 'student')
  return counts.length === 0 ? students : `${students}: ${counts.join(', ')}`
}

function rangeLine(days: readonly AttendanceDay[], withRecords: number): string {
  const failed = days.filter(({ error }) => error).length
  const without = days.length - withRecords - failed
  const parts = [
    `${counted(days.length, 'day')}: ${withRecords} with records`,
    `${without} without any (not shown)`,
  ]
  return [...parts, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
}

function failuresOf(days: readonly AttendanceDay[]): Record<string, { code: string; message: string }> {
  return Object.fromEntries(
    days.flatMap(({ date, error }) => (error ? [[date, { code: error.code, message: error.message }]] : [])),
  )
}

export const nameOf = ({ lastName, firstName }: { lastName: string; firstName: string }) =>
  [lastName, firstName].filter(Boolean).join(', ')

const textRows = (rows: readonly (readonly CsvCell[])[]) => rows.map(row => row.map(String))

/** One line for each failure; days with the same message, apart from their URL, share a line. */
export function failedDays(days: readonly AttendanceDay[]): string[] {
  const alike = new Map<string, { message: string; dates: string[] }>()
  for (const { date, error } of days) {
    if (!error) continue
    const { address, message } = error
    const known = alike.get(message.slice(address.length))
    if (known) known.dates.push(date)
    else alike.set(message.slice(address.length), { message, dates: [date] })
  }
  return [...alike.values()].map(({ message, dates: [first, ...others] }) =>
    plainLine(
      others.length === 0
        ? `${first}: ${message}`
        : `${first} and ${counted(others.length, 'more day')}: ${message}`,
    ),
  )
}
