/** Connections as Kysely uses them: with limits, set to the schema, and errors that mean something to an operator get a name. */
import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { codeOf } from '../../../shared/error-code.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { within } from '../../../shared/within.ts'
import { STATEMENT_NAMES } from '../insert.ts'
import type { Queries, Tables } from '../tables.ts'
import type { PostgresAddress } from './address.ts'
import { isConnectionLost, isUnanswered, postgresFault } from './faults.ts'
import { otherTls, tlsOptions } from './tls.ts'

export interface ConnectionLimits {
  /** Connections at once. */
  most: number
  isReadOnly: boolean
  /** Longest statement; a server that says nothing for a fifth longer is away. */
  statementMs: number
}

/** For one of them to be free. */
const WAIT_MS = 10_000
/** For a new one, and for the beginning of a transaction: the machine may be gone without a word. */
const SILENCE_MS = 3_000
const IDLE_MS = 60_000
/** A transaction of an agent that is suspended or cut off ends after this time, and another agent can write. */
const IDLE_IN_TRANSACTION_MS = 5_000
const LOCK_MS = 30_000
/** SQLSTATE of a server or a role with a limit, and of one that lets this role in no more. */
const REFUSED = /^(53300|28)/
const BEGIN = /^(begin|start transaction)/
/** A server that says nothing does not keep the agent from its end. */
export const END_MS = 500
const OLDEST_VERSION = 15
/** By which agents know each other's connections. */
export const APPLICATION = 'schoolbell'

export interface Connections {
  queries: Queries
  /** How many were lost. */
  lost(): number
}

/**
 * @param all of every pool of this server: one that goes unanswered tells of the others
 * @throws {StoreError} a file of the TLS settings cannot be used
 */
export function connectionsTo(
  address: PostgresAddress,
  limits: ConnectionLimits,
  all: Set<Socket> = new Set(),
): Connections {
  let lost = 0
  const pool = namedPool(address, limits, all, () => {
    lost += 1
  })
  return { queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), lost: () => lost }
}

function namedPool(
  address: PostgresAddress,
  limits: ConnectionLimits,
  all: Set<Socket>,
  noteLoss: () => void,
): PostgresPool {
  const own = new Set<Socket>()
  const pool = new pg.Pool({
    Client: EndingClient,
    ...address.client,
    stream: () => noted(new Socket(), own, all),
    application_name: APPLICATION,
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
    ssl: tlsOptions(address.tls),
    max: limits.most,
    query_timeout: 1.2 * limits.statementMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    types: { getTypeParser },
    onConnect: client => prepare(client, address, limits),
  })
  // An idle connection was lost: the pool makes another one when it is needed.
  pool.on('error', noteLoss)
  const named = (error: unknown) => postgresFault(address.name, error)
  /** Open and not given up. */
  const made = new Set<pg.PoolClient>()
  pool.on('connect', client => made.add(client))
  pool.on('release', (error, client) => error && made.delete(client))
  pool.on('remove', client => {
    made.delete(client)
    // There may be room for more again.
    pool.options.max = limits.most
  })
  const connectAtAll = (): Promise<pg.PoolClient> =>
    pool.connect().catch(error => {
      const isRefused = error instanceof StoreError || REFUSED.test(codeOf(error) ?? '')
      if (isRefused && made.size > 0) {
        // Those that there are serve in turn. One that is still being made may be refused as well.
        pool.options.max = made.size
        return connectAtAll()
      }
      const ssl = otherTls(address.tls, error)
      if (ssl === undefined) throw error
      pool.options.ssl = ssl
      return pool.connect()
    })
  const connect = () =>
    connectAtAll().catch(error => {
      throw named(error)
    })
  /** What was idle beside one that is dead may be dead as well, and each would be waited for. */
  const discardIdle = async () => {
    while (pool.idleCount > 0) {
      await pool.connect().then(
        client => client.release(true),
        () => undefined,
      )
    }
  }
  const beginMs = Math.min(SILENCE_MS, limits.statementMs)
  return {
    options: pool.options,
    async connect() {
      let client = await connect()
      let isReleased = false
      const release = (isDiscarded?: boolean) => {
        if (!isReleased) client.release(isDiscarded)
        isReleased = true
      }
      /** The server may have ended connections while they were idle. Where nothing was said yet, another one does as well. */
      let others = limits.most
      const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
        const isBegin = BEGIN.test(text)
        try {
          return await client.query(
            limited(
              { name: STATEMENT_NAMES.get(text), text, values: values.map(storable) },
              isBegin && beginMs,
            ),
          )
        } catch (error) {
          const isLost = isConnectionLost(error)
          if (!isLost && !isUnanswered(error)) throw named(error)
          noteLoss()
          const cutSilent = isLost ? () => undefined : silentOnes(all)
          release(true)
          if (!isLost) await discardIdle()
          if (others === 0 || !(isLost || isBegin)) throw named(error)
          others -= 1
          // By then an agent that was suspended has read what had come meanwhile.
          client = await connect().finally(cutSilent)
          isReleased = false
          return await query(text, values)
        } finally {
          others = 0
        }
      }
      return { query: query as unknown as PostgresPoolClient['query'], release }
    },
    async end() {
      const ended = pool.end()
      await within(END_MS, ended)
      // Cut off: with a statement under way, or not made yet.
      for (const socket of own) socket.destroy()
    },
  }
}

function noted(socket: Socket, ...sets: Set<Socket>[]): Socket {
  for (const set of sets) set.add(socket)
  return socket.once('close', () => {
    for (const set of sets) set.delete(socket)
  })
}

/** @returns cuts those on which nothing has come since: who asked over one that is dead asks again over another */
function silentOnes(sockets: Set<Socket>): () => void {
  const heard = new Map([...sockets].map(socket => [socket, socket.bytesRead]))
  return () => {
    for (const [socket, bytes] of heard) if (socket.bytesRead === bytes) socket.destroy()
  }
}

/** pg leaves the socket open when a connection does not come about, as without a password. */
class EndingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    // The pool hides the password from copies of its settings.
    super({ ...settings, password: settings?.password, connectionTimeoutMillis: SILENCE_MS })
  }

  override connect(): Promise<pg.Client>
  override connect(done: (error: Error | null) => void): void
  override connect(done?: (error: Error | null) => void): unknown {
    if (!done) return super.connect()
    return super.connect((error: Error | null) => {
      if (error) this.end().catch(() => undefined)
      done(error)
    })
  }
}

/** pg's types do not know the time-out of a single query. */
const limited = (query: pg.QueryConfig, milliseconds: number | false): pg.QueryConfig =>
  milliseconds === false ? query : Object.assign(query, { query_timeout: milliseconds })

/** In one call, because each connection waits for it. */
async function prepare(
  client: pg.ClientBase,
  { name, schema }: PostgresAddress,
  { isReadOnly, statementMs }: ConnectionLimits,
): Promise<void> {
  const settings = {
    search_path: pg.escapeIdentifier(schema),
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    statement_timeout: `${statementMs}`,
    lock_timeout: `${LOCK_MS}`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}`,
    default_transaction_isolation: 'read committed',
  }
  const calls = Object.keys(settings).map(
    (setting, index) => `set_config('${setting}', $${index + 1}, false)`,
  )
  // A statement that waits gets the error, and the next one fails; without a listener, it would end the process.
  client.on('error', () => undefined)
  const text = `SELECT current_setting('server_version_num')::integer / 10000 AS version,
                       current_setting('server_encoding') AS encoding,
                       pg_is_in_recovery() AS "isStandby", ${calls.join(', ')}`
  const { rows } = await client.query<{ version: number; encoding: string; isStandby: boolean }>(
    limited({ text, values: Object.values(settings) }, SILENCE_MS),
  )
  const { version = 0, encoding, isStandby } = rows[0] ?? {}
  // Its news is old, and a connection that is kept would stay with it.
  if (isStandby) {
    throw new StoreError('STORE_UNREACHABLE', `the ${name} is a standby; name the server that takes writes`)
  }
  if (version < OLDEST_VERSION) {
    throw new StoreError(
      'STORE_UNUSABLE',
      `the ${name} runs on PostgreSQL ${version}; schoolbell needs ${OLDEST_VERSION} or newer`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'STORE_UNUSABLE',
      `the ${name} has the encoding ${encoding}, which lacks letters; make the database anew: createdb --encoding=UTF8 --template=template0`,
    )
  }
}

/** PostgreSQL has no U+0000 in texts. What was received has it as an escape in its JSON. */
const storable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/** Whole numbers of 64 bits and sums come as texts otherwise; none here is above 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
  return isNumber ? Number : pg.types.getTypeParser(oid, format as 'text')
}
