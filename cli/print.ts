/** What commands print: JSON for programs, or words for people. */
import { formatJson } from '../shared/text/json.ts'
import { plainLine } from '../shared/text/table.ts'

export const print = ({ json }: { json?: boolean }, value: unknown, words: string): void =>
  console.log(json ? formatJson(value) : words)

/** Lines of a name and a value; the values begin in one column. They could hold control characters. */
export function nameLines(rows: readonly (readonly [name: string, value: string])[], indent = ''): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}${plainLine(value)}`).join('\n')
}

/** As in `2026-09-01 08:30:00`, in UTC. */
export const briefTime = (instant: string | undefined): string =>
  instant?.slice(0, 19).replace('T', ' ') ?? '-'

/** As it is typed: in quotation marks that both kinds of shell have, where it needs them. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`
