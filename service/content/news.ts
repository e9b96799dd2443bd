/**
 * News entries as the school office keeps them: entered, changed, deleted, restored, each change at a known second.
 *
 * A change is noted once a site (`news_site`), because each website asks for its own: an entry taken off one site is
 * deleted there and unchanged on the other.
 */
import type { SiteId } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedNews } from '../seed.ts'
import type { TextColumns } from './texts.ts'

/** An entry as entered; where `media:NAME` stands in a body, the file's address is sent. */
export type NewsDraft = Omit<SeedNews, 'deletedAt'>

export type StoredNews = NewsDraft & { deleted: boolean }

export interface NewsShelf {
  /** Publishes an entry: a new one, a changed one, or one that was deleted. `at` is the second of the change. */
  put(draft: NewsDraft, at: number): void
  /** Deletes a published entry; false when there is none by that id. */
  remove(newsId: string, at: number): boolean
  /** Publishes a deleted entry again as it was; false when there is none by that id. */
  restore(newsId: string, at: number): boolean
  /** An entry, published or deleted. */
  get(newsId: string): StoredNews | undefined
}

export interface NewsRow extends TextColumns {
  news_id: string
  news_date_time: string
  deleted: number
  cover: string | null
}

export function newsShelf(database: SqliteDatabase): NewsShelf {
  const upsert = database.prepare(`
    INSERT INTO news (news_id, news_date_time, deleted, title_en, body_en, title_zh, body_zh, cover)
    VALUES (?, ?, 0, ?, ?, ?, ?, ?)
    ON CONFLICT (news_id) DO UPDATE SET news_date_time = excluded.news_date_time, deleted = 0,
      title_en = excluded.title_en, body_en = excluded.body_en, title_zh = excluded.title_zh,
      body_zh = excluded.body_zh, cover = excluded.cover`)
  const showOn = database.prepare(`
    INSERT INTO news_site VALUES (?, ?, 1, ?)
    ON CONFLICT (news_id, site) DO UPDATE SET shown = 1, changed_at = excluded.changed_at`)
  const takeOffOthers = database.prepare(`
    UPDATE news_site SET shown = 0, changed_at = ?
    WHERE news_id = ? AND shown = 1 AND site NOT IN (SELECT value FROM json_each(?))`)
  const clearAttachments = database.prepare('DELETE FROM news_attachment WHERE news_id = ?')
  const addAttachment = database.prepare('INSERT INTO news_attachment VALUES (?, ?, ?)')
  const setDeleted = database.prepare('UPDATE news SET deleted = ? WHERE news_id = ? AND deleted <> ?')
  const touchShown = database.prepare('UPDATE news_site SET changed_at = ? WHERE news_id = ? AND shown = 1')
  const select = database.prepare<[string], NewsRow>('SELECT * FROM news WHERE news_id = ?')
  const selectSites = database
    .prepare<[string], SiteId>('SELECT site FROM news_site WHERE news_id = ? AND shown = 1 ORDER BY site')
    .pluck()
  const selectAttachments = database
    .prepare<[string], string>('SELECT media FROM news_attachment WHERE news_id = ? ORDER BY position')
    .pluck()

  const mark = (newsId: string, deleted: 0 | 1, at: number): boolean => {
    if (setDeleted.run(deleted, newsId, deleted).changes === 0) return false
    touchShown.run(at, newsId)
    return true
  }
  return {
    put: database.transaction((draft: NewsDraft, at: number) => {
      const { newsId, newsDateTime, sites, texts, cover = null, attachments } = draft
      const { 'en-US': en, 'zh-HK': zh } = texts
      upsert.run(newsId, newsDateTime, en.newsTitle, en.newsContent, zh.newsTitle, zh.newsContent, cover)
      for (const site of sites) showOn.run(newsId, site, at)
      takeOffOthers.run(at, newsId, JSON.stringify(sites))
      clearAttachments.run(newsId)
      for (const [position, name] of attachments.entries()) addAttachment.run(newsId, position, name)
    }),
    remove: database.transaction((newsId: string, at: number) => mark(newsId, 1, at)),
    restore: database.transaction((newsId: string, at: number) => mark(newsId, 0, at)),
    get(newsId) {
      const row = select.get(newsId)
      if (!row) return undefined
      return {
        newsId,
        sites: selectSites.all(newsId),
        newsDateTime: row.news_date_time,
        texts: {
          'en-US': { newsTitle: row.title_en, newsContent: row.body_en },
          'zh-HK': { newsTitle: row.title_zh, newsContent: row.body_zh },
        },
        ...(row.cover !== null && { cover: row.cover }),
        attachments: selectAttachments.all(newsId),
        deleted: row.deleted === 1,
      }
    },
  }
}
