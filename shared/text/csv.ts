/**
 * CSV (RFC 4180) whose cells a spreadsheet reads as text or numbers, never as formulas.
 *
 * People's input may be opened in a spreadsheet, where a note that begins with `=` would run as a formula. An apostrophe
 * before such a cell makes it text; {@link plainCell} removes it again, so no content is lost.
 */
import { stringify } from 'csv-stringify/sync'

/** Numbers are written unchanged, also negative ones: they are not people's input. */
export type CsvCell = string | number

/** Byte order mark: without it, Excel does not read the file as UTF-8. */
export const BOM = '\uFEFF'

/** Lines end with CRLF; empty for no rows. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  const safe = rows.map(row => row.map(cell => (typeof cell === 'number' ? cell : safeCell(cell))))
  return stringify(safe, { record_delimiter: 'windows', quoted_match: SEPARATOR })
}

/** The same for programs, which run no formulas: each text as it is. */
export function plainCsvOf(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map(row => [...row]),
    { record_delimiter: 'windows', quoted_match: SEPARATOR },
  )
}

/** Characters that need quotes: separators of spreadsheets in other countries, and line ends. */
const SEPARATOR = /[;\t\r\n]/

/** A cell that no spreadsheet runs as a formula, even one that splits it at semicolons. */
export function safeCell(text: string): string {
  return text.replace(UNGUARDED, "'")
}

/** The content of a safe cell, without the added apostrophe. */
export function plainCell(cell: string): string {
  return cell.replace(GUARDED, '')
}

/**
 * The start of a formula: a sign that is the first visible character, also in the full width form of Chinese keyboards.
 * Apostrophes before it count as well: one is added to them, so that one can be removed.
 */
const FORMULA = "'*(?:(?![\\r\\n])[\\s\\p{Cc}\\p{Cf}])*[=+\\-@＝＋－＠]"
/** Tabs or line ends, which spreadsheets skip. */
const SKIPPED = "'*[\\t\\r\\n]"
/** Places where a formula could begin: a spreadsheet that splits at semicolons reads the quotes around a cell as text. */
const UNGUARDED = new RegExp(`^(?=${SKIPPED}|${FORMULA})|(?<=[;\\r\\n])(?=${FORMULA})`, 'gu')
const GUARDED = new RegExp(`^'(?=${SKIPPED}|${FORMULA})|(?<=[;\\r\\n])'(?=${FORMULA})`, 'gu')
