/** Data for feeds: a stream's newest entries with their history, and when the stream last changed. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { type Stream, streamName } from '../stream.ts'
import { changeMarks } from './change-marks.ts'
import { type EntryRow, entryOf, epochInstant, instantAt } from './rows.ts'
import type { FeedPage, FeedQuery } from './types.ts'

export interface FeedStore {
  /** Newest first, for feeds. */
  listForFeed(query: FeedQuery): Promise<FeedPage>
}

export function feedReader(database: SqliteDatabase): (query: FeedQuery) => FeedPage {
  // Uses the index news_newest, without a sort, and the primary key of incarnation.
  const newest = database.prepare<
    [{ siteId: string; lang: string; from: string; until: string; limit: number }],
    EntryRow & { incarnation: number }
  >(`
    SELECT news.*, coalesce(incarnation.number, 0) AS incarnation
    FROM news LEFT JOIN incarnation USING (site_id, lang, news_id)
    WHERE news.site_id = $siteId AND news.lang = $lang AND news.news_date_time BETWEEN $from AND $until
    ORDER BY news.news_date_time DESC, news.news_id DESC LIMIT $limit`)
  const lastChange = lastChangeReader(database)

  return database.transaction(
    ({ siteId, lang, limit, from = '', until = '99999999999999' }: FeedQuery): FeedPage => ({
      entries: newest.all({ siteId, lang, from, until, limit }).map(row => ({
        ...entryOf(row),
        incarnation: row.incarnation,
        firstSeenAt: epochInstant(row.first_seen_at),
        changedAt: epochInstant(row.changed_at),
      })),
      changedAt: instantAt(lastChange({ siteId, lang })),
    }),
  )
}

/**
 * When a stream last changed, epoch milliseconds. Reads only the changes since the last call, or all after the store was
 * restored from a backup, because the same numbers then belong to other changes.
 */
function lastChangeReader(database: SqliteDatabase): (stream: Stream) => number | undefined {
  const { lastSeq, markAt } = changeMarks(database)
  // The plus signs prevent other indexes: it reads backwards by seq.
  const lastUpsert = database.prepare<[string, string, number], { seq: number; at: number }>(`
    SELECT seq, max(changed_at, coalesce(mirrored_at, 0)) AS at FROM news WHERE +site_id = ? AND +lang = ? AND seq > ?
    ORDER BY seq DESC LIMIT 1`)
  const lastDeletion = database.prepare<[string, string, number], { seq: number; at: number }>(`
    SELECT seq, deleted_at AS at FROM tombstone WHERE +site_id = ? AND +lang = ? AND seq > ?
    ORDER BY seq DESC LIMIT 1`)
  const known = new Map<string, { upTo: number; mark: string; at: number | undefined }>()
  const isOfThisHistory = ({ upTo, mark }: { upTo: number; mark: string }) =>
    upTo <= lastSeq() && markAt(upTo) === mark

  return stream => {
    const { siteId, lang } = stream
    const before = known.get(streamName(stream))
    const { upTo, at } = before && isOfThisHistory(before) ? before : { upTo: 0, at: undefined }
    const upsert = lastUpsert.get(siteId, lang, upTo)
    const deletion = lastDeletion.get(siteId, lang, upTo)
    const last = (upsert?.seq ?? 0) > (deletion?.seq ?? 0) ? upsert : deletion
    const now = { upTo: lastSeq(), mark: markAt(lastSeq()), at: last?.at ?? at }
    known.set(streamName(stream), now)
    return now.at
  }
}
