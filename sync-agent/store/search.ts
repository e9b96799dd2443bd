/**
 * Search over the news. The terms of an entry are written in the transaction that publishes it. The database itself takes them
 * away when the entry is deleted or its texts change: `searchTriggers` in each engine's `schema.ts`.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { textOf } from '../../shared/html/text-of.ts'
import { lastSeq } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { entryOf } from './rows.ts'
import type { IndexedEntry } from './search-index.ts'
import { indexedTerms } from './search-terms.ts'
import type { Queries } from './tables.ts'
import type { SearchPage, SearchQuery } from './types.ts'

/** Entries whose terms are written at once: they block the event loop. */
const PART = { entries: 50, characters: 200_000 }
/** Characters of one entry; text after page thirty is not indexed. */
const LONGEST_HTML = 400_000
const LONGEST_TEXT = 100_000

export function searchNews({ snapshot, search }: Engine, query: SearchQuery): Promise<SearchPage> {
  const { phrases, limit, offset } = query
  return snapshot(async db => {
    // One more than requested, to find out whether there is a next page.
    const found = phrases.length === 0 ? [] : await search.find(db, { ...query, limit: limit + 1 })
    return {
      entries: found.slice(0, limit).map(entryOf),
      next: found.length > limit ? offset + limit : undefined,
      seq: await lastSeq(db),
    }
  })
}

/** Of what this transaction has published after `seq`. Between two parts, the event loop goes on. */
export async function indexPublished(
  db: Queries,
  search: Engine['search'],
  seq: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let at = await indexPart(db, search, seq); at !== undefined; at = await indexPart(db, search, at)) {
    await setImmediate()
    signal?.throwIfAborted()
  }
}

/**
 * Of a store that an earlier version has written, or that is being copied. Each part is a transaction, so it can be interrupted.
 *
 * @param onPart is given the number of entries that are still without terms
 */
export async function completeIndex(
  { reading, write, search }: Engine,
  onPart: (left: number) => Promise<unknown> = setImmediate,
): Promise<void> {
  if ((await withoutTerms(reading)) === 0) return
  const nextPart = (after: number) => write(db => indexPart(db, search, after))
  for (let at = await nextPart(0); at !== undefined; at = await nextPart(at)) {
    await onPart(await withoutTerms(reading))
  }
}

/** Terms without an entry do not exist, so the numbers say it. */
export async function withoutTerms(db: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM news) - (SELECT count(*) FROM search_entry) AS count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes the terms of the next entries that have none. @returns the last one's `seq`; undefined: there are no more */
async function indexPart(db: Queries, search: Engine['search'], after: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('news')
    .leftJoin('search_entry', join =>
      join
        .onRef('search_entry.site_id', '=', 'news.site_id')
        .onRef('search_entry.lang', '=', 'news.lang')
        .onRef('search_entry.news_id', '=', 'news.news_id'),
    )
    .select([
      'news.site_id as siteId',
      'news.lang',
      'news.news_id as newsId',
      'news.news_date_time as newsDateTime',
    ])
    .select(['news.title', 'news.seq'])
    .select(sql<string>`substr(news.html, 1, ${sql.lit(LONGEST_HTML)})`.as('html'))
    .where('news.seq', '>', after) // its unique index
    .where('search_entry.news_id', 'is', null)
    .orderBy('news.seq')
    .limit(PART.entries)
    .execute()
  const entries: IndexedEntry[] = []
  let at: number | undefined
  let characters = 0
  for (const { title, html, seq, ...entry } of rows) {
    const body = indexedTerms(textOf(html).slice(0, LONGEST_TEXT))
    entries.push({ ...entry, title: indexedTerms(title), body })
    characters += body.length
    at = seq
    if (characters > PART.characters) break
  }
  await search.add(db, entries)
  return entries.length === rows.length && rows.length < PART.entries ? undefined : at
}
