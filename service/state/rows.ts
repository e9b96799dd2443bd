/** Rows of a table as lines of JSON, and back. Hashes and other bytes are Base64. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { DeepJson, parseJson } from '../../shared/text/parse-json.ts'
import { invalid } from './state-error.ts'
import { quoted, type StateColumn, type StateTable } from './tables.ts'

type Value = string | number | Buffer | null

/** How many rows are read or written before others have a turn. */
const ROWS_AT_ONCE = 500
/** A body of a message or an entry is far shorter. */
const LONGEST_LINE = 16 * 1024 * 1024

export async function* linesOf(
  database: SqliteDatabase,
  { name, columns }: StateTable,
): AsyncGenerator<string> {
  const names = columns.map(column => quoted(column.name)).join(', ')
  let lines: string[] = []
  for (const row of database
    .prepare<[], Record<string, Value>>(`SELECT ${names} FROM ${quoted(name)}`)
    .iterate()) {
    lines.push(
      JSON.stringify(
        Object.fromEntries(columns.map(column => [column.name, told(row[column.name] ?? null)])),
      ),
    )
    if (lines.length < ROWS_AT_ONCE) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

const told = (value: Value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)

/**
 * Writes the lines into an empty table.
 *
 * @returns how many they were
 * @throws {StateError} a line is no row of the table
 */
export async function enterLines(
  database: SqliteDatabase,
  { name, columns }: StateTable,
  source: AsyncIterable<Uint8Array>,
  place: string,
): Promise<number> {
  const names = columns.map(column => quoted(column.name))
  const insert = database.prepare<Value[]>(
    `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  let number = 0
  for await (const line of lines(source, place)) {
    number += 1
    const here = `${place} line ${number}`
    const values = valuesOf(line, columns, here)
    try {
      insert.run(...values)
    } catch (error) {
      throw invalid(here, error instanceof Error ? error.message : String(error), { cause: error })
    }
  }
  return number
}

function valuesOf(line: string, columns: readonly StateColumn[], place: string): Value[] {
  let row: unknown
  try {
    row = parseJson(line)
  } catch (error) {
    throw invalid(place, error instanceof DeepJson ? error.message : 'is not JSON', { cause: error })
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalid(place, 'is no object')
  const unknown = Object.keys(row).find(key => !columns.some(({ name }) => name === key))
  if (unknown !== undefined) throw invalid(place, `"${unknown.slice(0, 100)}" is no column of this table`)
  return columns.map(column => valueIn((row as Record<string, unknown>)[column.name], column, place))
}

function valueIn(value: unknown, { name, type }: StateColumn, place: string): Value {
  if (value === null) return null
  if (type === 'INTEGER' && Number.isSafeInteger(value)) return value as number
  if (type === 'TEXT' && typeof value === 'string' && value.isWellFormed()) return value
  if (type === 'BLOB' && typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value))
    return Buffer.from(value, 'base64')
  throw invalid(place, `"${name}" ${value === undefined ? 'is missing' : `must be ${EXPECTED[type]}`}`)
}

const EXPECTED = { INTEGER: 'a whole number', TEXT: 'a text', BLOB: 'Base64' } as const

/** Empty lines are none. @throws {StateError} bytes that are no UTF-8, or a line without an end in sight */
async function* lines(source: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // Pieces of the line that has not ended: one long line costs no more than many short ones.
  let begun: string[] = []
  let length = 0
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (error) {
      throw invalid(place, 'is no UTF-8', { cause: error })
    }
  }
  for await (const bytes of source) {
    const [end = '', ...others] = decode(bytes).split('\n')
    begun.push(end)
    length += end.length
    const last = others.pop()
    if (last !== undefined) {
      for (const line of [begun.join(''), ...others]) if (line.trim() !== '') yield line
      begun = [last]
      length = last.length
    }
    if (length > LONGEST_LINE) throw invalid(place, `has a line of more than ${LONGEST_LINE} characters`)
  }
  begun.push(decode())
  const rest = begun.join('')
  if (rest.trim() !== '') yield rest
}
