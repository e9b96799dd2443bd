/** Files to download, and the results of attempts. */
import type { FileType } from '../../shared/contract/news.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { MediaFailure, MediaFile, MediaSource } from './media-types.ts'
import type { UseParts } from './media-uses.ts'

export interface MediaQueue {
  /** Due files: first those never tried, newest first, then those that failed. */
  dueSources(now: number, limit: number): Promise<MediaSource[]>
  /** When the next one is due. */
  nextDue(now: number): Promise<number | undefined>
  /** @param name the file's, percent-encoded @throws {LeaseLostError} */
  noteHeld(token: number, source: MediaSource, file: MediaFile & { name: string }, at: number): Promise<void>
  /** @throws {LeaseLostError} */
  noteFailed(
    token: number,
    source: MediaSource,
    failure: Pick<MediaFailure, 'code' | 'reason' | 'retryAt'>,
    at: number,
  ): Promise<void>
  /** Last failure first. */
  failures(limit: number): Promise<MediaFailure[]>
  /** Makes failed files due now: these, or all. @returns how many */
  retryFailed(ids: readonly number[] | undefined): Promise<number>
  /** The same for those with one of these codes, because the options may have changed. @throws {LeaseLostError} */
  retryCodes(token: number, codes: readonly string[]): Promise<void>
}

interface SourceRow {
  id: number
  url: string
  file_type: FileType | ''
  file_size: number
  attempts: number
  retry_at: number
  failed_at: number | null
  code: string | null
  reason: string | null
}

/** A time further away than any plan is ignored: the clock was set back since. */
const LONGEST_WAIT_MS = 8 * 86_400_000
const IN_USE = 'EXISTS (SELECT 1 FROM media_use WHERE source_id = media_source.id)'

export function mediaQueue(database: SqliteDatabase, { fence, named, entries }: UseParts): MediaQueue {
  // Both use media_due.
  const due = database.prepare<[{ now: number; limit: number }], SourceRow>(`
    SELECT * FROM media_source
    WHERE state <> 'held' AND (retry_at <= $now OR retry_at > $now + ${LONGEST_WAIT_MS}) AND ${IN_USE}
    ORDER BY retry_at, id DESC LIMIT $limit`)
  const next = database
    .prepare<[number], number>(`
      SELECT retry_at FROM media_source WHERE state <> 'held' AND retry_at > ? AND ${IN_USE}
      ORDER BY retry_at LIMIT 1`)
    .pluck()
  const failed = database.prepare<[number], SourceRow>(`
    SELECT * FROM media_source WHERE state = 'failed' AND ${IN_USE} ORDER BY failed_at DESC, id DESC LIMIT ?`)
  const retryAll = database.prepare("UPDATE media_source SET retry_at = 0 WHERE state = 'failed'")
  const retryOne = database.prepare<[number]>(
    "UPDATE media_source SET retry_at = 0 WHERE id = ? AND state = 'failed'",
  )
  const retryCode = database.prepare<[string]>(
    "UPDATE media_source SET retry_at = 0 WHERE code = ? AND state = 'failed'",
  )
  const keepFile = database.prepare<[MediaFile & { at: number }]>(`
    INSERT INTO media_file VALUES ($sha256, $type, $size, $at, NULL)
    ON CONFLICT (sha256) DO UPDATE SET unused_since = NULL`)
  const hold = database.prepare(`
    UPDATE media_source SET state = 'held', sha256 = $sha256, name = $name, attempts = 0, retry_at = 0,
      failed_at = NULL, code = NULL, reason = NULL WHERE id = $id`)
  const fail = database.prepare(`
    UPDATE media_source SET state = 'failed', attempts = attempts + 1, retry_at = $retryAt, failed_at = $at,
      code = $code, reason = $reason WHERE id = $id`)

  return {
    dueSources: named((now: number, limit: number) => due.all({ now, limit }).map(sourceOf)),
    nextDue: named((now: number) => next.get(now)),
    noteHeld: named(
      database.transaction(
        (token: number, { id }: MediaSource, file: MediaFile & { name: string }, at: number) => {
          fence.guard(token)
          const { name, ...content } = file
          keepFile.run({ ...content, at })
          hold.run({ id, sha256: file.sha256, name })
          for (const entry of entries.showing(id)) entries.writeWhenTried(entry, at)
        },
      ).immediate,
    ),
    noteFailed: named(
      database.transaction(
        (
          token: number,
          { id }: MediaSource,
          failure: Parameters<MediaQueue['noteFailed']>[2],
          at: number,
        ) => {
          fence.guard(token)
          fail.run({ ...failure, id, at })
          for (const entry of entries.showing(id)) entries.writeWhenTried(entry, at)
        },
      ).immediate,
    ),
    failures: named((limit: number) => failed.all(limit).map(failureOf)),
    retryFailed: named(
      database.transaction((ids: readonly number[] | undefined) =>
        ids ? ids.reduce((sum, id) => sum + retryOne.run(id).changes, 0) : retryAll.run().changes,
      ).immediate,
    ),
    retryCodes: named(
      database.transaction((token: number, codes: readonly string[]) => {
        fence.guard(token)
        for (const code of codes) retryCode.run(code)
      }).immediate,
    ),
  }
}

function sourceOf({ id, url, file_type, file_size, attempts }: SourceRow): MediaSource {
  return {
    ...{ id, url, attempts },
    fileType: file_type === '' ? undefined : file_type,
    fileSize: file_size < 0 ? undefined : file_size,
  }
}

function failureOf(row: SourceRow): MediaFailure {
  const { code, reason, failed_at, retry_at: retryAt } = row
  return { ...sourceOf(row), code: code ?? '', reason: reason ?? '', failedAt: failed_at ?? 0, retryAt }
}
