/** From the text of a file to its lines: whatever separates the cells, quotes, and ends the lines. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { plainCell } from '../../../shared/text/csv.ts'
import { type Field, type ReadColumns, readColumns } from './columns.ts'

export interface Line {
  /** As an editor counts them. */
  line: number
  cells: Partial<Record<Field, string>>
}

export interface ReadLines {
  columns: ReadColumns
  separator: Separator
  lines: Line[]
  /** Where reading ended early. */
  fault?: { line: number; code: 'quotes' | 'too-many-lines' | 'too-long' | 'empty' }
}

export type Separator = ',' | ';' | '\t'
const SEPARATORS: readonly Separator[] = [',', ';', '\t']
export const MOST_LINES = 20_000
const MOST_COLUMNS = 200
/** Of one line: a cell whose quote is never closed swallows the rest of the file. */
const LONGEST_LINE = 20_000
const PIECE = 64 * 1024

interface Parsed {
  record: string[]
  info: { lines: number }
}

export async function readLines(text: string): Promise<ReadLines> {
  // Loaded only for an import.
  const { CsvError, parse } = await import('csv-parse')
  const separator = separatorOf(text)
  let end = 0
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    on_record(record, { lines }) {
      end = lines
      return record
    },
  })
  Readable.from(piecesOf(text)).pipe(parser)
  const read: ReadLines = { columns: readColumns([]), separator, lines: [] }
  let first = true
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = info.lines - newlinesIn(record)
      if (first) {
        first = false
        read.columns = readColumns(record.slice(0, MOST_COLUMNS))
        continue
      }
      if (record.every(cell => cell.trim() === '')) continue
      if (read.lines.length === MOST_LINES) return { ...read, fault: { line, code: 'too-many-lines' } }
      read.lines.push({ line, cells: cellsOf(record, read.columns) })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote that is not closed is noticed at the end of the file; it was opened in the line after the last good one.
    if (error.code === 'CSV_MAX_RECORD_SIZE') return { ...read, fault: { line: end + 1, code: 'too-long' } }
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return { ...read, fault: { line: end + 1, code: 'quotes' } }
    return { ...read, fault: { line: Number(Reflect.get(error, 'lines') ?? end + 1), code: 'quotes' } }
  }
  return read.lines.length === 0 ? { ...read, fault: { line: 1, code: 'empty' } } : read
}

/** Between them others get their turn: a long list must not keep the service from answering. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE)
    await setImmediate()
  }
}

function cellsOf(record: readonly string[], { fields }: ReadColumns): Line['cells'] {
  const cells: Line['cells'] = {}
  for (const [at, field] of fields.entries()) if (field) cells[field] = plainCell((record[at] ?? '').trim())
  return cells
}

/** The most frequent one in the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  const count = (separator: Separator) => unquoted.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

function newlinesIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}
