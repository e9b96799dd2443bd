/**
 * Puts a backup in the place of a store. The file that was there and its log are set aside, not removed: SQLite would take the
 * log for the backup's, and it may have what the backup has not.
 */

import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { pino } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import { type Clock, systemClock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'
import { StoreError } from '../../shared/sqlite/open.ts'
import { isPostgres } from '../is-postgres.ts'
import { defaultLeaseMs } from '../options/options.ts'
import { BackupError } from '../store/backup-error.ts'
import { lastSeq } from '../store/change-marks.ts'
import { openEngine, openStore } from '../store/open.ts'
import { copyFile } from '../store/sqlite/backup.ts'
import type { AgentStore } from '../store/store.ts'
import { listStreams, readState } from '../store/stream-rows.ts'
import { Lease } from '../sync/lease.ts'
import { keyBeside } from './backups.ts'

export interface RestoreOptions {
  /** The store's file; may be missing or damaged. */
  db: string
  /** The backup, a file as `sync backup` makes it. It stays as it is. */
  from: string
  /** How long a writer of `db` must be silent. Default: as an agent's. */
  leaseMs?: number | undefined
  clock?: Clock
}

export interface RestoreReport {
  /** The last change that the backup has. */
  seq: number
  /** When the agent that made it last heard of the service; undefined: never. */
  copiedAt: Temporal.Instant | undefined
  /** A copy of the file that was there; undefined: none was. */
  setAside: string | undefined
  /** The webhooks' key: taken from beside the backup, or the one that was there is another one and stays. Absent: neither. */
  key?: 'restored' | 'kept'
}

/** Of the lease's length: an agent that was killed a moment ago holds it until it has been silent for all of it. */
const PATIENCE = 1.5
/** What is beside a file that is or was open. */
const BESIDE = ['-wal', '-shm']
/** Faults of a file that no agent of this version can be writing. */
const UNWRITTEN = /^STORE_(CORRUPT|REPLACED|NEWER|OLDER|MOVED)$/

/**
 * Interrupted at any moment, the store is the old one, or the new one beside a log that no agent takes for its own.
 *
 * @throws {BackupError} the backup is no store, or the store itself, or in PostgreSQL; or a file cannot be written
 * @throws {LeaseHeldError} an agent writes `db`
 * @throws {StoreError} the backup cannot be used, or `db` is something else than a store
 */
export async function restoreStore(options: RestoreOptions, signal: AbortSignal): Promise<RestoreReport> {
  const { from, leaseMs = defaultLeaseMs(options.db), clock = systemClock } = options
  refuseOther(options)
  const db = existsSync(options.db) ? realpathSync(options.db) : options.db
  const partial = `${db}.partial-${process.pid}`
  try {
    const { seq, copiedAt } = await usableCopy(from, partial, leaseMs, signal)
    await untilUnwritten(db, leaseMs, signal)
    signal.throwIfAborted()
    const setAside = putInPlace(partial, db, clock.now())
    const key = putKey(from, db)
    return { seq, copiedAt, setAside, ...(key && { key }) }
  } finally {
    for (const end of ['', ...BESIDE]) rmSync(`${partial}${end}`, { force: true })
  }
}

function refuseOther({ db, from }: RestoreOptions): void {
  const fail = (why: string) => new BackupError(`${why}; nothing was changed`)
  if (isPostgres(db)) throw fail('a store in PostgreSQL is restored with its own tools, as pg_restore')
  if (statSync(db, { throwIfNoEntry: false })?.isDirectory())
    throw fail(`--db: ${db} is a folder; name the store's file`)
  const backup = statSync(from, { throwIfNoEntry: false })
  if (!backup?.isFile()) throw fail(`${from} is no file; name one that sync backup has made`)
  if (backup.size === 0) throw fail(`${from} is empty; name a file that sync backup has made`)
  if (existsSync(db) && realpathSync(db) === realpathSync(from))
    throw fail(`${from} is the store itself; name a file that sync backup has made`)
}

/** Copies it, brings the copy up to this program's schema, and reads all of it. */
async function usableCopy(
  from: string,
  partial: string,
  leaseMs: number,
  signal: AbortSignal,
): Promise<Pick<RestoreReport, 'seq' | 'copiedAt'>> {
  try {
    await copyFile(from, partial)
    await using engine = closing(await openEngine(partial))
    await engine.verify()
    await using store = closing(await openStore(partial))
    // Whoever held it is not there any more. This also makes it another file than its backup.
    const lease = leaseOf(store, leaseMs)
    await lease.acquire({ takeOver: true, signal })
    await lease.release()
    const streams = await listStreams(store)
    const states = await Promise.all(streams.map(stream => readState(store.reading, stream)))
    const heard = states.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
    const [copiedAt] = heard.toSorted((a, b) => b.epochMilliseconds - a.epochMilliseconds)
    return { seq: await lastSeq(store.reading), copiedAt }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StoreError && error.code !== 'STORE_CORRUPT')
      throw new StoreError(error.code, error.message.replaceAll(partial, from), { cause: error })
    const isDamaged = /^(STORE_CORRUPT|SQLITE_CORRUPT|SQLITE_NOTADB)/.test(String(codeOf(error)))
    const what = isDamaged
      ? 'is damaged, or no store; nothing was changed, name another backup'
      : `cannot be copied into ${dirname(partial)} (${codeOf(error) ?? error}); nothing was changed, see that the folder is there, may be written and has room`
    throw new BackupError(`${from} ${what}`, { cause: error })
  }
}

const closing = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened & AsyncDisposable =>
  Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })

const leaseOf = (store: AgentStore, leaseMs: number) =>
  new Lease({
    ...{ store, leaseMs, logger: pino({ level: 'silent' }) },
    holder: `schoolbell sync restore, ${hostname()}:${process.pid}`,
  })

async function untilUnwritten(db: string, leaseMs: number, signal: AbortSignal): Promise<void> {
  if (!existsSync(db)) return
  try {
    await using store = closing(await openStore(db))
    const lease = leaseOf(store, leaseMs)
    await lease.acquire({ withinMs: PATIENCE * leaseMs, signal })
    await lease.release()
  } catch (error) {
    if (!(error instanceof StoreError && UNWRITTEN.test(error.code))) throw error
  }
}

/** @returns the name of what was there */
function putInPlace(partial: string, db: string, now: Temporal.Instant): string | undefined {
  const isThere = existsSync(db)
  const aside = `${db}.before-${now.toString({ smallestUnit: 'millisecond' }).replaceAll(/[-:]/g, '')}`
  const kept = ['', '-wal'].filter(end => existsSync(`${db}${end}`))
  try {
    const like = isThere ? db : dirname(db)
    // Copies: under a second name, the file would still be the store until the backup has its place.
    for (const end of kept) ownAs(like, copied(`${db}${end}`, `${aside}${end}`))
    ownAs(like, partial)
    if (isThere) chmodSync(partial, statSync(db).mode & 0o777)
    renameSync(partial, db)
    for (const end of BESIDE) rmSync(`${db}${end}`, { force: true })
  } catch (error) {
    throw new BackupError(
      `${db} cannot be replaced (${error instanceof Error ? error.message : error}); it is as it was`,
      { cause: error },
    )
  }
  return kept.length > 0 ? aside : undefined
}

function putKey(from: string, db: string): RestoreReport['key'] {
  const [backup, own] = [keyBeside(from), keyBeside(db)]
  if (!existsSync(backup)) return undefined
  if (existsSync(own)) return readFileSync(own).equals(readFileSync(backup)) ? undefined : 'kept'
  copyFileSync(backup, own)
  chmodSync(own, 0o600)
  ownAs(db, own)
  return 'restored'
}

function copied(file: string, to: string): string {
  copyFileSync(file, to)
  return to
}

/** An operator may be root, but the agent must be able to write it. */
function ownAs(like: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  chownSync(file, uid, gid)
}
