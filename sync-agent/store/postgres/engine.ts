/**
 * PostgreSQL: a schema of a database. Several connections read, and one writes.
 *
 * Writing transactions of all agents follow one another: each locks the row of `store` first. Nobody reads that row with a
 * lock, and signs of life do not wait for it.
 */

import { sql } from 'kysely'
import PQueue from 'p-queue'
import { within } from '../../../shared/within.ts'
import type { Availability } from '../availability.ts'
import { BackupError } from '../backup-error.ts'
import type { Engine } from '../engine.ts'
import type { Queries } from '../tables.ts'
import { type PostgresAddress, postgresAddress } from './address.ts'
import { APPLICATION, connectionsTo, END_MS } from './connections.ts'
import { openSchema } from './open-schema.ts'
import { refuseSharedConnection } from './pooler.ts'
import { searchIndex } from './search.ts'

export { postgresAddress }

/** Visitors wait for the first, and no one for the second, which may write a large answer. */
const READING = { most: 8, isReadOnly: true, statementMs: 15_000 }
const WRITING = { most: 1, isReadOnly: false, statementMs: 60_000 }
/** Popup messages wait for neither, and signs of life for none of them. */
const ASIDE = { most: 1, isReadOnly: false, statementMs: 3_000 }

/** So many changes, and each doubling of them, may change how the store is read best, also in the middle of a large answer. */
const MANY_CHANGES = 1_000

export interface PostgresOptions {
  /** For operators: a schema without a store is refused, and none is made. Default false. */
  mustExist?: boolean
  /** Refuses calls while the database is away. Default: none is refused. */
  availability?: Availability
}

/** @throws {StoreError} the database cannot be used, its schema is another program's, or from a newer version */
export async function openPostgres(
  db: string,
  { mustExist = false, availability }: PostgresOptions = {},
): Promise<Engine> {
  const address = postgresAddress(db)
  let isOpen = false
  // Before, it cannot be opened, and that is said once.
  const observer = () => (isOpen ? availability : undefined)
  const reader = connectionsTo(address, READING, observer)
  const writer = connectionsTo(address, WRITING, observer)
  const beside = connectionsTo(address, ASIDE, observer)
  const signs = connectionsTo(address, ASIDE, observer)
  const reading = reader.queries
  const close = async () => {
    availability?.close()
    await Promise.all([reader, writer, beside, signs].map(({ queries }) => queries.destroy()))
  }
  try {
    await refuseSharedConnection(writer.queries, reading, address.name)
    await openSchema(writer.queries, address, mustExist)
    isOpen = true
  } catch (error) {
    await close()
    throw error
  }
  let plannedFor = 0
  // The pool would give up on a transaction that waits long for the one before.
  const turns = new PQueue({ concurrency: 1 })
  return {
    reading,
    snapshot: work =>
      reading.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    write: work =>
      turns.add(() =>
        writer.queries.transaction().execute(async db => {
          await sql`SELECT FROM store FOR UPDATE`.execute(db)
          return work(db)
        }),
      ),
    writeAside: work => beside.queries.transaction().execute(work),
    writeSign: work => signs.queries.transaction().execute(work),
    oneWriter: false,
    endAbandoned: async () => {
      await endAbandoned(signs.queries)
    },
    writers: {
      get lost() {
        return writer.lost() + signs.lost()
      },
      lostBefore: undefined,
    },
    replaced: () => undefined,
    stamp: async () => undefined,
    async noteGrowth(db, table, seq) {
      if (seq !== undefined) {
        if (seq < Math.max(MANY_CHANGES, 2 * plannedFor)) return
        plannedFor = seq
      }
      await sql`ANALYZE ${sql.table(table)}`.execute(db)
    },
    async lastNumber(db, table) {
      const { rows } = await sql<{ last: number }>`
        SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')), 0) AS last`.execute(
        db,
      )
      return rows[0]?.last ?? 0
    },
    async numberAfter(db, table, last) {
      await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${Math.max(last, 1)}, ${last > 0})`.execute(
        db,
      )
    },
    search: searchIndex,
    verify: async () => undefined,
    backup: () => Promise.reject(noBackup(address)),
    async close() {
      await within(END_MS, turns.onIdle())
      await close()
    },
  }
}

/**
 * The server's own time-outs do not run in the middle of a message: when the network is cut while a statement or its result is
 * under way, the row of `store` stays locked. Who waits for the row itself does not wait for its client.
 */
async function endAbandoned(db: Queries): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE relation = 'store'::regclass AND mode = 'RowShareLock'
      AND datname = current_database() AND application_name = ${APPLICATION}
      AND wait_event_type = 'Client' AND state_change < clock_timestamp() - interval '2 seconds'`.execute(db)
}

/** Another program's work, which knows the whole database. */
const noBackup = ({ database, schema }: PostgresAddress) =>
  new BackupError(
    `the store is in PostgreSQL, which has its own backup: pg_dump --schema=${schema} --file=news.sql ${database}`,
  )
