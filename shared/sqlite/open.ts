/** Opens a SQLite file the way both stores need it: durable, checked, brought up to the program's schema. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from '../files/make-folder.ts'
import { writeFault } from '../files/path-fault.ts'
import { refuseOldNode } from '../node-version.ts'

export type SqliteDatabase = Database.Database

/** One step of a schema's history. Never edited once released. */
export type Migration = (database: SqliteDatabase) => void

export interface OpenOptions {
  /** A file, or `:memory:`. */
  path: string
  /** What the file is for, as in `the agent's store`; said in errors. */
  purpose: string
  /** The four bytes that mark the file as this part's own (SQLite's application_id). */
  applicationId: number
  /** The last brings a file to the schema of today; its number is `oldest` and the length of the list together. */
  migrations: readonly Migration[]
  /** Makes the schema of today in a new file. Default: the migrations do, one after another. */
  fresh?: Migration
  /** The number of the oldest schema that the migrations bring up; a file with an earlier one is refused. Default 0. */
  oldest?: number
  /** How long to wait, with the event loop at rest, for what another process has locked. Milliseconds, default 5,000. */
  busyMs?: number
  /** Whether its owner alone may read the file, its journals, and a folder that is made for it. Default: as the process makes files. */
  isPrivate?: boolean
  /**
   * `wal`, the default: readers and a writer at once. `kept`: one process alone, and the room that its journal once took
   * stays taken, so that small changes need none on a full disk.
   */
  journal?: 'wal' | 'kept'
  /** Whether a file in a read-only folder is read into memory, to be read only. Default false: it cannot be used. */
  orReadOnly?: boolean
}

export type StoreFault =
  | 'STORE_UNUSABLE'
  | 'STORE_FOREIGN'
  | 'STORE_NEWER'
  | 'STORE_OLDER' // an earlier version of the program can bring it up to a schema that this one takes over
  | 'STORE_FULL' // no room for what was to be written
  | 'STORE_READ_ONLY'
  | 'STORE_CORRUPT'
  | 'STORE_ADDRESS' // names no store: a mistake in the call
  | 'STORE_UNREACHABLE' // a database server that does not answer now
  | 'STORE_REFUSED' // it does not let this user in, or has no such database
  | 'STORE_MOVED' // it was copied to another place, where the agent writes
  | 'STORE_BUSY' // it answers, but not in time
  | 'STORE_REPLACED' // another file has its name: what is written would be lost

const BUSY_MS = 5_000

/** The file cannot be used. Nothing in it was changed. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreFault

  constructor(code: StoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Opens or creates a database and applies the migrations it lacks, all or none.
 *
 * @throws {StoreError} the folder or file cannot be read or written, is another program's, or is from a newer version or one too old
 * @throws {NodeVersionError}
 */
export function openDatabase(options: OpenOptions): SqliteDatabase {
  refuseOldNode(process.versions.node)
  const { path, purpose } = options
  try {
    return openAsAllowed(options)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw storeFault(path, purpose, error, unusable(path, purpose, error))
  }
}

function openAsAllowed(options: OpenOptions): SqliteDatabase {
  try {
    return prepared(openFile(options), options)
  } catch (error) {
    const copy = options.orReadOnly && isReadOnly(error) ? readOnlyCopy(options.path) : undefined
    if (!copy) throw error
    return prepared(copy, options)
  }
}

function prepared(database: SqliteDatabase, options: OpenOptions): SqliteDatabase {
  const { path, journal = 'wal' } = options
  try {
    // Looked at before the first pragma that writes: a file that is not ours stays byte for byte what it was.
    // In one transaction: another process may be creating the file, and its tables come together with its mark.
    database.transaction(() => recognise(database, options))()
    // Before anything is written: SQLite makes its journals with the permissions that the file has.
    if (options.isPrivate) closeToOthers(path)
    if (journal === 'wal') useWriteAheadLog(database)
    else database.pragma('journal_mode = PERSIST')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    migrateIfOld(database, options)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const isReadOnly = (error: unknown) =>
  error instanceof Database.SqliteError && /^SQLITE_(READONLY|CANTOPEN)/.test(error.code)

/**
 * SQLite keeps files beside a database with a write-ahead log, also to read it. In a folder that takes no files, the database
 * can be read from memory, unless changes wait in such a file.
 */
function readOnlyCopy(path: string): SqliteDatabase | undefined {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 || !existsSync(path))
    return undefined
  const bytes = readFileSync(path)
  // Its format without a write-ahead log, the only one in memory.
  bytes.fill(1, 18, 20)
  return new Database(bytes, { readonly: true })
}

/**
 * What SQLite says of a full disk, a read-only file or a corrupt one, as one clear sentence; any other error as it is.
 *
 * @param otherwise what to give back in place of any other error
 */
export function storeFault(path: string, purpose: string, error: unknown, otherwise = error): unknown {
  if (!(error instanceof Database.SqliteError)) return otherwise
  const fail = (code: StoreFault, what: string) =>
    new StoreError(code, `${path} (${purpose}) ${what}`, { cause: error })
  // The extended codes begin with these.
  if (error.code.startsWith('SQLITE_FULL')) {
    return fail('STORE_FULL', 'cannot grow: the disk is full; nothing was changed, make room')
  }
  if (error.code.startsWith('SQLITE_READONLY')) {
    return fail(
      'STORE_READ_ONLY',
      'cannot be written: the file or its folder is read-only for this user; nothing was changed, give it write access to both',
    )
  }
  if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB') {
    return fail(
      'STORE_CORRUPT',
      `is no SQLite database, or a damaged one (${error.message}); nothing was changed, put a backup in its place`,
    )
  }
  if (error.code.startsWith('SQLITE_CANTOPEN') && cannotBeMade(path)) {
    return fail(
      'STORE_READ_ONLY',
      'cannot be made: its folder is read-only for this user; give it write access',
    )
  }
  return otherwise
}

function cannotBeMade(path: string): boolean {
  if (existsSync(path) || !existsSync(dirname(path))) return false
  try {
    accessSync(dirname(path), constants.W_OK)
    return false
  } catch {
    return true
  }
}

function openFile({ path, purpose, isPrivate, busyMs = BUSY_MS }: OpenOptions): SqliteDatabase {
  try {
    if (path !== ':memory:') {
      makeFolder(dirname(path), isPrivate ? 0o700 : undefined)
      // Closed from its first moment: who has opened it then could read on.
      if (isPrivate && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    }
    return new Database(path, { timeout: busyMs })
  } catch (error) {
    throw isReadOnly(error) ? error : unusable(path, purpose, error)
  }
}

/** A file that an older version has made, and journals left of a process that was killed. */
function closeToOthers(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) chmodSync(file, 0o600)
    } catch {
      // Another user's file, which this one may write: its owner decides.
    }
  }
}

/** A file that holds tables under another mark belongs to somebody else; one with a later schema, to a later version. */
function recognise(database: SqliteDatabase, options: OpenOptions): void {
  const { path, purpose, applicationId, oldest = 0 } = options
  const mark = database.pragma('application_id', { simple: true })
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  if (mark !== applicationId && (mark !== 0 || tables !== 0)) {
    throw new StoreError('STORE_FOREIGN', `${path} holds something else than ${purpose}; name another file`)
  }
  const version = versionOf(database)
  const known = newest(options)
  if (version > known) {
    throw new StoreError(
      'STORE_NEWER',
      `${path} (${purpose}) has schema ${version}, this program knows ${known}; use the newer schoolbell`,
    )
  }
  if (version > 0 && version < oldest) {
    throw new StoreError(
      'STORE_OLDER',
      `${path} (${purpose}) has schema ${version}, this program takes over ${oldest} and later; open it once with an earlier schoolbell, which brings it up to ${oldest}`,
    )
  }
}

/** How often the mode is asked for while other processes open the same new file. */
const MODE_ATTEMPTS = 20

/** Unlike everything else, a change of mode does not wait while another process changes it; taking the write lock does. */
function useWriteAheadLog(database: SqliteDatabase): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!busy || attempt === MODE_ATTEMPTS) throw error
      database.transaction(() => {}).immediate()
    }
  }
}

/** Nothing to do needs no lock, so a file that can only be read is opened all the same. */
function migrateIfOld(database: SqliteDatabase, options: OpenOptions): void {
  if (versionOf(database) < newest(options)) migrate(database, options)
}

/** In one transaction, the version read again inside it: two processes may open the file at once. */
function migrate(database: SqliteDatabase, options: OpenOptions): void {
  const { applicationId, migrations, fresh, oldest = 0 } = options
  database
    .transaction(() => {
      const version = versionOf(database)
      if (version >= newest(options)) return
      const steps = version === 0 && fresh ? [fresh] : migrations.slice(version - oldest)
      for (const step of steps) step(database)
      database.pragma(`application_id = ${applicationId}`)
      database.pragma(`user_version = ${newest(options)}`)
    })
    .immediate()
}

const newest = ({ migrations, oldest = 0 }: OpenOptions) => oldest + migrations.length

const versionOf = (database: SqliteDatabase) => Number(database.pragma('user_version', { simple: true }))

function unusable(path: string, purpose: string, cause: unknown): StoreError {
  const message = `${path} cannot be used for ${purpose}: ${writeFault(path, cause)}`
  return new StoreError('STORE_UNUSABLE', message, { cause })
}
