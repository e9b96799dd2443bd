/**
 * A school's state as a file: a database with the store's schema in which only the tables of the state have rows.
 *
 * Snapshots, the template of the sample school and unpacked archives are such files. State goes from one database to
 * another inside SQLite, as whole tables, so a sample school is put back in milliseconds; statements that are prepared
 * on the store stay what they are.
 */
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openDatabase, type SqliteDatabase } from '../../shared/sqlite/open.ts'
import { APPLICATION_ID, MIGRATIONS } from '../store/migrations.ts'
import { newsChanges } from './news-changes.ts'
import { invalid } from './state-error.ts'
import { HIGHEST_DELETED, quoted, type StateTable, stateTables } from './tables.ts'

/** The schema that this program has. */
export const CURRENT_SCHEMA = MIGRATIONS.length

/** Writes the state of a database into a new file. @param durable whether it must outlive a power cut */
export function writeStateFile(
  database: SqliteDatabase,
  file: string,
  { durable }: { durable: boolean },
): void {
  writeFileSync(file, blankDatabase(), { flag: 'wx' })
  withAttached(database, file, () => {
    const tables = stateTables(database)
    database.transaction(() => {
      database.pragma('defer_foreign_keys = ON')
      for (const table of tables) copyTable(database, table, 'main', 'carried')
    })()
  })
  if (durable) settle(file)
}

/**
 * Replaces the state of a database by that of a file, in one transaction.
 *
 * @param file of the current schema
 * @param at the second of the change, for websites
 * @param options `onlyNew`: of several services that start on one new store, the first one fills it, and the others use what is there
 * @throws {StateError} the file holds no school, because it was lost or emptied
 */
export function replaceByStateFile(
  database: SqliteDatabase,
  file: string,
  at: number,
  { onlyNew } = { onlyNew: false },
): void {
  withAttached(database, file, () => {
    const tables = stateTables(database).filter(({ name }) => name !== HIGHEST_DELETED)
    database
      .transaction(() => {
        if (onlyNew && hasSchool(database)) return
        // SQLite attaches a file that is not there as an empty one.
        if (!hasCurrentSchema(database) || !hasSchool(database, 'carried'))
          throw invalid('', `${file} holds no school; nothing was changed, use another snapshot or file`)
        database.pragma('defer_foreign_keys = ON')
        using changes = newsChanges(database, at)
        for (const { name } of tables) database.exec(`DELETE FROM main.${quoted(name)}`)
        for (const table of tables) copyTable(database, table, 'carried', 'main')
        database.exec(KEEP_HIGHEST)
        changes.note()
      })
      .immediate()
  })
}

const hasCurrentSchema = (database: SqliteDatabase): boolean =>
  database.pragma('carried.user_version', { simple: true }) === CURRENT_SCHEMA

/** A store that is new has none. */
export const hasSchool = (database: SqliteDatabase, schema: 'main' | 'carried' = 'main'): boolean =>
  database.prepare(`SELECT 1 FROM ${schema}.school`).get() !== undefined

/** Of both states: what was deleted in one may be known outside. */
const KEEP_HIGHEST = `
  INSERT INTO main.${HIGHEST_DELETED} SELECT * FROM carried.${HIGHEST_DELETED} WHERE true
  ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id)`

/** Opens a state file and brings it up to the current schema. @throws {StoreError} it is a newer version's, or no such file */
export const openStateFile = (file: string): SqliteDatabase =>
  openDatabase({
    path: file,
    purpose: 'a school’s state',
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    journal: 'kept',
  })

/** A new file with the tables of a schema, for the caller to fill. */
export function createStateFile(file: string, schema: number): SqliteDatabase {
  const isCurrent = schema === CURRENT_SCHEMA
  if (isCurrent) writeFileSync(file, blankDatabase(), { flag: 'wx' })
  const database = new Database(file)
  // No other process uses it, and an incomplete file is deleted.
  database.pragma('journal_mode = MEMORY')
  database.pragma('synchronous = OFF')
  if (!isCurrent) database.transaction(() => raise(database, schema))()
  return database
}

export function copyTable(
  database: SqliteDatabase,
  { name, columns }: StateTable,
  from: string,
  to: string,
): void {
  const names = columns.map(column => quoted(column.name)).join(', ')
  database.exec(`INSERT INTO ${to}.${quoted(name)} (${names}) SELECT ${names} FROM ${from}.${quoted(name)}`)
}

export function withAttached(database: SqliteDatabase, file: string, work: () => void): void {
  database.prepare('ATTACH ? AS carried').run(file)
  try {
    database.pragma('carried.journal_mode = MEMORY')
    database.pragma('carried.synchronous = OFF')
    work()
  } finally {
    database.exec('DETACH carried')
  }
}

let blank: Buffer | undefined

/** The bytes of an empty store: the migrations run only once. */
function blankDatabase(): Buffer {
  if (blank) return blank
  const database = new Database(':memory:')
  raise(database, CURRENT_SCHEMA)
  blank = database.serialize()
  database.close()
  return blank
}

function raise(database: SqliteDatabase, schema: number): void {
  for (const step of MIGRATIONS.slice(0, schema)) step(database)
  database.pragma(`application_id = ${APPLICATION_ID}`)
  database.pragma(`user_version = ${schema}`)
}

function settle(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
