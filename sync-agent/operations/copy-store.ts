/**
 * Moves a store to another engine or place: from a file to PostgreSQL, or back. Identity, `seq` and everything else go along, so
 * that followers, webhooks and readers notice nothing.
 */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { isPostgres } from '../is-postgres.ts'
import { defaultLeaseMs } from '../options/options.ts'
import {
  type CopyProgress,
  type CopyResult,
  copyStore,
  refuseLongIdentifiers,
  refuseUnfit,
} from '../store/copy.ts'
import type { Engine } from '../store/engine.ts'
import { LeaseLostError, readLease } from '../store/fence.ts'
import { openEngine } from '../store/open.ts'
import { Lease } from '../sync/lease.ts'

export interface MigrateOptions {
  /** A store: a file, or an address `postgres://…`. Its news stay as they are. */
  from: string
  /** A new file, or a database without a store. Or where a copy of the same store was interrupted. */
  to: string
  /** How long a writer of `from` must be silent. Default: as an agent's. */
  leaseMs?: number | undefined
  onProgress?: ((progress: CopyProgress) => void) | undefined
}

export interface MigrateReport {
  identity: string
  seq: number
  tables: CopyResult[]
}

/** Of the lease's length: an agent that was killed a moment ago holds it until it has been silent for all of it. */
const PATIENCE = 1.5

/**
 * @throws {CopyError} the source was never used or has moved before, the target is in use or cannot hold an identifier, or something writes one of the stores
 * @throws {LeaseHeldError} an agent writes `from`
 * @throws {LeaseLostError} an agent has taken `from` over
 * @throws {StoreError} a store cannot be used
 */
export async function migrateStore(options: MigrateOptions, signal: AbortSignal): Promise<MigrateReport> {
  const { from, to, leaseMs = defaultLeaseMs(options.from), onProgress = () => undefined } = options
  await using source = await opened(from, true)
  await refuseUnfit(source.engine)
  if (isPostgres(to) && !isPostgres(from)) await refuseLongIdentifiers(source.engine)
  const holder = `schoolbell sync migrate, ${hostname()}:${process.pid}`
  const lease = new Lease({
    ...{ store: source.engine, isMover: true, holder, leaseMs },
    logger: pino({ level: 'silent' }),
  })
  const token = await lease.acquire({ withinMs: PATIENCE * leaseMs, signal })
  try {
    await using target = await opened(to, false)
    const goOn = async () => {
      signal.throwIfAborted()
      if ((await readLease(source.engine.reading)).token === token) return
      throw new LeaseLostError(
        'an agent has begun to write the store that is copied; stop it, and run this again',
      )
    }
    const engines = { source: source.engine, target: target.engine }
    const tables = await copyStore({ ...engines, token, place: await placeOf(to), onProgress, goOn })
    const { identity, seq } = await target.engine.reading
      .selectFrom('store')
      .select(['identity', 'seq'])
      .executeTakeFirstOrThrow()
    return { identity, seq, tables }
  } finally {
    await lease.release()
  }
}

/** Loaded by those who need it. */
async function placeOf(db: string): Promise<string> {
  if (!isPostgres(db)) return resolve(db)
  const { postgresAddress } = await import('../store/postgres/engine.ts')
  return `the ${postgresAddress(db).name}`
}

async function opened(db: string, mustExist: boolean): Promise<AsyncDisposable & { engine: Engine }> {
  const engine = await openEngine(db, { mustExist })
  return { engine, [Symbol.asyncDispose]: engine.close }
}
