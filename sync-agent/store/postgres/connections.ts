/** Connections as Kysely uses them: with limits, set to the schema, and errors that mean something to an operator get a name. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg, { type ClientConfig } from 'pg'
import { StoreError } from '../../../shared/sqlite/open.ts'
import type { Queries, Tables } from '../tables.ts'
import type { PostgresAddress } from './address.ts'
import { isConnectionLost, isUnanswered, postgresFault } from './faults.ts'
import { hasNoTls, tlsOptions } from './tls.ts'

export interface ConnectionLimits {
  /** Connections at once. */
  most: number
  isReadOnly: boolean
  /** Longest statement; a server that says nothing for a fifth longer is away. */
  statementMs: number
}

const CONNECT_MS = 10_000
const IDLE_MS = 60_000
/** A transaction of an agent that is suspended or cut off ends after this time, and another agent can write. */
const IDLE_IN_TRANSACTION_MS = 5_000
const LOCK_MS = 30_000
const OLDEST_VERSION = 15

/** A server in one's own network may have no TLS: with sslmode prefer, the first connection tells. @throws {StoreError} */
export async function clientConfig({ name, client, tls }: PostgresAddress): Promise<ClientConfig> {
  const config: ClientConfig = {
    ...client,
    application_name: 'schoolbell',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ssl: tlsOptions(tls),
  }
  const isPlain = await hasNoTls(tls, config).catch(error => {
    throw postgresFault(name, error)
  })
  return isPlain ? { ...config, ssl: false } : config
}

export function queriesOn(address: PostgresAddress, config: ClientConfig, limits: ConnectionLimits): Queries {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namedPool(address, config, limits) }) })
}

function namedPool(address: PostgresAddress, config: ClientConfig, limits: ConnectionLimits): PostgresPool {
  const pool = new pg.Pool({
    ...config,
    max: limits.most,
    query_timeout: 1.2 * limits.statementMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    types: { getTypeParser },
    onConnect: client => prepare(client, address, limits),
  })
  // An idle connection was lost: the pool makes another one when it is needed.
  pool.on('error', () => undefined)
  const named = (error: unknown) => postgresFault(address.name, error)
  const connect = () =>
    pool.connect().catch(error => {
      throw named(error)
    })
  return {
    options: pool.options,
    async connect() {
      let client = await connect()
      let isReleased = false
      /** The server may have ended connections while they were idle. Where nothing was said yet, another one does as well. */
      let others = limits.most
      const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
        try {
          return await client.query(text, values.map(storable))
        } catch (error) {
          const isAgain = others > 0 && isConnectionLost(error)
          if (!isAgain && !isUnanswered(error)) throw named(error)
          client.release(true)
          isReleased = true
          if (!isAgain) throw named(error)
          others -= 1
          client = await connect()
          isReleased = false
          return await query(text, values)
        } finally {
          others = 0
        }
      }
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release(isDiscarded) {
          if (!isReleased) client.release(isDiscarded)
        },
      }
    },
    end: () => pool.end(),
  }
}

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
  }
  const calls = Object.keys(settings).map(
    (setting, index) => `set_config('${setting}', $${index + 1}, false)`,
  )
  // A statement that waits gets the error, and the next one fails; without a listener, it would end the process.
  client.on('error', () => undefined)
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS version, ${calls.join(', ')}`,
    Object.values(settings),
  )
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION) {
    throw new StoreError(
      'STORE_UNUSABLE',
      `the ${name} runs on PostgreSQL ${version}; schoolbell needs ${OLDEST_VERSION} or newer`,
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
