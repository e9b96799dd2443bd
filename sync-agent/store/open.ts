/** Opens the agent's store. */
import { StoreError } from '../../shared/sqlite/open.ts'
import { isPostgres, refuseOtherAddress } from '../is-postgres.ts'
import type { Engine } from './engine.ts'
import { movedFault } from './fence.ts'
import type { PostgresOptions } from './postgres/engine.ts'
import { completeIndex } from './search.ts'
import { openSqlite, type SqliteOptions } from './sqlite/engine.ts'
import type { AgentStore } from './store.ts'

export type OpenOptions = SqliteOptions & PostgresOptions

/**
 * Opens or creates the agent's store.
 *
 * Its methods also throw a {@link StoreError} when the disk is full, or the file is read-only or corrupt.
 *
 * @param db a file of SQLite, or an address `postgres://…`
 * @throws {StoreError} it cannot be used, belongs to another program, or is from a newer version
 */
export async function openStore(db: string, options?: OpenOptions): Promise<AgentStore> {
  const engine = await openEngine(db, options)
  try {
    return await storeOn(engine, db)
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** @throws {StoreError} */
export async function openEngine(db: string, options?: OpenOptions): Promise<Engine> {
  if (!isPostgres(db)) {
    refuseOtherAddress(db)
    return openSqlite(db, options)
  }
  // Loaded by those who need it.
  const { openPostgres } = await import('./postgres/engine.ts')
  return openPostgres(db, options)
}

async function storeOn(engine: Engine, db: string): Promise<AgentStore> {
  const { identity, unfinished_copy, moved_to } = await engine.reading
    .selectFrom('store')
    .select(['identity', 'unfinished_copy', 'moved_to'])
    .executeTakeFirstOrThrow()
  if (unfinished_copy !== null) {
    throw new StoreError(
      'STORE_UNUSABLE',
      `${isPostgres(db) ? 'the schema in PostgreSQL' : db} holds an unfinished copy of another store; finish it: run migrate again with the same --from and --to`,
    )
  }
  if (moved_to !== null) throw movedFault(moved_to)
  await completeIndex(engine)
  return { ...engine, identity }
}
