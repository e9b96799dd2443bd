/**
 * Takes the rows of a database that was sent into a state file of our own.
 *
 * It may be anybody's file, so nothing of its schema is kept or run, neither triggers nor views: the rows go into new tables,
 * which have the rules.
 */
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { APPLICATION_ID } from '../store/migrations.ts'
import { DATABASE } from './manifest.ts'
import { invalid, reasonOf, StateError } from './state-error.ts'
import { CURRENT_SCHEMA, copyTable, createStateFile, withAttached } from './state-file.ts'
import { stateTables } from './tables.ts'

/**
 * @param stateFile is made, with the schema of the one that was sent
 * @returns that schema's number
 * @throws {StateError} it is no state, a damaged one, or a newer version's
 */
export function takeRows(sent: string, stateFile: string): number {
  try {
    const schema = checkedSchema(sent)
    const database = createStateFile(stateFile, schema)
    try {
      copyTables(database, sent)
    } finally {
      database.close()
    }
    return schema
  } catch (error) {
    if (error instanceof Database.SqliteError)
      throw invalid(DATABASE, `is no SQLite database, or a damaged one (${error.message})`, { cause: error })
    throw error
  }
}

function checkedSchema(sent: string): number {
  const database = new Database(sent, { readonly: true })
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    const mark = database.pragma('application_id', { simple: true })
    const schema = Number(database.pragma('user_version', { simple: true }))
    if (mark !== APPLICATION_ID || schema < 1) throw invalid(DATABASE, 'is no state of schoolbell')
    refuseNewer(schema)
    const said = database.pragma('quick_check(1)', { simple: true })
    if (said !== 'ok') throw invalid(DATABASE, `is damaged (${said})`)
    return schema
  } finally {
    database.close()
  }
}

/** @throws {StateError} */
export function refuseNewer(schema: number): void {
  if (schema > CURRENT_SCHEMA)
    throw new StateError(
      'STATE_NEWER',
      `the file was written by a newer schoolbell (schema ${schema}, this one knows ${CURRENT_SCHEMA}): use the newer one`,
    )
}

function copyTables(database: SqliteDatabase, sent: string): void {
  database.pragma('trusted_schema = OFF')
  database.pragma('foreign_keys = OFF')
  withAttached(database, sent, () => {
    const listed = database.pragma('carried.table_list') as { name: string; type: string; strict: number }[]
    const strict = new Set(
      listed.filter(table => table.type === 'table' && table.strict).map(({ name }) => name),
    )
    database.transaction(() => {
      for (const table of stateTables(database)) {
        if (!strict.has(table.name)) throw invalid(DATABASE, `has no STRICT table ${table.name}`)
        try {
          copyTable(database, table, 'carried', 'main')
        } catch (error) {
          throw invalid(`table ${table.name}`, reasonOf(error), { cause: error })
        }
      }
    })()
  })
}
