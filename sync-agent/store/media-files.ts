/** The files in the media folder, and those that can be removed. */
import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { showing, writeMirrored } from './media-mirrored.ts'
import type { MediaCounts, MediaFile } from './media-types.ts'
import { inParts } from './parts.ts'
import type { Queries } from './tables.ts'

export function mediaFile({ reading }: Engine, sha256: string): Promise<MediaFile | undefined> {
  return filesOf(reading).where('sha256', '=', sha256).executeTakeFirst()
}

/** @param name one of those in the file's URLs, percent-encoded */
export function mediaFileNamed(
  { reading }: Engine,
  sha256: string,
  name: string,
): Promise<MediaFile | undefined> {
  return filesOf(reading)
    .where('sha256', '=', sha256)
    .where(sql<boolean>`EXISTS (
      SELECT 1 FROM media_source WHERE sha256 = ${sha256} AND name = ${name})`) // media_source_of_file
    .executeTakeFirst()
}

/** In the order of their names, after this one. */
export function mediaFiles({ reading }: Engine, after: string, limit: number): Promise<MediaFile[]> {
  return filesOf(reading).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()
}

/** These are missing in the folder: entries show the original URLs until the files are downloaded again. @throws {LeaseLostError} */
export function noteMissing(
  store: Engine,
  token: number,
  files: readonly string[],
  at: number,
): Promise<void> {
  return fenced(store, token, async db => {
    for (const part of inParts(files)) {
      await writeMirrored(db, await showing(db, await forget(db, part)), at)
    }
  })
}

/**
 * The same by an operator, who does not hold the lease: entries keep their URLs until the leader has downloaded the file
 * again, or has failed to.
 */
export function noteDamaged({ write }: Engine, sha256: string): Promise<void> {
  return write(async db => {
    await forget(db, [sha256])
  })
}

/**
 * Removes files that have been unused for long enough; the time counts from the first call that finds them unused.
 *
 * @returns their names; they can be removed from the folder
 * @throws {LeaseLostError}
 */
export function collectMedia(
  store: Engine,
  token: number,
  times: { now: number; unusedBefore: number },
): Promise<string[]> {
  return fenced(store, token, db => collect(db, times))
}

/** With the primary key. */
const filesOf = (db: Queries) =>
  db.selectFrom('media_file').select(['sha256', 'file_type as type', 'file_size as size'])

export async function mediaCounts({ reading }: Engine): Promise<MediaCounts> {
  const { rows } = await sql<MediaCounts>`
    SELECT (SELECT count(*) FROM media_file) AS files,
           (SELECT coalesce(sum(file_size), 0) FROM media_file) AS bytes,
           count(*) FILTER (WHERE state = 'waiting') AS waiting,
           count(*) FILTER (WHERE state = 'failed') AS failed
    FROM media_source
    WHERE state <> 'held' AND EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)`.execute(
    reading,
  )
  return rows[0] ?? { files: 0, bytes: 0, waiting: 0, failed: 0 }
}

/** Makes their URLs due. @returns these URLs’ sources */
async function forget(db: Queries, files: readonly string[]): Promise<number[]> {
  const sources = await db
    .updateTable('media_source')
    .set({ state: 'waiting', sha256: null, name: null, retry_at: 0 })
    .where('sha256', 'in', files) // media_source_of_file
    .returning('id')
    .execute()
  await db.deleteFrom('media_file').where('sha256', 'in', files).execute()
  return sources.map(({ id }) => id)
}

/** Uses media_source_of_file and media_use_of_source. */
const IS_SHOWN = sql<boolean>`EXISTS (
  SELECT 1 FROM media_source JOIN media_use ON source_id = media_source.id
  WHERE media_source.sha256 = media_file.sha256)`

async function collect(
  db: Queries,
  { now, unusedBefore }: { now: number; unusedBefore: number },
): Promise<string[]> {
  await db
    .deleteFrom('media_source')
    .where('state', '<>', 'held')
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)`)
    .execute()
  await db
    .updateTable('media_file')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(IS_SHOWN)
    .execute()
  await db
    .updateTable('media_file')
    .set({ unused_since: now })
    // Later than now: the clock was set back since.
    .where(eb => eb.or([eb('unused_since', 'is', null), eb('unused_since', '>', now)]))
    .where(sql<boolean>`NOT ${IS_SHOWN}`)
    .execute()
  const taken = await db
    .deleteFrom('media_file')
    .where('unused_since', '<=', unusedBefore)
    .returning('sha256')
    .execute()
  const files = taken.map(({ sha256 }) => sha256)
  for (const part of inParts(files)) {
    await db.deleteFrom('media_source').where('sha256', 'in', part).execute()
  }
  return files
}
