/** A group's register as CSV, of a day or of a range: a line for each student and day. */
import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { DayRegister, RegisterRow } from '../../service/office/register.ts'
import type { Language } from '../../shared/contract/site.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { BOM, type CsvCell, csvOf, plainCsvOf } from '../../shared/text/csv.ts'
import { STATUS_NAMES } from '../status-names.ts'

/** For people, safe in a spreadsheet and in their words; for programs, with the interface's names and values. */
export const CSV_FORMS = ['spreadsheet', 'plain'] as const

export interface CsvQuestion {
  groupId: number
  /** `YYYY-MM-DD` */
  from: string
  /** `YYYY-MM-DD`, the same day or a later one. */
  to: string
  form: (typeof CSV_FORMS)[number]
  /** Of a spreadsheet's words. */
  lang: Language
}

interface Words {
  lang: Language
  /** Of a spreadsheet's times. */
  zone: string
}

interface Column {
  /** As `schoolbell attendance --format csv` has it. */
  name: string
  /** Undefined: in files for programs alone. */
  title?: Record<Language, string>
  cell(row: RegisterRow, date: string): CsvCell
  /** For people, where it is something else. */
  said?(row: RegisterRow, words: Words): CsvCell
}

const COLUMNS: readonly Column[] = [
  { name: 'date', title: { 'en-US': 'Date', 'zh-HK': '日期' }, cell: (_row, date) => date },
  { name: 'userId', cell: ({ userId }) => userId },
  { name: 'refNo', title: { 'en-US': 'Reference no.', 'zh-HK': '學生編號' }, cell: ({ refNo }) => refNo },
  { name: 'lastName', title: { 'en-US': 'Last name', 'zh-HK': '姓氏' }, cell: ({ lastName }) => lastName },
  {
    name: 'firstName',
    title: { 'en-US': 'First name', 'zh-HK': '名字' },
    cell: ({ firstName }) => firstName,
  },
  {
    name: 'chineseName',
    title: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名' },
    cell: ({ chineseName }) => chineseName,
  },
  {
    name: 'status',
    title: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
    cell: ({ entry }) => entry?.status ?? '',
    said: ({ entry }, { lang }) => (entry ? STATUS_NAMES[entry.status][lang] : ''),
  },
  { name: 'note', title: { 'en-US': 'Note', 'zh-HK': '備註' }, cell: ({ entry }) => entry?.note ?? '' },
  {
    name: 'entryDate',
    title: { 'en-US': 'Recorded', 'zh-HK': '記錄時間' },
    cell: ({ entry }) => entry?.entryDate ?? '',
    said: ({ entry }, { zone }) => wallText(entry?.entryDate, zone),
  },
  {
    name: 'approvedBy',
    title: { 'en-US': 'Approved by', 'zh-HK': '批核人' },
    cell: ({ entry }) =>
      [entry?.approvedBy?.lastName, entry?.approvedBy?.firstName].filter(Boolean).join(', '),
  },
  {
    name: 'approvedAt',
    title: { 'en-US': 'Approved', 'zh-HK': '批核時間' },
    cell: ({ entry }) => entry?.approvedAt ?? '',
    said: ({ entry }, { zone }) => wallText(entry?.approvedAt, zone),
  },
]

/** Days of a range on which nothing is recorded of the group are left out: weekends and holidays. */
export async function* registerCsv(
  register: Pick<DayRegister, 'of'>,
  zone: string,
  { groupId, from, to, form, lang }: CsvQuestion,
): AsyncGenerator<string> {
  const isPlain = form === 'plain'
  const columns = COLUMNS.filter(({ title }) => isPlain || title)
  const text = isPlain ? plainCsvOf : csvOf
  const words = { lang, zone }
  yield (isPlain ? '' : BOM) +
    text([columns.map(({ name, title }) => (isPlain ? name : (title?.[lang] ?? name)))])
  for (const date of daysFrom(from, to)) {
    const rows = register.of(groupId, date)
    if (from !== to && !rows.some(({ entry }) => entry)) continue
    yield text(
      rows.map(row =>
        columns.map(({ cell, said }) => (said && !isPlain ? said(row, words) : cell(row, date))),
      ),
    )
    // Others have a turn: a year of a large group takes a moment.
    await setImmediate()
  }
}

function* daysFrom(from: string, to: string): Generator<string> {
  const last = Temporal.PlainDate.from(to)
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    yield day.toString()
}

/** As `2026-09-01 08:15:00`, which spreadsheets read as a time. */
function wallText(instant: string | undefined, zone: string): string {
  if (instant === undefined) return ''
  return wallClockAt(Temporal.Instant.from(instant), zone)
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
}
