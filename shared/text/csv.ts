/**
 * CSV as RFC 4180 has it, whose every cell a spreadsheet takes for text or a number, never for a formula.
 *
 * What people have typed goes through here on its way to somebody's spreadsheet, and a note that begins with `=` would be
 * run there. An apostrophe before such a cell makes it text; {@link plainCell} takes it off again, so that no cell is lost.
 */
import { stringify } from 'csv-stringify/sync'

/** A number stands as it is, the minus of a negative one included: it is no text that anybody typed. */
export type CsvCell = string | number

/** Without it Excel reads Chinese as something else. */
export const BOM = '\uFEFF'

/** Lines that each end with CRLF; nothing for no rows. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  const safe = rows.map(row => row.map(cell => (typeof cell === 'number' ? cell : safeCell(cell))))
  return stringify(safe, { record_delimiter: 'windows', quoted_match: SEPARATOR })
}

/** What spreadsheets of some countries expect in place of the comma, and any part of a line end. */
const SEPARATOR = /[;\t\r\n]/

/** A cell that no spreadsheet runs, not even one that is set to semicolons and cuts it up. */
export function safeCell(text: string): string {
  return text.replace(UNGUARDED, "'")
}

/** What a safe cell says: its own apostrophes are not part of it. */
export function plainCell(cell: string): string {
  return cell.replace(GUARDED, '')
}

/**
 * A sign that begins a formula, as the first that is seen, also in the full width of Chinese keyboards. Apostrophes before it,
 * too: one is added to those that there are, so that one can be taken off.
 */
const FORMULA = "'*(?:(?![\\r\\n])[\\s\\p{Cc}\\p{Cf}])*[=+\\-@＝＋－＠]"
/** A tab or line ends, which spreadsheets skip. */
const SKIPPED = "'*[\\t\\r\\n]"
/** Where a formula could begin: a spreadsheet that expects semicolons takes the quotes around a cell for letters of it. */
const UNGUARDED = new RegExp(`^(?=${SKIPPED}|${FORMULA})|(?<=[;\\r\\n])(?=${FORMULA})`, 'gu')
const GUARDED = new RegExp(`^'(?=${SKIPPED}|${FORMULA})|(?<=[;\\r\\n])'(?=${FORMULA})`, 'gu')
