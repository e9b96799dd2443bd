/** A connection for one piece of work: nothing is kept open between two changes of the news, and a new password counts at once. */
import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import SQLite from 'better-sqlite3'
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { createPool, type PoolOptions, type SslOptions } from 'mysql2'
import pg from 'pg'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { readPrivate } from '../../../shared/files/private-file.ts'
import { postgresAddress } from '../../store/postgres/address.ts'
import { DestinationError } from '../error.ts'
import { fileOf, type SqlAddress } from './address.ts'
import { faultOf } from './faults.ts'

/** Tables and columns are the operator's. */
export type AnyTable = Kysely<Record<string, Record<string, unknown>>>

export interface SqlPlace {
  address: SqlAddress
  /** Undefined: where libpq looks for it, or none. */
  passwordFile: string | undefined
}

const CONNECT_MS = 5_000
/** For all of a piece of work: a server may be gone without a word. */
const WORK_MS = 120_000
/** The agent itself waits for no other program. */
const LOCKED_MS = 100

/** @throws {DestinationError} the database cannot be reached or refuses the user, or whatever else it says */
export async function connected<Result>(
  place: SqlPlace,
  signal: AbortSignal,
  work: (db: AnyTable) => Promise<Result>,
): Promise<Result> {
  const { address } = place
  signal.throwIfAborted()
  const socket = new Socket()
  const db: AnyTable = new Kysely({ dialect: dialectOf(place, socket) })
  const over = AbortSignal.any([signal, AbortSignal.timeout(WORK_MS)])
  const cut = Promise.withResolvers<never>()
  const abort = () => cut.reject(new Error('timeout: no answer in time'))
  over.addEventListener('abort', abort)
  try {
    return await Promise.race([begin(db, address).then(() => work(db)), cut.promise])
  } catch (error) {
    signal.throwIfAborted()
    throw faultOf(address.name, error)
  } finally {
    const ended = db.destroy()
    await Promise.race([ended, cut.promise]).catch(() => undefined)
    over.removeEventListener('abort', abort)
    socket.destroy()
  }
}

/** What the table is given, it takes whole or not at all. */
async function begin(db: AnyTable, { engine }: SqlAddress): Promise<void> {
  if (engine === 'mysql')
    // The driver writes values into statements as it is right without NO_BACKSLASH_ESCAPES alone.
    await sql`SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'`.execute(
      db,
    )
}

/** @param socket the connection, so that it can be cut */
function dialectOf({ address, passwordFile }: SqlPlace, socket: Socket): Dialect {
  const { engine, url } = address
  if (engine === 'sqlite') return new SqliteDialect({ database: openFile(fileOf(url)) })
  const password = passwordFile === undefined ? undefined : passwordIn(passwordFile)
  if (engine === 'mysql') return new MysqlDialect({ pool: createPool(mysqlOptions(url, password, socket)) })
  const pool = new pg.Pool({
    ...postgresAddress(url.href, WORDS).client,
    ...(password !== undefined && { password }),
    ...{ max: 1, connectionTimeoutMillis: CONNECT_MS, application_name: 'schoolbell' },
    stream: () => socket,
  })
  // What was asked for fails then, and says why.
  const ignored = () => undefined
  pool.on('error', ignored).on('connect', client => client.on('error', ignored))
  return new PostgresDialect({ pool })
}

/**
 * All of it or nothing.
 *
 * @param mayEnd called before the end, when all that was written is locked; what it throws takes it back
 */
export async function inTransaction(
  db: AnyTable,
  { engine }: Pick<SqlAddress, 'engine'>,
  work: (db: AnyTable) => Promise<void>,
  mayEnd: () => Promise<void> = async () => undefined,
): Promise<void> {
  await db.connection().execute(async connection => {
    await sql.raw(engine === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN').execute(connection)
    try {
      await work(connection)
      await mayEnd()
      await sql`COMMIT`.execute(connection)
    } catch (error) {
      // SQLite may have taken it back by itself, and a connection may be gone: the first fault tells more.
      await sql`ROLLBACK`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

const WORDS = { address: 'the table’s address', passwordOption: '--password-file' }

/** Of the site, which makes it. */
function openFile(path: string): SQLite.Database {
  try {
    const file = new SQLite(path, { fileMustExist: true, timeout: LOCKED_MS })
    file.pragma('foreign_keys = ON')
    return file
  } catch (error) {
    const reason = existsSync(path) ? Object(error).message : 'it does not exist; make it first'
    throw new DestinationError('DESTINATION_UNREACHABLE', `the file ${path} cannot be used: ${reason}`)
  }
}

function mysqlOptions(url: URL, password: string | undefined, socket: Socket): PoolOptions {
  const path = url.searchParams.get('socket')
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const ssl = path || isThisMachine(host) ? undefined : tlsOf(url)
  return {
    stream: () => (path ? socket.connect(path) : socket.connect(Number(url.port || 3306), host)),
    host,
    user: decodeURIComponent(url.username),
    ...(password !== undefined && { password }),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl && { ssl }),
    ...{ charset: 'utf8mb4', connectionLimit: 1, connectTimeout: CONNECT_MS, dateStrings: true },
  }
}

/** The server's certificate is checked, and its name. */
function tlsOf({ searchParams }: URL): SslOptions {
  const file = searchParams.get('ssl-ca')
  return {
    verifyIdentity: true,
    ...(file && { ca: contentOf(file, 'the authority of the server’s certificate') }),
  }
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

function passwordIn(file: string): string {
  const password = contentOf(file, 'the password', readPrivate).replace(/\r?\n$/, '')
  if (password) return password
  throw new DestinationError('DESTINATION_UNREACHABLE', `${file}, the password, is empty`)
}

function contentOf(file: string, what: string, read = (path: string) => readFileSync(path, 'utf8')): string {
  try {
    return read(file)
  } catch (error) {
    throw new DestinationError(
      'DESTINATION_UNREACHABLE',
      `${file}, ${what}, cannot be used: ${pathFault(error)}`,
    )
  }
}
