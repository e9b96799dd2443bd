/** Formats lists: as a table for people, as CSV for spreadsheets, as JSON for programs. */
import {
  type AttendanceDay,
  type AttendanceSums,
  hasRecords,
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
  const { format, summary, zone } = flags
  const sums = summaryOf(list)
  if (format === 'json') return json(summary ? sums : list)
  if (summary) {
    const rows = COUNTED.map(([name, title]) => [title, sums[name]])
    if (format === 'table') return table(['Status', 'Students'], rows)
    const dated = rows.map(row => [date, ...row])
    return csv(['date', 'status', 'students'], dated, flags)
  }
  if (format === 'csv') return csv(CSV_COLUMNS, list.map(csvRow(date)), flags)
  return table(COLUMNS, list.map(tableRow(zone)), countLine(list))
}

/** A range. JSON: lists and errors by date. */
export function daysText(days: readonly AttendanceDay[], flags: FormatFlags): string {
  const { format, summary, zone } = flags
  const lists = days.flatMap(({ date, list }) => (list ? [[date, list] as const] : []))
  const students = summary ? summaryByStudent(days) : []
  if (format === 'json') {
    const failed = Object.fromEntries(
      days.flatMap(({ date, error }) =>
        error ? [[date, { code: error.code, message: error.message }]] : [],
      ),
    )
    if (!summary) return json({ days: Object.fromEntries(lists), failed })
    return json({ students: students.map(({ student, sums }) => ({ ...student, ...sums })), failed })
  }
  const counts = (sums: AttendanceSums) => COUNTED.map(([name]) => sums[name])
  if (format === 'csv') {
    const all = lists.flatMap(([date, list]) => list.map(csvRow(date)))
    if (!summary) return csv(CSV_COLUMNS, all, flags)
    const rows = students.map(({ student: { _id, refNo, lastName, firstName }, sums }) => [
      ...[_id, refNo, lastName, firstName, ...counts(sums)],
    ])
    return csv([...CSV_COLUMNS.slice(1, 5), ...COUNTED.map(([name]) => name)], rows, flags)
  }
  const shown = lists.filter(([, list]) => hasRecords(list))
  const line = rangeLine(days, shown.length)
  if (!summary) {
    const rows = shown.flatMap(([date, list]) => list.map(tableRow(zone)).map(row => [date, ...row]))
    return table(['Date', ...COLUMNS], rows, line)
  }
  const rows = students.map(({ student, sums }) => [student.refNo, nameOf(student), ...counts(sums)])
  return table(['Ref. no.', 'Name', ...COUNTED.map(([, title]) => title)], rows, line)
}

const COLUMNS = ['Ref. no.', 'Name', 'Status', 'Recorded', 'Approved by', 'Note']

const tableRow =
  (zone: string) =>
  ({ attendanceEntry: entry, ...student }: AttendanceItem): string[] => {
    const { status = NO_RECORD, entryDate = '', approvedBy, note = '' } = entry ?? {}
    const approver = approvedBy ? nameOf(approvedBy) : ''
    return [student.refNo, nameOf(student), status, inZone(entryDate, zone), approver, note]
  }

/** The interface's names, except for `_id`. */
const CSV_COLUMNS = [
  ...['date', 'userId', 'refNo', 'lastName', 'firstName'],
  ...['status', 'note', 'entryDate', 'approvedBy', 'approvedAt'],
]

const csvRow =
  (date: string) =>
  ({ _id, refNo, lastName, firstName, attendanceEntry: entry }: AttendanceItem): CsvCell[] => {
    const { status = '', note = '', entryDate = '', approvedBy, approvedAt = '' } = entry ?? {}
    const approver = approvedBy ? nameOf(approvedBy) : ''
    return [date, _id, refNo, lastName, firstName, status, note, entryDate, approver, approvedAt]
  }

type Rows = readonly (readonly CsvCell[])[]

const json = (value: unknown) => `${formatJson(value)}\n`
const csv = (columns: readonly string[], rows: Rows, { bom }: FormatFlags) =>
  (bom ? BOM : '') + csvOf([columns, ...rows])
function table(columns: readonly string[], rows: Rows, line?: string): string {
  const texts = rows.map(row => row.map(String))
  return `${formatTable(columns, texts)}\n${line === undefined ? '' : `\n${line}\n`}`
}

export const NO_RECORD = 'no record'
const COUNTED = [
  ...ATTENDANCE_STATUSES.map(status => [status, status] as const),
  ['noRecord', 'No record'] as const,
]

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
  const counts = `${withRecords} with records, ${without} without any (not shown)`
  return `${counted(days.length, 'day')}: ${counts}${failed > 0 ? `, ${failed} failed` : ''}`
}

export const nameOf = ({ lastName, firstName }: { lastName: string; firstName: string }) =>
  [lastName, firstName].filter(Boolean).join(', ')

/** One line for each failure; days with the same message, apart from their URL, share a line. */
export function failedDays(days: readonly AttendanceDay[]): string[] {
  const failed = days.flatMap(({ date, error }) => (error ? [{ date, error }] : []))
  const alike = Map.groupBy(failed, ({ error: { address, message } }) => message.slice(address.length))
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more day')}`
    return plainLine(`${first.date}${more}: ${first.error.message}`)
  })
}
