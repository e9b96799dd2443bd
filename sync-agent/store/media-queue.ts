/** Files to download, and the results of attempts. */
import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { showing, writeWhenTried } from './media-mirrored.ts'
import type { MediaFailure, MediaFile, MediaSource } from './media-types.ts'
import { inParts } from './parts.ts'
import type { Queries, Row } from './tables.ts'

/** A time further away than any plan is ignored: the clock was set back since. */
const LONGEST_WAIT_MS = 8 * 86_400_000

/** Due files: first those never tried, newest first, then those that failed. */
export async function dueSources({ reading }: Engine, now: number, limit: number): Promise<MediaSource[]> {
  const rows = await usedSources(reading)
    .where('state', '<>', 'held')
    .where(eb => eb.or([eb('retry_at', '<=', now), eb('retry_at', '>', now + LONGEST_WAIT_MS)]))
    .orderBy('retry_at') // media_due
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(sourceOf)
}

/** @param name the file's, percent-encoded @throws {LeaseLostError} */
export function noteHeld(
  store: Engine,
  token: number,
  { id }: MediaSource,
  { sha256, type, size, name }: MediaFile & { name: string },
  at: number,
): Promise<void> {
  return fenced(store, token, async db => {
    await db
      .insertInto('media_file')
      .values({ sha256, file_type: type, file_size: size, copied_at: at, unused_since: null })
      .onConflict(known => known.column('sha256').doUpdateSet({ unused_since: null }))
      .execute()
    await db
      .updateTable('media_source')
      .set({
        ...{ state: 'held', sha256, name, attempts: 0, retry_at: 0 },
        ...{ failed_at: null, code: null, reason: null },
      })
      .where('id', '=', id)
      .execute()
    await writeWhenTried(db, await showing(db, [id]), at)
  })
}

/** @throws {LeaseLostError} */
export function noteFailed(
  store: Engine,
  token: number,
  { id }: MediaSource,
  { code, reason, retryAt }: Pick<MediaFailure, 'code' | 'reason' | 'retryAt'>,
  at: number,
): Promise<void> {
  return fenced(store, token, async db => {
    await db
      .updateTable('media_source')
      .set(eb => ({
        ...{ state: 'failed' as const, retry_at: retryAt, failed_at: at, code, reason },
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await writeWhenTried(db, await showing(db, [id]), at)
  })
}

/** Last failure first. */
export async function mediaFailures({ reading }: Engine, limit: number): Promise<MediaFailure[]> {
  const rows = await usedSources(reading)
    .where('state', '=', 'failed')
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(failureOf)
}

/** Makes failed files due now: these, or all. @returns how many */
export function retryFailed({ write }: Engine, ids: readonly number[] | undefined): Promise<number> {
  return write(async db => {
    if (!ids) return updated(retry(db))
    let count = 0
    for (const part of inParts(ids)) count += await updated(retry(db).where('id', 'in', part))
    return count
  })
}

/** The same for those with one of these codes, because the options may have changed. @throws {LeaseLostError} */
export function retryCodes(store: Engine, token: number, codes: readonly string[]): Promise<void> {
  return fenced(store, token, async db => {
    if (codes.length > 0) await updated(retry(db).where('code', 'in', codes))
  })
}

const usedSources = (db: Queries) =>
  db
    .selectFrom('media_source')
    .selectAll()
    .where(sql<boolean>`EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)`)

const retry = (db: Queries) =>
  db.updateTable('media_source').set({ retry_at: 0 }).where('state', '=', 'failed')

async function updated(update: ReturnType<typeof retry>): Promise<number> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function sourceOf({ id, url, file_type, file_size, attempts }: Row<'media_source'>): MediaSource {
  return {
    ...{ id, url, attempts },
    fileType: file_type === '' ? undefined : file_type,
    fileSize: file_size < 0 ? undefined : file_size,
  }
}

function failureOf(row: Row<'media_source'>): MediaFailure {
  const { code, reason, failed_at, retry_at: retryAt } = row
  return { ...sourceOf(row), code: code ?? '', reason: reason ?? '', failedAt: failed_at ?? 0, retryAt }
}
