/** A store's database for a test, in the engine of the test's project, and a look into it beside the store. */
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { isPostgres } from '../../sync-agent/is-postgres.ts'
import { openPostgres } from '../../sync-agent/store/postgres/engine.ts'
import { FIRST_ROWS } from '../../sync-agent/store/postgres/schema.ts'
import { serverIn } from '../support/postgres/server.ts'
import type { Scratch } from '../support/scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Absent: SQLite. */
    storeEngine?: 'PostgreSQL'
  }
}

export const onPostgres = inject('storeEngine') === 'PostgreSQL'

/** Of a property, or kills in a soak; fewer where each takes longer. */
export const runsOf = (runs: number) => (onPostgres ? Math.ceil(runs / 5) : runs)

/** Databases of this worker that no test uses now; to empty one takes a hundredth of the time that to make one takes. */
const unused: string[] = []

/** An empty store, for `--db`, until the end of the test. */
export async function freshDatabase(files: Scratch): Promise<string> {
  return onPostgres ? emptyOnServer() : files.path(`${randomUUID()}.sqlite`)
}

async function emptyOnServer(): Promise<string> {
  let db = unused.pop()
  // Said at once: after a wait it would belong to whichever test began last.
  onTestFinished(() => void (db && unused.push(db)))
  db ??= await databaseWithStore()
  return emptied(db)
}

/** An empty store for each run of a property, one after another. */
export async function databaseOfRuns(): Promise<() => Promise<string>> {
  if (!onPostgres) return async () => ':memory:'
  const db = await emptyOnServer()
  return () => emptied(db)
}

async function databaseWithStore(): Promise<string> {
  const db = await newDatabase()
  const engine = await openPostgres(db)
  await engine.close()
  return db
}

/** Without a store; gone with the server. */
export async function newDatabase(): Promise<string> {
  const port = await serverIn(process.env.TEST_POSTGRES ?? '').port()
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const server = `postgres://postgres@127.0.0.1:${port}`
  await execute(`${server}/postgres`, `CREATE DATABASE ${name}`)
  return `${server}/${name}`
}

/** As it was when it was made. */
async function emptied(db: string): Promise<string> {
  await execute(
    db,
    `DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'schoolbell' AND tablename NOT LIKE 'schoolbell_%' LOOP
        EXECUTE format('DELETE FROM %I', name);
      END LOOP;
      FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'schoolbell' LOOP
        PERFORM setval(name::regclass, 1, false);
      END LOOP;
    END $$; ${FIRST_ROWS}`,
  )
  return db
}

type Rows = Record<string, unknown>[]

/** What another program does or reads there. Whole numbers are numbers. */
export async function execute(db: string, statement: string): Promise<Rows> {
  if (!isPostgres(db)) return inFile(db, statement)
  const { rows } = await beside(db).query(statement)
  return rows
}

const kept = new Map<string, pg.Pool>()

/** A connection of this worker, which does not keep it from ending. */
function beside(connectionString: string): pg.Pool {
  const known = kept.get(connectionString)
  if (known) return known
  const options = '-c search_path=schoolbell'
  const getTypeParser = (oid: number) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid)
  const pool = new pg.Pool({
    connectionString,
    options,
    max: 1,
    allowExitOnIdle: true,
    types: { getTypeParser },
  })
  kept.set(connectionString, pool)
  // The server ends while it is idle.
  return pool.on('error', () => undefined)
}

function inFile(db: string, statement: string): Rows {
  const database = new Database(db)
  try {
    if (/^\s*(SELECT|EXPLAIN)/i.test(statement)) return database.prepare<[], Rows[number]>(statement).all()
    database.exec(statement)
    return []
  } finally {
    database.close()
  }
}

const TABLES = {
  SQLite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  PostgreSQL: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'schoolbell'",
}

/** Every row of every table, but for the lease, which beats by itself, and the marks it leaves. */
export async function tablesOf(db: string): Promise<Record<string, Rows>> {
  const names = await execute(db, TABLES[isPostgres(db) ? 'PostgreSQL' : 'SQLite'])
  const tables: Record<string, Rows> = {}
  for (const { name } of names) {
    if (name === 'lease' || name === 'change_mark') continue
    const rows = await execute(db, `SELECT * FROM "${name}"`)
    // PostgreSQL moves a row when it changes.
    tables[`${name}`] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return tables
}
