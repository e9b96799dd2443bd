/** Opens the agent's store. */
import { StoreError } from '../../shared/sqlite/open.ts'
import { isPostgres, refuseOtherAddress } from '../is-postgres.ts'
import { applyStore } from './apply.ts'
import { changeLog } from './change-log.ts'
import { markStore } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { feedStore } from './feed-rows.ts'
import { leaseStore, movedFault } from './fence.ts'
import { followerStore } from './followers.ts'
import { journalStore } from './journal.ts'
import { mediaStore } from './media-store.ts'
import { popupStore } from './popup-rows.ts'
import type { PostgresOptions } from './postgres/engine.ts'
import { quarantineStore } from './quarantine-rows.ts'
import { newsStore } from './reading.ts'
import { remarkStore } from './remark-rows.ts'
import { completeIndex, searchStore } from './search.ts'
import { sourceStore } from './service-source.ts'
import { openSqlite, type SqliteOptions } from './sqlite/engine.ts'
import { stagingStore } from './staging.ts'
import type { AgentStore } from './store.ts'
import { streamStore } from './stream-rows.ts'
import { webhookStore } from './webhook-targets.ts'

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
  return {
    identity,
    ...streamStore(engine),
    ...sourceStore(engine),
    ...newsStore(engine),
    ...changeLog(engine),
    ...followerStore(engine),
    ...searchStore(engine),
    ...feedStore(engine),
    ...markStore(engine),
    ...popupStore(engine),
    ...quarantineStore(engine),
    ...remarkStore(engine),
    ...journalStore(engine),
    ...leaseStore(engine),
    ...stagingStore(engine),
    ...applyStore(engine),
    webhooks: webhookStore(engine),
    media: mediaStore(engine),
    replaced: async () => engine.replaced(),
    backup: engine.backup,
    close: engine.close,
  }
}
