/** Data for feeds: a stream's newest entries with their history, and when the stream last changed. */
import { sql } from 'kysely'
import { type Stream, streamName } from '../stream.ts'
import { lastSeq, markAt } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { entryOf, epochInstant, instantAt } from './rows.ts'
import type { Queries } from './tables.ts'
import type { FeedEntry, FeedPage, FeedQuery } from './types.ts'

/** A stream's newest entries, newest first, for feeds. */
export function listForFeed(store: Engine, query: FeedQuery): Promise<FeedPage> {
  return store.snapshot(async db => ({
    entries: await newestEntries(db, query),
    changedAt: instantAt(await lastChange(store, db, query)),
  }))
}

/** With the index news_newest, without a sort, and the primary key of incarnation. */
async function newestEntries(
  db: Queries,
  { siteId, lang, limit, from = '', until = '99999999999999' }: FeedQuery,
): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('news')
    .leftJoin('incarnation', join =>
      join
        .onRef('incarnation.site_id', '=', 'news.site_id')
        .onRef('incarnation.lang', '=', 'news.lang')
        .onRef('incarnation.news_id', '=', 'news.news_id'),
    )
    .selectAll('news')
    .select('incarnation.number as incarnation')
    .where(eb => eb.and({ 'news.site_id': siteId, 'news.lang': lang }))
    .where(eb => eb.between('news.news_date_time', from, until))
    .orderBy('news.news_date_time', 'desc')
    .orderBy('news.news_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    ...entryOf(row),
    incarnation: row.incarnation ?? 0,
    firstSeenAt: epochInstant(row.first_seen_at),
    changedAt: epochInstant(row.changed_at),
  }))
}

/** What `lastChange` found, of each store and stream. */
const lastFound = new WeakMap<Engine, Map<string, { upTo: number; mark: string; at: number | undefined }>>()

/**
 * When a stream last changed, epoch milliseconds. Reads only the changes since the last call, or all after the store was
 * restored from a backup, because the same numbers then belong to other changes.
 */
async function lastChange(store: Engine, db: Queries, stream: Stream): Promise<number | undefined> {
  const known = lastFound.get(store) ?? new Map()
  lastFound.set(store, known)
  const seq = await lastSeq(db)
  const before = known.get(streamName(stream))
  const isOfThisHistory = before && before.upTo <= seq && (await markAt(db, before.upTo)) === before.mark
  const { upTo, at } = isOfThisHistory ? before : { upTo: 0, at: undefined }
  const upsert = await lastUpsert(db, stream, upTo)
  const deletion = await lastDeletion(db, stream, upTo)
  const last = (upsert?.seq ?? 0) > (deletion?.seq ?? 0) ? upsert : deletion
  const now = { upTo: seq, mark: await markAt(db, seq), at: last?.at ?? at }
  known.set(streamName(stream), now)
  return now.at
}

/** An expression has no index: both queries read backwards by seq. */
const ofStream = ({ siteId, lang }: Stream) =>
  sql<boolean>`site_id || '' = ${siteId} AND lang || '' = ${lang}`

async function lastUpsert(db: Queries, stream: Stream, after: number) {
  const row = await db
    .selectFrom('news')
    .select(['seq', 'changed_at', 'mirrored_at'])
    .where(ofStream(stream))
    .where('seq', '>', after)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { seq: row.seq, at: Math.max(row.changed_at, row.mirrored_at ?? 0) }
}

function lastDeletion(db: Queries, stream: Stream, after: number) {
  return db
    .selectFrom('tombstone')
    .select(['seq', 'deleted_at as at'])
    .where(ofStream(stream))
    .where('seq', '>', after)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
