/** What commands print: JSON for programs, or words for people. */
import { formatJson } from '../shared/text/json.ts'
import { formatTable, plainLine } from '../shared/text/table.ts'

export const print = ({ json }: { json?: boolean }, value: unknown, words: string): void =>
  console.log(json ? formatJson(value) : words)

/** What a sub-command prints: as JSON, or in words. */
export type Said = readonly [value: unknown, words: string]

export const said = <Value>(value: Value, words: (value: Value) => string): Said => [value, words(value)]

/** Lines of a name and a value; the values begin in one column. They could hold control characters. */
export function nameLines(rows: readonly (readonly [name: string, value: string])[], indent = ''): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}${plainLine(value)}`).join('\n')
}

/** A line for each, with what each column says of it. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string | number | undefined>,
  whenEmpty: string,
): string {
  if (rows.length === 0) return whenEmpty
  const cells = Object.values(columns)
  return formatTable(
    Object.keys(columns),
    rows.map(row => cells.map(cell => `${cell(row) ?? '-'}`)),
  )
}

/** All fields of one thing. */
export const fieldsOf = (thing: object): string =>
  formatTable(
    ['field', 'value'],
    Object.entries(thing).map(([name, value]) => [name, String(value)]),
  )

export const streamName = ({ siteId, lang }: { siteId: string; lang: string }): string => `${siteId}/${lang}`

/** As in `2026-09-01 08:30:00`, in UTC. */
export const briefTime = (instant: string | undefined): string | undefined =>
  instant?.slice(0, 19).replace('T', ' ')

/** As it is typed: in quotation marks that both kinds of shell have, where it needs them. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`
