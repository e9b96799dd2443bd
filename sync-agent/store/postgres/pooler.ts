/**
 * A pooler that gives one connection to the server to several in turn, as PgBouncer does in transaction mode: settings of one
 * are another's then, and a store is read-only, or gone, by chance.
 */
import { sql } from 'kysely'
import { StoreError } from '../../../shared/sqlite/open.ts'
import type { Queries } from '../tables.ts'

/**
 * @param one has a connection that it keeps while it is idle
 * @param other gets the same one only from such a pooler
 * @throws {StoreError}
 */
export async function refuseSharedConnection(one: Queries, other: Queries, name: string): Promise<void> {
  const ofOne = await serverProcess(one)
  const isShared = await other.transaction().execute(async db => {
    if ((await serverProcess(db)) !== ofOne) return false
    // Nothing of ours stays for others who get it.
    await sql`RESET ALL`.execute(db)
    return true
  })
  if (!isShared) return
  throw new StoreError(
    'STORE_UNUSABLE',
    `the ${name} is behind a pooler in transaction mode, which gives one connection to several in turn; set pool_mode = session for it in PgBouncer, or name the server itself in --db`,
  )
}

async function serverProcess(db: Queries): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
  return rows[0]?.pid
}
