/**
 * The search index, which follows the change log in the store.
 *
 * Publishing does not wait for it, and its failure does not fail a cycle. It reads the log in parts, each in its own
 * transaction with the position, so any process can continue, and an old store is indexed like a new one. Parts are small
 * because they block the event loop.
 */
import { sql } from 'kysely'
import { textOf } from '../../shared/html/text-of.ts'
import { lastSeq } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { type EntryKey, entryKey, entryOf } from './rows.ts'
import type { IndexedEntry } from './search-index.ts'
import { indexedTerms } from './search-terms.ts'
import type { Queries } from './tables.ts'
import type { SearchPage, SearchQuery } from './types.ts'

/** Changes in one part. */
const PART = { entries: 50, characters: 200_000 }
/** Characters of one entry; text after page thirty is not indexed. */
const LONGEST_HTML = 400_000
const LONGEST_TEXT = 100_000

export interface SearchStore {
  searchNews(query: SearchQuery): Promise<SearchPage>
  /** Lets the search index read on in the change log, a part that takes moments. @returns changes it has not read yet */
  indexNews(): Promise<number>
}

export function searchStore({ reading, snapshot, write, search }: Engine): SearchStore {
  return {
    searchNews: ({ limit, ...query }) =>
      snapshot(async db => {
        // One more than requested, to find out whether there is a next page.
        const found = query.phrases.length === 0 ? [] : await search.find(db, { ...query, limit: limit + 1 })
        return {
          entries: found
            .slice(0, limit)
            .filter(row => row !== undefined)
            .map(entryOf),
          next: found.length > limit ? query.offset + limit : undefined,
          seq: await lastSeq(db),
          behind: await behind(db),
        }
      }),
    async indexNews() {
      // Checked before taking the lock, because there is usually nothing to do.
      if ((await behind(reading)) === 0) return 0
      return write(async db => {
        await indexPart(db, search)
        return behind(db)
      })
    },
  }
}

async function behind(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom(['store', 'search_progress'])
    .select(({ eb }) => eb('store.seq', '-', eb.ref('search_progress.seq')).as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function indexPart(db: Queries, search: Engine['search']): Promise<void> {
  const { seq: from } = await db.selectFrom('search_progress').select('seq').executeTakeFirstOrThrow()
  const changes = await changedAfter(db, from)
  const part: EntryKey[] = []
  const added: IndexedEntry[] = []
  let characters = 0
  let reached = from
  for (const { seq, ...key } of changes) {
    part.push(key)
    const entry = await indexed(db, key)
    if (entry) added.push(entry)
    characters += entry?.body.length ?? 0
    reached = seq
    if (characters > PART.characters) break
  }
  await search.forget(db, part)
  await search.add(db, added)
  // A change that was replaced by a later one is no longer in the log.
  const isAll = reached === (changes.at(-1)?.seq ?? from) && changes.length < PART.entries
  await db
    .updateTable('search_progress')
    .set({ seq: isAll ? await lastSeq(db) : reached })
    .execute()
}

/** Uses the unique index of seq in both tables. */
function changedAfter(db: Queries, seq: number): Promise<(EntryKey & { seq: number })[]> {
  const columns = ['seq', 'site_id as siteId', 'lang', 'news_id as newsId'] as const
  return db
    .selectFrom('news')
    .select(columns)
    .where('seq', '>', seq)
    .unionAll(db.selectFrom('tombstone').select(columns).where('seq', '>', seq))
    .orderBy('seq')
    .limit(PART.entries)
    .execute()
}

/** An entry's terms; undefined if it was deleted. */
async function indexed(db: Queries, key: EntryKey): Promise<IndexedEntry | undefined> {
  const row = await db
    .selectFrom('news')
    .select(['title', 'news_date_time', 'seq'])
    .select(sql<string>`substr(html, 1, ${sql.lit(LONGEST_HTML)})`.as('html'))
    .where(eb => eb.and(entryKey(key))) // its primary key
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...key,
    newsDateTime: row.news_date_time,
    seq: row.seq,
    title: indexedTerms(row.title),
    body: indexedTerms(textOf(row.html).slice(0, LONGEST_TEXT)),
  }
}
