/** pg's pool, for Kysely: what each connection is set to, and what is done about those that are refused or dead. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { codeOf } from '../../../shared/error-code.ts'
import { StoreError, type StoreFault } from '../../../shared/sqlite/open.ts'
import { within } from '../../../shared/within.ts'
import type { Availability } from '../availability.ts'
import { STATEMENT_NAMES } from '../insert.ts'
import type { Queries, Tables } from '../tables.ts'
import type { PostgresAddress } from './address.ts'
import { isConnectionLost, isUnanswered, postgresFault } from './faults.ts'

export interface ConnectionLimits {
  /** Connections at once. */
  most: number
  isReadOnly: boolean
  /** Longest statement; a server that says nothing for a fifth longer is away. */
  statementMs: number
}

/** For a connection, made or waited for. */
const CONNECT_MS = 5_000
/** For its first statement, and the beginning of a transaction: the machine may be gone without a word. */
const SILENCE_MS = 3_000
const IDLE_MS = 60_000
/** A transaction of an agent that is suspended or cut off ends after this time, and another agent can write. */
const IDLE_IN_TRANSACTION_MS = 5_000
const LOCK_MS = 30_000
/** A server or a role with a limit (SQLSTATE), one that lets this role in no more, or no password. */
const REFUSED = /^(53300|28|STORE_REFUSED)/
const BEGIN = /^(begin|start transaction)/
/** These succeed without the store as well, of which an answer tells that it is there. */
const OF_TRANSACTIONS = /^(begin|start transaction|commit|rollback|savepoint|release)/i
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

/** @param availability refuses calls while the database is away; undefined: none is refused */
export function connectionsTo(
  address: PostgresAddress,
  limits: ConnectionLimits,
  availability: () => Availability | undefined = () => undefined,
): Connections {
  let lost = 0
  const pool = new pg.Pool({
    ...address.client,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    max: limits.most,
    query_timeout: 1.2 * limits.statementMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    types: { getTypeParser },
    onConnect: client => prepare(client, address, limits),
  })
  /** Made, and not given up. */
  const open = new Set<pg.PoolClient>()
  pool.on('error', () => {
    lost += 1
  })
  pool.on('connect', client => open.add(client))
  pool.on('release', (error, client) => error && open.delete(client))
  pool.on('remove', client => {
    open.delete(client)
    // There may be room for more again.
    pool.options.max = limits.most
  })

  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch(error => {
      if (REFUSED.test(codeOf(error)) && open.size > 0) {
        // Those that are open serve in turn.
        pool.options.max = open.size
        return connect()
      }
      const isPlainRefused = /no encryption/.test(error.message)
      if (address.isTlsOptional && (isPlainRefused || /does not support SSL/.test(error.message))) {
        pool.options.ssl = isPlainRefused && address.client.ssl
        return connect()
      }
      throw error
    })

  const faultOf = (error: unknown) => {
    const fault = postgresFault(address.name, error)
    availability()?.noteFault(fault, ask)
    return fault
  }
  /** The store, not the server alone: it may be there without the store. */
  const ask = async () => {
    try {
      const client = await connect()
      await client.query(limited({ text: 'SELECT seq FROM store' })).then(
        () => client.release(),
        error => {
          client.release(true)
          throw error
        },
      )
    } catch (error) {
      throw postgresFault(address.name, error)
    }
  }
  const connectOrTell = () =>
    connect().catch(error => {
      throw faultOf(error)
    })

  /** What was idle beside a connection that is dead may be dead as well, and each would be waited for. */
  const discardIdle = async () => {
    while (pool.idleCount > 0) {
      await pool.connect().then(
        client => client.release(true),
        () => undefined,
      )
    }
  }

  /** What fails first on a connection that is dead is asked once more, on a new one. */
  const acquire = async () => {
    await availability()?.refuseWhileAway()
    let client = await connectOrTell()
    let release = client.release
    let isFirst = true
    const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
      const isRepeatable = isFirst
      isFirst = false
      try {
        const result = await client.query(statement(text, values))
        if (!OF_TRANSACTIONS.test(text)) availability()?.noteAnswer()
        return result
      } catch (error) {
        const isLost = isConnectionLost(error)
        if (!isLost && !isUnanswered(error)) throw faultOf(error)
        lost += 1
        release(true)
        release = () => undefined
        await discardIdle()
        // A read without an answer has waited for long.
        if (!isRepeatable || !(isLost || BEGIN.test(text))) throw faultOf(error)
        client = await connectOrTell()
        release = client.release
        return query(text, values)
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (isDiscarded?: boolean) => release(isDiscarded),
    }
  }
  const end = async () => {
    await within(END_MS, pool.end())
    // With a statement under way.
    for (const client of open) void client.end()
  }
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect: acquire, end } })
  return { queries: new Kysely<Tables>({ dialect }), lost: () => lost }
}

/** pg's types do not know the time-out of a single statement. */
const limited = (query: pg.QueryConfig): pg.QueryConfig => Object.assign(query, { query_timeout: SILENCE_MS })

function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  const query = { name: STATEMENT_NAMES.get(text), text, values: values.map(storable) }
  return BEGIN.test(text) ? limited(query) : query
}

/**
 * The settings are not pg's options of a connection, which PgBouncer refuses or ignores.
 * In one call, because each connection waits for it.
 */
async function prepare(
  client: pg.ClientBase,
  { name, schema }: PostgresAddress,
  { isReadOnly, statementMs }: ConnectionLimits,
): Promise<void> {
  const settings = Object.entries({
    search_path: pg.escapeIdentifier(schema),
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    default_transaction_isolation: 'read committed',
    statement_timeout: statementMs,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }).map(([setting, value]) => `set_config('${setting}', ${pg.escapeLiteral(`${value}`)}, false)`)
  // A statement that waits gets the error, and the next one fails; without a listener, it would end the process.
  client.on('error', () => undefined)
  const text = `SELECT current_setting('server_version_num')::integer / 10000 AS version,
                       current_setting('server_encoding') AS encoding,
                       pg_is_in_recovery() AS "isStandby", ${settings.join(', ')}`
  const { rows } = await client.query<{ version: number; encoding: string; isStandby: boolean }>(
    limited({ text }),
  )
  const { version = 0, encoding, isStandby } = rows[0] ?? {}
  const refusal = (code: StoreFault, what: string) => new StoreError(code, `the ${name} ${what}`)
  // Its news is old, and a connection that is kept would stay with it.
  if (isStandby) throw refusal('STORE_UNREACHABLE', 'is a standby; name the server that takes writes')
  if (version < OLDEST_VERSION) {
    const needed = `schoolbell needs ${OLDEST_VERSION} or newer`
    throw refusal('STORE_UNUSABLE', `runs on PostgreSQL ${version}; ${needed}`)
  }
  if (encoding !== 'UTF8')
    throw refusal('STORE_UNUSABLE', `has the encoding ${encoding}, ${ANOTHER_ENCODING}`)
}

const ANOTHER_ENCODING =
  'which lacks letters; make the database anew: createdb --encoding=UTF8 --template=template0'

/** PostgreSQL has no U+0000 in texts. What was received has it as an escape in its JSON. */
const storable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/** Whole numbers of 64 bits and sums come as texts otherwise; none here is above 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
  return isNumber ? Number : pg.types.getTypeParser(oid, format as 'text')
}
