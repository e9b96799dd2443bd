/** Which entry shows which URLs, read from the change log in parts. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fence } from './fence.ts'
import type { EntryKey, MirroredEntries } from './media-mirrored.ts'
import { type WantedFile, wantedFiles } from './media-types.ts'
import type { Named } from './webhook-types.ts'

export interface MediaUses {
  /** Reads the next part of the change log. @returns whether there is more @throws {LeaseLostError} */
  noteUses(token: number, at: number): Promise<boolean>
}

export interface UseParts {
  fence: Fence
  named: Named
  entries: MirroredEntries
}

const CHANGES_AT_A_TIME = 200

interface ChangedRow extends EntryKey {
  seq: number
  /** Null in a deletion, like the next two. */
  attachments: string | null
  coverUrl: string | null
  thumbnailUrl: string | null
}

export function mediaUses(database: SqliteDatabase, { fence, named, entries }: UseParts): MediaUses {
  const readUpTo = database.prepare<[], number>('SELECT seq FROM media_progress').pluck()
  const advance = database.prepare<[number]>('UPDATE media_progress SET seq = ?')
  // Uses the unique indexes of news.seq and tombstone.seq.
  const changes = database.prepare<[{ after: number; limit: number }], ChangedRow>(`
    SELECT * FROM (
      SELECT site_id AS siteId, lang, news_id AS newsId, seq, attachments, cover_url AS coverUrl,
             thumbnail_url AS thumbnailUrl
      FROM news WHERE seq > $after ORDER BY seq LIMIT $limit)
    UNION ALL
    SELECT * FROM (
      SELECT site_id, lang, news_id, seq, NULL, NULL, NULL FROM tombstone WHERE seq > $after ORDER BY seq LIMIT $limit)
    ORDER BY seq LIMIT $limit`)
  const use = useWriter(database)

  const after = () => readUpTo.get() ?? 0
  const note = database.transaction((token: number, at: number) => {
    fence.guard(token)
    const changed = changes.all({ after: after(), limit: CHANGES_AT_A_TIME })
    const last = changed.at(-1)
    if (!last) return false
    // Before any entry is written, because that moves it to the end of the change log.
    advance.run(last.seq)
    for (const { seq, attachments, coverUrl, thumbnailUrl, ...entry } of changed) {
      if (attachments === null) use(entry, [])
      else {
        const shown = { coverUrl: coverUrl ?? undefined, thumbnailUrl: thumbnailUrl ?? undefined }
        use(entry, wantedFiles({ ...shown, attachments: JSON.parse(attachments) }))
        entries.writeWhenTried(entry, at)
      }
    }
    return changed.length === CHANGES_AT_A_TIME
  }).immediate

  return {
    // Checked before taking the lock, because there is usually nothing to do.
    noteUses: named((token: number, at: number) =>
      changes.all({ after: after(), limit: 1 }).length > 0 ? note(token, at) : false,
    ),
  }
}

function useWriter(database: SqliteDatabase): (entry: EntryKey, wanted: readonly WantedFile[]) => void {
  const forget = database.prepare<[EntryKey]>(
    'DELETE FROM media_use WHERE site_id = $siteId AND lang = $lang AND news_id = $newsId',
  )
  const add = database.prepare(
    'INSERT INTO media_source (url, file_type, file_size) VALUES ($url, $type, $size) ON CONFLICT DO NOTHING',
  )
  const use = database.prepare(`
    INSERT INTO media_use SELECT $siteId, $lang, $newsId, id FROM media_source
    WHERE url = $url AND file_type = $type AND file_size = $size`)
  return (entry, wanted) => {
    forget.run(entry)
    for (const { url, fileType = '', fileSize = -1 } of wanted) {
      const source = { url, type: fileType, size: fileSize }
      add.run(source)
      use.run({ ...entry, ...source })
    }
  }
}
