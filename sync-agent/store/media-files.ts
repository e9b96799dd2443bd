/** The files in the media folder, and those that can be removed. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { MediaCounts, MediaFile } from './media-types.ts'
import type { UseParts } from './media-uses.ts'

export interface MediaFiles {
  mediaFile(sha256: string): Promise<MediaFile | undefined>
  /** In the order of their names, after this one. */
  mediaFiles(after: string, limit: number): Promise<MediaFile[]>
  mediaCounts(): Promise<MediaCounts>
  /** These are missing in the folder: entries show the original URLs until the files are downloaded again. @throws {LeaseLostError} */
  noteMissing(token: number, files: readonly string[], at: number): Promise<void>
  /**
   * Removes files that have been unused for long enough; the time counts from the first call that finds them unused.
   *
   * @returns their names; they can be removed from the folder
   * @throws {LeaseLostError}
   */
  collectMedia(token: number, times: { now: number; unusedBefore: number }): Promise<string[]>
}

interface FileRow {
  sha256: string
  file_type: string
  file_size: number
}

/** Uses media_source_of_file and media_use_of_source. */
const SHOWN = `EXISTS (SELECT 1 FROM media_source JOIN media_use ON source_id = media_source.id
                       WHERE media_source.sha256 = media_file.sha256)`

export function mediaFiles(database: SqliteDatabase, { fence, named, entries }: UseParts): MediaFiles {
  // Uses the primary key, like the next one.
  const file = database.prepare<[string], FileRow>(
    'SELECT sha256, file_type, file_size FROM media_file WHERE sha256 = ?',
  )
  const after = database.prepare<[string, number], FileRow>(
    'SELECT sha256, file_type, file_size FROM media_file WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
  )
  const counts = database.prepare<[], MediaCounts>(`
    SELECT (SELECT count(*) FROM media_file) AS files,
           (SELECT coalesce(sum(file_size), 0) FROM media_file) AS bytes,
           count(*) FILTER (WHERE state = 'waiting') AS waiting,
           count(*) FILTER (WHERE state = 'failed') AS failed
    FROM media_source
    WHERE state <> 'held' AND EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)`)
  const sourcesOf = database.prepare<[string], number>('SELECT id FROM media_source WHERE sha256 = ?').pluck()
  const wait = database.prepare<[string]>(`
    UPDATE media_source SET state = 'waiting', sha256 = NULL, name = NULL, retry_at = 0 WHERE sha256 = ?`)
  const drop = database.prepare<[string]>('DELETE FROM media_file WHERE sha256 = ?')

  return {
    mediaFile: named((sha256: string) => {
      const row = file.get(sha256)
      return row && fileOf(row)
    }),
    mediaFiles: named((last: string, limit: number) => after.all(last, limit).map(fileOf)),
    mediaCounts: named(() => counts.get() ?? { files: 0, bytes: 0, waiting: 0, failed: 0 }),
    noteMissing: named(
      database.transaction((token: number, files: readonly string[], at: number) => {
        fence.guard(token)
        for (const sha256 of files) {
          const ids = sourcesOf.all(sha256)
          wait.run(sha256)
          drop.run(sha256)
          for (const id of ids) for (const entry of entries.showing(id)) entries.write(entry, at)
        }
      }).immediate,
    ),
    collectMedia: named(collector(database, fence)),
  }
}

function collector(database: SqliteDatabase, fence: UseParts['fence']) {
  const dropUnfetched = database.prepare(`
    DELETE FROM media_source
    WHERE state <> 'held' AND NOT EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)`)
  const takeBack = database.prepare(
    `UPDATE media_file SET unused_since = NULL WHERE unused_since IS NOT NULL AND ${SHOWN}`,
  )
  const mark = database.prepare<[number]>(
    `UPDATE media_file SET unused_since = ? WHERE unused_since IS NULL AND NOT ${SHOWN}`,
  )
  const take = database
    .prepare<[number], string>('DELETE FROM media_file WHERE unused_since <= ? RETURNING sha256')
    .pluck()
  const dropSources = database.prepare<[string]>('DELETE FROM media_source WHERE sha256 = ?')
  return database.transaction(
    (token: number, { now, unusedBefore }: { now: number; unusedBefore: number }) => {
      fence.guard(token)
      dropUnfetched.run()
      takeBack.run()
      mark.run(now)
      const taken = take.all(unusedBefore)
      for (const sha256 of taken) dropSources.run(sha256)
      return taken
    },
  ).immediate
}

const fileOf = ({ sha256, file_type, file_size }: FileRow): MediaFile => ({
  sha256,
  type: file_type,
  size: file_size,
})
