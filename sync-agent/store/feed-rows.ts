/** What feeds are made from: a stream's newest entries, with their history, and when the stream last changed. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { type EntryRow, entryOf, epochInstant, instantAt } from './rows.ts'
import type { FeedPage, FeedQuery } from './store.ts'

export function feedReader(database: SqliteDatabase): (query: FeedQuery) => FeedPage {
  // Along the index news_newest, without a sort; the number by incarnation's primary key.
  const newest = database.prepare<
    [{ siteId: string; lang: string; from: string; until: string; limit: number }],
    EntryRow & { incarnation: number }
  >(`
    SELECT news.*, coalesce(incarnation.number, 0) AS incarnation
    FROM news LEFT JOIN incarnation USING (site_id, lang, news_id)
    WHERE news.site_id = $siteId AND news.lang = $lang AND news.news_date_time BETWEEN $from AND $until
    ORDER BY news.news_date_time DESC, news.news_id DESC LIMIT $limit`)
  // The signs keep other indexes out: backwards along the one of seq, which most often ends within a few rows.
  const lastUpsert = database.prepare<[string, string], { seq: number; at: number }>(`
    SELECT seq, changed_at AS at FROM news WHERE +site_id = ? AND +lang = ? ORDER BY seq DESC LIMIT 1`)
  const lastDeletion = database.prepare<[string, string], { seq: number; at: number }>(`
    SELECT seq, deleted_at AS at FROM tombstone WHERE +site_id = ? AND +lang = ? ORDER BY seq DESC LIMIT 1`)
  const changedAt = ({ siteId, lang }: Stream) => {
    const changes = [lastUpsert.get(siteId, lang), lastDeletion.get(siteId, lang)]
    return changes.reduce((last, other) => ((other?.seq ?? 0) > (last?.seq ?? 0) ? other : last))?.at
  }

  return database.transaction(
    ({ siteId, lang, limit, from = '', until = '99999999999999' }: FeedQuery): FeedPage => ({
      entries: newest.all({ siteId, lang, from, until, limit }).map(row => ({
        ...entryOf(row),
        incarnation: row.incarnation,
        firstSeenAt: epochInstant(row.first_seen_at),
        changedAt: epochInstant(row.changed_at),
      })),
      changedAt: instantAt(changedAt({ siteId, lang })),
    }),
  )
}
