/** Reads news from the store: pages, known identifiers, changes. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { type EntryRow, entryOf, epochInstant } from './rows.ts'
import type { Change, NewsListQuery, NewsPage, StoredEntry } from './types.ts'

export interface NewsStore {
  /**
   * Of these identifiers, those that are stored, by the hash of their content, and those that have a tombstone, as
   * `undefined`.
   */
  known(stream: Stream, newsIds: readonly string[]): Promise<Map<string, string | undefined>>
  /** Stored entries in the order of their identifiers, from behind one. */
  stored(stream: Stream, after: string, limit: number): Promise<{ newsId: string; title: string }[]>
  /** Newest first by (newsDateTime, newsId). */
  listNews(query: NewsListQuery): Promise<NewsPage>
  getNews(entry: Stream & { newsId: string }): Promise<StoredEntry | undefined>
  /** The last change of each identifier of every stream, oldest first. */
  changesAfter(seq: number, limit: number): Promise<Change[]>
}

export function newsReader(database: SqliteDatabase) {
  const byId = database.prepare<[string, string, string], EntryRow>(
    'SELECT * FROM news WHERE site_id = ? AND lang = ? AND news_id = ?', // its primary key
  )
  const after = database.prepare<[string, string, string, number], { newsId: string; title: string }>(`
    SELECT news_id AS newsId, title FROM news WHERE site_id = ? AND lang = ? AND news_id > ?
    ORDER BY news_id LIMIT ?`)
  return {
    page: pageReader(database),
    entry({ siteId, lang, newsId }: Stream & { newsId: string }): StoredEntry | undefined {
      const row = byId.get(siteId, lang, newsId)
      return row && entryOf(row)
    },
    after: ({ siteId, lang }: Stream, newsId: string, limit: number) =>
      after.all(siteId, lang, newsId, limit),
    known: knownReader(database),
    changesAfter: changeLog(database),
  }
}

function pageReader(database: SqliteDatabase): (query: NewsListQuery) => NewsPage {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  // Both use the index news_newest, without a sort.
  const first = database.prepare<[string, string, number], EntryRow>(`
    SELECT * FROM news WHERE site_id = ? AND lang = ?
    ORDER BY news_date_time DESC, news_id DESC LIMIT ?`)
  const following = database.prepare<[string, string, string, string, number], EntryRow>(`
    SELECT * FROM news WHERE site_id = ? AND lang = ? AND (news_date_time, news_id) < (?, ?)
    ORDER BY news_date_time DESC, news_id DESC LIMIT ?`)

  return database.transaction(({ siteId, lang, limit, after }: NewsListQuery): NewsPage => {
    // One more than requested, to find out whether there is a next page.
    const rows = after
      ? following.all(siteId, lang, after.newsDateTime, after.newsId, limit + 1)
      : first.all(siteId, lang, limit + 1)
    const entries = rows.slice(0, limit).map(entryOf)
    const last = rows.length > limit ? entries.at(-1) : undefined
    const next = last && { newsDateTime: last.newsDateTime, newsId: last.newsId }
    return { entries, next, seq: lastSeq.get() ?? 0 }
  })
}

/** Known identifiers with their hash, or undefined for a tombstone. */
function knownReader(
  database: SqliteDatabase,
): (stream: Stream, newsIds: readonly string[]) => Map<string, string | undefined> {
  const hash = database
    .prepare<[string, string, string], string>(
      'SELECT hash FROM news WHERE site_id = ? AND lang = ? AND news_id = ?',
    )
    .pluck()
  const tombstone = database
    .prepare<[string, string, string], number>(
      'SELECT 1 FROM tombstone WHERE site_id = ? AND lang = ? AND news_id = ?',
    )
    .pluck()
  return database.transaction(({ siteId, lang }: Stream, newsIds: readonly string[]) => {
    const known = new Map<string, string | undefined>()
    for (const newsId of newsIds) {
      const stored = hash.get(siteId, lang, newsId)
      if (stored !== undefined || tombstone.get(siteId, lang, newsId)) known.set(newsId, stored)
    }
    return known
  })
}

/** The change log is `news.seq` and `tombstone.seq`, both with a unique index: the last change of every identifier. */
function changeLog(database: SqliteDatabase): (seq: number, limit: number) => Change[] {
  const upserts = database.prepare<[number, number], EntryRow>(
    'SELECT * FROM news WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const deletions = database.prepare<[number, number], Stream & { newsId: string; seq: number; at: number }>(`
    SELECT site_id AS siteId, lang, news_id AS newsId, seq, deleted_at AS at
    FROM tombstone WHERE seq > ? ORDER BY seq LIMIT ?`)
  return database.transaction((seq: number, limit: number): Change[] => {
    const changes: Change[] = upserts.all(seq, limit).map(row => {
      return { seq: row.seq, kind: 'upsert', entry: entryOf(row) }
    })
    for (const { at, ...row } of deletions.all(seq, limit)) {
      changes.push({ ...row, kind: 'deletion', deletedAt: epochInstant(at) })
    }
    return changes.sort((a, b) => a.seq - b.seq).slice(0, limit)
  })
}
