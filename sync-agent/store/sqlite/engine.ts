/**
 * SQLite: one file, with a connection for reading and one for writing, so that no read waits for a writing transaction.
 *
 * A database in memory has only one connection: there a read waits until the transaction before it has ended.
 */
import { existsSync, realpathSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { missingParent } from '../../../shared/files/make-folder.ts'
import { openDatabase, type SqliteDatabase, StoreError, storeFault } from '../../../shared/sqlite/open.ts'
import type { Engine } from '../engine.ts'
import { OLDEST_FILE } from '../migrations.ts'
import type { Queries, Tables } from '../tables.ts'
import { backup } from './backup.ts'
import { refuseForeignLog, stampFile } from './own-log.ts'
import { watchFile } from './same-file.ts'
import { MIGRATIONS, makeSchema } from './schema.ts'
import { searchIndex } from './search.ts'
import { statementsOf } from './statements.ts'

/** "sbSA" */
const APPLICATION_ID = 0x73625341
const PURPOSE = "the sync agent's store"

export interface SqliteOptions {
  /** Size limit of the file in SQLite pages, to behave like a full disk. Default: none. */
  maxPages?: number
  /** How long a write waits for another process that is writing, to test that it gives up. Milliseconds, default 5,000. */
  busyMs?: number
}

/** @throws {StoreError} the file cannot be used, belongs to another program, or is from a newer version or one too old */
export function openSqlite(given: string, { maxPages, busyMs = BUSY_MS }: SqliteOptions = {}): Engine {
  refuseMissingFolder(given)
  // SQLite keeps a log beside the file itself, not beside a link to it.
  const path = existsSync(given) ? realpathSync(given) : given
  refuseForeignLog(path, PURPOSE)
  const database = openDatabase({
    path,
    purpose: PURPOSE,
    applicationId: APPLICATION_ID,
    fresh: makeSchema,
    oldest: OLDEST_FILE,
    migrations: MIGRATIONS,
    orReadOnly: true,
  })
  // 4 MB, because the store is read by key. SQLite's default is 16 MB, too much for a small machine.
  database.pragma('cache_size = -4000')
  // So that a row that was written anew leaves nothing behind on its page, see own-log.
  database.pragma('secure_delete = FAST')
  // See begin.
  database.pragma('busy_timeout = 0')
  if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`)
  const nameFault = (error: unknown) => storeFault(path, PURPOSE, error)
  const queriesOn = (connection: SqliteDatabase): Queries =>
    new Kysely<Tables>({ dialect: new SqliteDialect({ database: statementsOf(connection, nameFault) }) })

  const writing = queriesOn(database)
  // Also a file that is read from memory, see openDatabase.
  const reading = database.memory ? writing : queriesOn(readerOf(path))
  // In memory there is no file, and one in a read-only folder is not written.
  const replaced = database.memory ? () => undefined : watchFile(path)
  const write: Engine['write'] = work =>
    writing.connection().execute(async db => {
      const found = replaced()
      if (found) throw new StoreError('STORE_REPLACED', found)
      await begin(db, busyMs)
      return await commitOrRollBack(database, db, work)
    })
  let closed: Promise<void> | undefined
  return {
    reading,
    snapshot: work => reading.transaction().execute(work),
    write,
    writeAside: write,
    writeSign: write,
    oneWriter: true,
    endAbandoned: async () => undefined,
    writers: { lost: 0, lostBefore: undefined },
    replaced,
    stamp: () => writing.connection().execute(async () => stamped(database, nameFault)),
    noteGrowth: async () => undefined,
    async lastNumber(db, table) {
      const { rows } = await sql<{ seq: number }>`
        SELECT seq FROM sqlite_sequence WHERE name = ${table}`.execute(db)
      return rows[0]?.seq ?? 0
    },
    async numberAfter(db, table, last) {
      await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(db)
      await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${last})`.execute(db)
    },
    search: searchIndex,
    async verify() {
      const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(1)`.execute(reading)
      const found = rows.map(row => row.integrity_check.replaceAll('\n', ' ')).join(' ')
      if (found === 'ok') return
      throw new StoreError(
        'STORE_CORRUPT',
        `${path} is damaged (${found}); nothing was changed, put a backup in its place`,
      )
    },
    backup: target => (database.memory ? backup(database, target) : backupOf(path, target)),
    close: () => (closed ??= closeAll(new Set([reading, writing]))),
  }
}

function stamped(database: SqliteDatabase, nameFault: (error: unknown) => unknown): void {
  try {
    stampFile(database)
  } catch (error) {
    throw nameFault(error)
  }
}

function readerOf(path: string): SqliteDatabase {
  const database = new Database(path, { timeout: BUSY_MS })
  database.pragma('cache_size = -4000')
  database.pragma('query_only = ON')
  return database
}

/** From a connection of its own, which keeps to one moment: whatever is written meanwhile, the copy comes to its end. */
async function backupOf(path: string, target: string): Promise<void> {
  const database = readerOf(path)
  try {
    database.exec('BEGIN')
    database.prepare('SELECT seq FROM store').get()
    await backup(database, target)
  } finally {
    database.close()
  }
}

/** In the transaction that has begun; it has ended afterwards. */
async function commitOrRollBack<Result>(
  database: SqliteDatabase,
  db: Queries,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(db)
    await sql`COMMIT`.execute(db)
    return result
  } catch (error) {
    // Some errors, such as a full disk, have ended it already.
    if (database.inTransaction) await sql`ROLLBACK`.execute(db)
    throw error
  }
}

/** How long to wait for another process that is writing. */
const BUSY_MS = 5_000
const ASK_AGAIN_MS = 5

/**
 * Takes the write lock. SQLite itself would wait with the event loop at rest, and for ever where the lock's holder is in this
 * process.
 */
async function begin(db: Queries, busyMs: number): Promise<void> {
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    try {
      await sql`BEGIN IMMEDIATE`.execute(db)
      return
    } catch (error) {
      if (!isBusy(error) || waited >= busyMs) throw error
    }
    await setTimeout(ASK_AGAIN_MS)
  }
}

const isBusy = (error: unknown) =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** The writer last: it empties the write-ahead log into the file. */
async function closeAll(connections: ReadonlySet<Queries>): Promise<void> {
  for (const db of connections) {
    // Behind what has begun. Kysely closes only what was used.
    await db.connection().execute(async () => undefined)
    await db.destroy()
  }
}

/** A mistyped folder would get an empty store, and the agent would copy all news again. */
function refuseMissingFolder(path: string): void {
  const fault = path === ':memory:' ? undefined : missingParent(path)
  if (fault) throw new StoreError('STORE_UNUSABLE', `${path} (${PURPOSE}) cannot be made: ${fault}`)
}
