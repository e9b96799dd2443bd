/**
 * Search with SQLite's FTS5.
 *
 * It returns matches in the order of rowids, so a rowid is made from the stream and the entry's minute: a search reads the
 * newest matches of its stream and stops.
 */
import { type Kysely, sql } from 'kysely'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import type { Stream } from '../../stream.ts'
import { inParts } from '../parts.ts'
import { entryKey } from '../rows.ts'
import { MOST_FOUND, type SearchIndex, type TermsQuery, TITLE_WEIGHT } from '../search-index.ts'
import type { Phrase } from '../search-terms.ts'
import type { Queries, Tables } from '../tables.ts'

interface SearchTables extends Tables {
  search_entry: Tables['search_entry'] & { id: number }
  /** FTS5; its rowid is the id in `search_entry`. */
  search_terms: { rowid: number; title: string; body: string }
}

/** The same, with the tables that only SQLite has. */
const withTerms = (db: Queries) => db as unknown as Kysely<SearchTables>

export const searchIndex: SearchIndex = {
  async add(db, entries) {
    const terms: SearchTables['search_terms'][] = []
    for (const { newsDateTime, title, body, ...entry } of entries) {
      const rowid = await freeId(db, entry, newsDateTime)
      await withTerms(db)
        .insertInto('search_entry')
        .values({ id: rowid, ...entryKey(entry) })
        .execute()
      terms.push({ rowid, title, body })
    }
    for (const part of inParts(terms)) await withTerms(db).insertInto('search_terms').values(part).execute()
  },

  async find(db, query) {
    const found = await ranked(db, query)
    if (found.length === 0) return []
    // Uses the primary keys.
    const rows = await withTerms(db)
      .selectFrom('search_entry')
      .innerJoin('news', join =>
        join
          .onRef('news.site_id', '=', 'search_entry.site_id')
          .onRef('news.lang', '=', 'search_entry.lang')
          .onRef('news.news_id', '=', 'search_entry.news_id'),
      )
      .where('search_entry.id', 'in', found)
      .selectAll('news')
      .select('search_entry.id as found_id')
      .execute()
    const byId = new Map(rows.map(({ found_id, ...row }) => [found_id, row]))
    return found.flatMap(id => byId.get(id) ?? [])
  },
}

async function ranked(db: Queries, { siteId, lang, phrases, limit, offset }: TermsQuery): Promise<number[]> {
  const first = firstId({ siteId, lang })
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT rowid AS id, bm25(search_terms, ${sql.lit(TITLE_WEIGHT)}, 1) AS rank FROM search_terms
      WHERE search_terms MATCH ${matchExpression(phrases)} AND rowid BETWEEN ${first} AND ${first + IDS_OF_STREAM - 1}
      ORDER BY rowid DESC LIMIT ${sql.lit(MOST_FOUND)}
    ) ORDER BY rank, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Terms have no quotes, and quoted text has no operators. */
const matchExpression = (phrases: readonly Phrase[]) =>
  phrases.map(phrase => `"${phrase.join(' ')}"`).join(' AND ')

/** The first free rowid of the entry's minute, or of the next minute with room. */
async function freeId(db: Queries, stream: Stream, newsDateTime: string): Promise<number> {
  for (let minute = minuteOf(newsDateTime); ; minute += 1) {
    const first = firstId(stream) + minute * IDS_OF_MINUTE
    const last = first + IDS_OF_MINUTE - 1
    const { taken } = await withTerms(db)
      .selectFrom('search_entry')
      .where(({ between }) => between('id', first, last))
      .select(({ fn }) => fn.max<number | null>('id').as('taken'))
      .executeTakeFirstOrThrow()
    if (taken === null) return first
    if (taken < last) return taken + 1
  }
}

// 3 bits for the stream, 33 for the minute, 17 within the minute: 53 bits, which a number holds exactly.
const IDS_OF_MINUTE = 2 ** 17
const IDS_OF_STREAM = 2 ** 50

/** By index in the contract's lists; new sites and languages are added at the end. */
function firstId({ siteId, lang }: Stream): number {
  return (SITE_IDS.indexOf(siteId) * 4 + LANGUAGES.indexOf(lang)) * IDS_OF_STREAM
}

/** Grows with the wall clock; all months count 31 days. */
function minuteOf(newsDateTime: string): number {
  const [year, month, day, hour, minute] = [
    Number(newsDateTime.slice(0, 4)),
    ...[4, 6, 8, 10].map(at => Number(newsDateTime.slice(at, at + 2))),
  ] as [number, number, number, number, number]
  return (((year * 12 + month - 1) * 31 + day - 1) * 24 + hour) * 60 + minute
}
