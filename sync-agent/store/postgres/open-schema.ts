/** Makes the schema if there is none, and brings it up to this program's version. */
import { sql } from 'kysely'
import pg from 'pg'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { NAMES_BEFORE } from '../migrations.ts'
import type { Queries } from '../tables.ts'
import type { PostgresAddress } from './address.ts'
import { MIGRATION_NAMES, MIGRATION_TABLE, migrate } from './schema.ts'

/** @throws {StoreError} */
export async function openSchema(
  db: Queries,
  { name, schema }: PostgresAddress,
  mustExist: boolean,
): Promise<void> {
  const tables = await tablesIn(db, schema)
  const isOurs = tables.includes(MIGRATION_TABLE)
  if (!isOurs && tables.length > 0) {
    throw new StoreError(
      'STORE_FOREIGN',
      `the ${name} holds something else than the sync agent's store; name another schema`,
    )
  }
  if (!isOurs && mustExist) {
    throw new StoreError('STORE_UNUSABLE', `the ${name} holds no store yet; the agent makes it at its start`)
  }
  const done = isOurs ? await migrationsDone(db, schema) : []
  const newer = done.find(migration => !MIGRATION_NAMES.includes(migration))
  if (newer !== undefined) {
    throw new StoreError(
      'STORE_NEWER',
      `the ${name} has the migration ${newer}, which this program does not know; use the newer schoolbell`,
    )
  }
  if (done.length > 0 && done.length < NAMES_BEFORE.length) {
    throw new StoreError(
      'STORE_OLDER',
      `the ${name} has the migrations up to ${done.at(-1)}, this program takes over ${NAMES_BEFORE.at(-1)} and later; open it once with an earlier schoolbell, which brings it up to that`,
    )
  }
  // Nothing to do needs no rights, and no lock.
  if (done.length === MIGRATION_NAMES.length) return
  if (!isOurs) await refuseMissing(db, name, schema)
  await migrate(db, schema)
}

/** A schema that is missing is made, if the role may do so. */
async function refuseMissing(db: Queries, name: string, schema: string): Promise<void> {
  const { rows } = await sql<{ role: string; isMissing: boolean }>`
    SELECT current_user AS role,
           NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema})
             AND NOT has_database_privilege(current_database(), 'CREATE') AS "isMissing"`.execute(db)
  const [{ role = '', isMissing = false } = {}] = rows
  if (!isMissing) return
  const [owned, owner] = [schema, role].map(pg.escapeIdentifier)
  throw new StoreError(
    'STORE_UNUSABLE',
    `the ${name} has no such schema, and this role may not make one; correct --db-schema, or make it: CREATE SCHEMA ${owned} AUTHORIZATION ${owner}`,
  )
}

/** In one look, because another agent may be making the schema: Kysely's own table is there before any other. */
async function tablesIn(db: Queries, schema: string): Promise<string[]> {
  const { rows } = await sql<{ tablename: string }>`
    SELECT tablename FROM pg_tables WHERE schemaname = ${schema}`.execute(db)
  return rows.map(({ tablename }) => tablename)
}

async function migrationsDone(db: Queries, schema: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM ${sql.id(schema, MIGRATION_TABLE)} ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}
