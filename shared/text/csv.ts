/**
 * CSV as RFC 4180 has it, whose every cell a spreadsheet takes for text or a number, never for a formula.
 *
 * What people have typed goes through here on its way to somebody's spreadsheet, and a note that begins with `=` would be
 * run there. An apostrophe before such a cell makes it text; {@link plainCell} takes it off again, so that no cell is lost.
 */

/** A number stands as it is, the minus of a negative one included: it is no text that anybody typed. */
export type CsvCell = string | number

/** Without it Excel reads Chinese as something else. */
export const BOM = '\uFEFF'

/** Lines that each end with CRLF; nothing for no rows. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(row => `${row.map(written).join(',')}\r\n`).join('')
}

/** A cell that no spreadsheet runs. */
export function safeCell(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text
}

/** What a safe cell says: its own apostrophe is not part of it. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell
}

/**
 * A sign that begins a formula, as the first that is seen, also in the full width of Chinese keyboards, and the tab and line
 * ends that spreadsheets skip. Apostrophes before it, too: one is added to those that there are, so that one can be taken off.
 */
const GUARDED = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return `${cell}`
  const safe = safeCell(cell)
  // Other separators as well: in many countries a spreadsheet expects them.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
