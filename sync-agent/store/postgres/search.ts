/**
 * Search with an array of terms and a GIN index.
 *
 * The index finds the entries that have every term. A phrase of several terms is then looked for in the text of the terms,
 * without a limit to an entry's length: a tsvector knows no positions above 16,383, and 256 of a term. Ranking is FTS5's
 * (BM25), but for the rarity of the phrases.
 */
import { type Kysely, sql } from 'kysely'
import { inParts } from '../parts.ts'
import { entryKey, isOneOf } from '../rows.ts'
import { MOST_FOUND, type SearchIndex, type TermsQuery, TITLE_WEIGHT } from '../search-index.ts'
import type { Phrase } from '../search-terms.ts'
import type { Queries, Tables } from '../tables.ts'

interface SearchTables extends Tables {
  search_entry: Tables['search_entry'] & {
    news_date_time: string
    /** Terms, spaced. */
    title: string
    body: string
    terms: string[]
  }
}

/** The same, with the table that only PostgreSQL has. */
const withTerms = (db: Queries) => db as unknown as Kysely<SearchTables>

export const searchIndex: SearchIndex = {
  async add(db, entries) {
    const rows = entries.map(({ title, body, newsDateTime, ...entry }) => ({
      ...entryKey(entry),
      news_date_time: newsDateTime,
      title: spaced(title.split(' ')),
      body: spaced(body.split(' ')),
      terms: [...new Set(`${title} ${body}`.split(' ').filter(Boolean))],
    }))
    for (const part of inParts(rows)) await withTerms(db).insertInto('search_entry').values(part).execute()
  },

  async find(db, query) {
    const found = await ranked(db, query)
    if (found.length === 0) return []
    const rows = await db
      .selectFrom('news')
      .selectAll()
      .where(isOneOf(found.map(newsId => ({ ...query, newsId })))) // its primary key
      .execute()
    const byId = new Map(rows.map(row => [row.news_id, row]))
    return found.flatMap(newsId => byId.get(newsId) ?? [])
  },
}

async function ranked(db: Queries, { siteId, lang, phrases, limit, offset }: TermsQuery): Promise<string[]> {
  const terms = [...new Set(phrases.flat())]
  const inOrder = phrases.filter(({ length }) => length > 1).map(isIn)
  const { rows } = await sql<{ news_id: string }>`
    WITH found AS (
      SELECT * FROM search_entry
      WHERE site_id = ${siteId} AND lang = ${lang} AND ${sql.join([sql`terms @> ${terms}::text[]`, ...inOrder], sql` AND `)}
      ORDER BY news_date_time DESC, id DESC LIMIT ${sql.lit(MOST_FOUND)}
    ), measured AS (
      SELECT *, length / avg(length) OVER () AS relative_length
      FROM found, LATERAL (SELECT (octet_length(title) + octet_length(body))::float8 AS length) AS of_texts
    )
    SELECT news_id FROM measured
    ORDER BY ${sql.join(phrases.map(relevance), sql` + `)} DESC, news_date_time DESC, id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(({ news_id }) => news_id)
}

/** Each term has spaces of its own on both sides, so that neighbours can be counted. */
const spaced = (terms: readonly string[]) => ` ${terms.join('  ')} `

const isIn = (phrase: Phrase) =>
  sql`(strpos(title, ${spaced(phrase)}) > 0 OR strpos(body, ${spaced(phrase)}) > 0)`

/** BM25 with the constants of FTS5. */
function relevance(phrase: Phrase) {
  const text = spaced(phrase)
  const times = (column: 'title' | 'body') =>
    sql`(octet_length(${sql.ref(column)}) - octet_length(replace(${sql.ref(column)}, ${text}, ''))) / octet_length(${text})`
  const frequency = sql`(${sql.lit(TITLE_WEIGHT)} * ${times('title')} + ${times('body')})`
  return sql`${frequency} * 2.2::float8 / (${frequency} + 1.2::float8 * (0.25::float8 + 0.75::float8 * relative_length))`
}
