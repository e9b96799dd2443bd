/** Reads archives of the first form: `schoolbell.json` says what they are, and each table is lines of JSON, bytes as Base64. */
import { text } from 'node:stream/consumers'
import Type from 'typebox'
import { checkOf } from '../../shared/client/check.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { parseJson } from '../../shared/text/parse-json.ts'
import { FIRST_FORM, type Packed } from './manifest.ts'
import { refuseNewer } from './sent-database.ts'
import { invalid, reasonOf } from './state-error.ts'
import { createStateFile } from './state-file.ts'
import { quoted, type StateTable, stateTables } from './tables.ts'

const check = checkOf(
  Type.Object({
    format: Type.Literal('schoolbell-state'),
    schema: Type.Integer({ minimum: 1 }),
    exportedAt: Type.String(),
  }),
)
const LONGEST = 256 * 1024

/** @throws {StateError} */
export async function takeFirstForm(packed: Packed, stateFile: string) {
  const mark = packed.get(FIRST_FORM)
  if (!mark) throw invalid(FIRST_FORM, 'is missing')
  if (mark.bytes > LONGEST) throw invalid(FIRST_FORM, 'is too long')
  const manifest = parsed(await text(await mark.read()), FIRST_FORM)
  if (!check.Check(manifest)) throw invalid(FIRST_FORM, 'is not what a state begins with')
  refuseNewer(manifest.schema)
  const database = createStateFile(stateFile, manifest.schema)
  try {
    database.pragma('foreign_keys = OFF')
    database.exec('BEGIN')
    for (const table of stateTables(database)) {
      const place = `tables/${table.name}.jsonl`
      const rows = packed.get(place)
      if (!rows) throw invalid(place, 'is missing')
      await enterRows(database, table, await rows.read(), place)
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
  return { schema: manifest.schema, exportedAt: manifest.exportedAt }
}

async function enterRows(
  database: SqliteDatabase,
  { name, columns }: StateTable,
  source: AsyncIterable<Buffer>,
  place: string,
): Promise<void> {
  const names = columns.map(column => quoted(column.name))
  const insert = database.prepare(
    `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  let number = 0
  for await (const line of lines(source, place)) {
    number += 1
    const row = Object(parsed(line, `${place} line ${number}`)) as Record<string, unknown>
    const values = columns.map(column => {
      const value = row[column.name]
      return column.type === 'BLOB' && typeof value === 'string' ? Buffer.from(value, 'base64') : value
    })
    try {
      insert.run(...values)
    } catch (error) {
      throw invalid(`${place} line ${number}`, reasonOf(error), { cause: error })
    }
  }
}

/** Characters. A body of a message or an entry is far shorter. */
const LONGEST_LINE = 16 * 1024 * 1024

async function* lines(source: AsyncIterable<Buffer>, place: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = ''
  for await (const bytes of source) {
    const [end = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n')
    begun += end
    for (const next of others) {
      if (begun !== '') yield begun
      begun = next
    }
    if (begun.length > LONGEST_LINE)
      throw invalid(place, `has a line of more than ${LONGEST_LINE} characters`)
  }
  if (begun !== '') yield begun
}

function parsed(json: string, place: string): unknown {
  try {
    return parseJson(json)
  } catch (error) {
    throw invalid(place, reasonOf(error), { cause: error })
  }
}
