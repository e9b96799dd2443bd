/**
 * Writes the mirrored URLs of an entry into the entry, with the next `seq`, so caches, feeds, published files and followers
 * see it as a change. `changed_at` stays the same, because the school changed nothing.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'

export type EntryKey = Stream & { newsId: string }

export interface MirroredEntries {
  /** Writes the URLs if all files of the entry have been tried at least once. */
  writeWhenTried(entry: EntryKey, at: number): void
  /** Writes the current URLs. */
  write(entry: EntryKey, at: number): void
  /** Entries that show a file of this source. */
  showing(sourceId: number): EntryKey[]
}

export function mirroredEntries(database: SqliteDatabase, outbox: WebhookOutbox): MirroredEntries {
  // All use the primary keys of media_use and media_source.
  const anyUntried = database
    .prepare<[EntryKey], number>(`
      SELECT EXISTS (SELECT 1 FROM media_use JOIN media_source ON media_source.id = source_id
        WHERE site_id = $siteId AND lang = $lang AND news_id = $newsId AND state = 'waiting')`)
    .pluck()
  const held = database.prepare<[EntryKey], { url: string; sha256: string; name: string }>(`
    SELECT url, sha256, name FROM media_use JOIN media_source ON media_source.id = source_id
    WHERE site_id = $siteId AND lang = $lang AND news_id = $newsId AND state = 'held' ORDER BY source_id`)
  const written = database.prepare<[EntryKey], { mirrored: string | null }>(
    'SELECT mirrored FROM news WHERE site_id = $siteId AND lang = $lang AND news_id = $newsId',
  )
  const nextSeq = database.prepare<[], number>('UPDATE store SET seq = seq + 1 RETURNING seq').pluck()
  const put = database.prepare<[EntryKey & { mirrored: string | null; seq: number; at: number }]>(`
    UPDATE news SET mirrored = $mirrored, seq = $seq, mirrored_at = $at
    WHERE site_id = $siteId AND lang = $lang AND news_id = $newsId`)
  // Uses media_use_of_source.
  const showing = database.prepare<[number], EntryKey>(
    'SELECT site_id AS siteId, lang, news_id AS newsId FROM media_use WHERE source_id = ?',
  )

  const write = (entry: EntryKey, at: number) => {
    const row = written.get(entry)
    // It was deleted since the change log was read.
    if (!row) return
    const paths = held.all(entry).map(({ url, sha256, name }) => [url, `media/${sha256}/${name}`])
    const mirrored = paths.length > 0 ? JSON.stringify(Object.fromEntries(paths)) : null
    if (mirrored === row.mirrored) return
    const seq = nextSeq.get() ?? 0
    put.run({ ...entry, mirrored, seq, at })
    const notes = outbox.forStream(entry, at, false)
    notes.noteFiles(entry.newsId, seq)
    notes.end(seq)
  }
  return {
    writeWhenTried(entry, at) {
      if (anyUntried.get(entry) === 0) write(entry, at)
    },
    write,
    showing: sourceId => showing.all(sourceId),
  }
}
