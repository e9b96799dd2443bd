/** Reads news from the store: pages and known identifiers. */
import { sql } from 'kysely'
import type { Stream } from '../stream.ts'
import { lastSeq } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { inParts } from './parts.ts'
import { type EntryKey, entryKey, entryOf, streamColumns } from './rows.ts'
import type { Queries } from './tables.ts'
import type { NewsListQuery, NewsPage, StoredEntry } from './types.ts'

export type EntryOutline = Pick<StoredEntry, 'newsId' | 'newsDateTime' | 'seq' | 'mirrored'>

/** Stored entries in the order of their identifiers, from behind one. */
export function storedAfter(
  { reading }: Engine,
  stream: Stream,
  after: string,
  limit: number,
): Promise<{ newsId: string; title: string }[]> {
  return reading
    .selectFrom('news')
    .select(['news_id as newsId', 'title'])
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', '>', after)
    .orderBy('news_id')
    .limit(limit)
    .execute()
}

export async function getNews({ reading }: Engine, entry: EntryKey): Promise<StoredEntry | undefined> {
  const row = await reading
    .selectFrom('news')
    .selectAll()
    .where(eb => eb.and(entryKey(entry))) // its primary key
    .executeTakeFirst()
  return row && entryOf(row)
}

/** The number of a stream's last deletion; 0: there was none. */
export async function lastDeletion({ reading }: Engine, stream: Stream): Promise<number> {
  const { last } = await reading
    .selectFrom('tombstone')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .where(eb => eb.and(streamColumns(stream))) // its primary key
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Which entries a stream has, in the order of their identifiers, from behind one. */
export async function readOutline(
  { reading }: Engine,
  stream: Stream,
  after: string | undefined,
  limit: number,
): Promise<EntryOutline[]> {
  let query = reading
    .selectFrom('news')
    .select(['news_id as newsId', 'news_date_time as newsDateTime', 'seq', 'mirrored'])
    .where(eb => eb.and(streamColumns(stream)))
    .orderBy('news_id') // its primary key
    .limit(limit)
  if (after !== undefined) query = query.where('news_id', '>', after)
  return (await query.execute()).map(({ mirrored, ...entry }) => ({
    ...entry,
    ...(mirrored !== null && { mirrored: JSON.parse(mirrored) }),
  }))
}

/** Newest first by (newsDateTime, newsId). */
export function listNews(store: Engine, query: NewsListQuery): Promise<NewsPage> {
  return store.snapshot(db => readPage(db, query))
}

/** With the index news_newest, without a sort. */
async function readPage(db: Queries, { limit, after, ...stream }: NewsListQuery): Promise<NewsPage> {
  let query = db
    .selectFrom('news')
    .selectAll()
    .where(eb => eb.and(streamColumns(stream)))
    .orderBy('news_date_time', 'desc')
    .orderBy('news_id', 'desc')
    // One more than requested, to find out whether there is a next page.
    .limit(limit + 1)
  if (after) {
    const { newsDateTime, newsId } = after
    query = query.where(sql<boolean>`(news_date_time, news_id) < (${newsDateTime}, ${newsId})`)
  }
  const rows = await query.execute()
  const entries = rows.slice(0, limit).map(entryOf)
  const last = rows.length > limit ? entries.at(-1) : undefined
  const next = last && { newsDateTime: last.newsDateTime, newsId: last.newsId }
  return { entries, next, seq: await lastSeq(db) }
}

/**
 * Of these identifiers, those that are stored, by the hash of their content, and those that have a tombstone, as `undefined`.
 * With the primary keys.
 */
export function knownEntries(
  store: Engine,
  stream: Stream,
  newsIds: readonly string[],
): Promise<Map<string, string | undefined>> {
  return store.snapshot(async db => {
    const known = new Map<string, string | undefined>()
    for (const part of inParts(newsIds)) {
      for (const newsId of await tombstonesOf(db, stream, part)) known.set(newsId, undefined)
      for (const { news_id, hash } of await hashesOf(db, stream, part)) known.set(news_id, hash)
    }
    return known
  })
}

/** Of those of these identifiers that are stored. */
export function hashesOf(db: Queries, stream: Stream, newsIds: readonly string[]) {
  return db
    .selectFrom('news')
    .select(['news_id', 'hash'])
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', 'in', newsIds)
    .execute()
}

/** Those of these identifiers that have a tombstone. */
export async function tombstonesOf(
  db: Queries,
  stream: Stream,
  newsIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('tombstone')
    .select('news_id')
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', 'in', newsIds)
    .execute()
  return rows.map(({ news_id }) => news_id)
}
