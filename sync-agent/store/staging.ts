/** Stages the entries of a large response until it is complete: written in small transactions, read only by `apply`. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import type { Fence } from './fence.ts'
import { entryRow } from './rows.ts'
import type { EntryContent, InvalidEntry } from './types.ts'

const PAGE = 500

export interface StagingStore {
  /** Puts aside what a large answer has brought so far. @throws {LeaseLostError} */
  stage(
    token: number,
    stream: Stream,
    part: { listed: EntryContent[]; invalid: InvalidEntry[] },
  ): Promise<void>
  /** Forgets what was put aside. @throws {LeaseLostError} */
  clearStaged(token: number, stream: Stream): Promise<void>
}

export function staging(database: SqliteDatabase, fence: Fence) {
  const putEntry = database.prepare(`
    INSERT OR REPLACE INTO staged (site_id, lang, news_id, title, html, news_date, news_date_time, cover_url,
                                   thumbnail_url, attachments, remarks, raw, hash)
    VALUES ($site_id, $lang, $news_id, $title, $html, $news_date, $news_date_time, $cover_url,
            $thumbnail_url, $attachments, $remarks, $raw, $hash)`)
  const putMisfit = database.prepare(`
    INSERT OR REPLACE INTO staged_misfit (site_id, lang, key, news_id, raw, path, reason)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const some = database
    .prepare<[Stream], number>(`
      SELECT EXISTS (SELECT 1 FROM staged WHERE site_id = $siteId AND lang = $lang)
          OR EXISTS (SELECT 1 FROM staged_misfit WHERE site_id = $siteId AND lang = $lang)`)
    .pluck()
  const clear = ['staged', 'staged_misfit'].map(table =>
    database.prepare<[Stream]>(`DELETE FROM ${table} WHERE site_id = $siteId AND lang = $lang`),
  )
  const remove = database.prepare('DELETE FROM staged WHERE site_id = ? AND lang = ? AND news_id = ?')
  const entryPage = database.prepare<[string, string, number], { position: number; news_id: string }>(`
    SELECT position, news_id FROM staged WHERE site_id = ? AND lang = ? AND position > ?
    ORDER BY position LIMIT ${PAGE}`)
  const invalidPage = database.prepare<[string, string, number], InvalidEntry & { position: number }>(`
    SELECT position, news_id AS newsId, key, raw, path, reason FROM staged_misfit
    WHERE site_id = ? AND lang = ? AND position > ? ORDER BY position LIMIT ${PAGE}`)

  return {
    stage: database.transaction(
      (token: number, stream: Stream, part: { listed: EntryContent[]; invalid: InvalidEntry[] }) => {
        fence.guard(token)
        for (const entry of part.listed) putEntry.run(entryRow({ ...entry, ...stream, seq: 0 }, 0))
        for (const { key, newsId, raw, path, reason } of part.invalid) {
          putMisfit.run(stream.siteId, stream.lang, key, newsId ?? null, raw, path, reason)
        }
      },
    ).immediate,
    /** Checks first: without staged entries nothing is written. */
    clear(token: number, { siteId, lang }: Stream) {
      if (!some.get({ siteId, lang })) return
      database
        .transaction(() => {
          fence.guard(token)
          for (const statement of clear) statement.run({ siteId, lang })
        })
        .immediate()
    },
    remove: ({ siteId, lang }: Stream, newsId: string) => void remove.run(siteId, lang, newsId),
    entries: ({ siteId, lang }: Stream) => paged(after => entryPage.all(siteId, lang, after)),
    invalid: ({ siteId, lang }: Stream) => paged(after => invalidPage.all(siteId, lang, after)),
  }
}

export type Staging = ReturnType<typeof staging>

/** Page by page, because a statement cannot write while another one reads. */
function* paged<Row extends { position: number }>(read: (after: number) => Row[]): Generator<Row> {
  for (let page = read(0); page.length > 0; page = read(page.at(-1)?.position ?? 0)) yield* page
}
