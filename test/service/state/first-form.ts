/** An exported state in the first form of archives: each table as lines of JSON. */
import Database from 'better-sqlite3'
import { unzip, type ZipPart } from '../../support/zip.ts'

/** @param exported a file of today @param schema said to be that of the store */
export async function inFirstForm(exported: Buffer, schema?: number): Promise<ZipPart[]> {
  const [first, ...media] = await unzip(exported)
  return [...firstFormOf(new Database(Buffer.from(first?.bytes ?? '')), schema), ...media]
}

export function firstFormOf(database: Database.Database, schema?: number): ZipPart[] {
  const select = database.prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  const tables = select
    .pluck()
    .all()
    .map(name => ({
      name: `tables/${name}.jsonl`,
      bytes: database
        .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
        .all()
        .map(row => `${JSON.stringify(row, base64)}\n`)
        .join(''),
    }))
  const manifest = {
    ...{ format: 'schoolbell-state', version: 1, exportedAt: '2026-11-01T00:00:00Z' },
    schema: schema ?? database.pragma('user_version', { simple: true }),
  }
  database.close()
  return [{ name: 'schoolbell.json', bytes: JSON.stringify(manifest) }, ...tables]
}

function base64(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const bytes = this[key]
  return Buffer.isBuffer(bytes) ? bytes.toString('base64') : value
}
