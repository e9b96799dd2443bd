/**
 * The search index, which follows the change log in the store.
 *
 * Publishing does not wait for it, and its failure does not fail a cycle. It reads the log in parts, each in its own
 * transaction with the position, so any process can continue, and an old store is indexed like a new one. Parts are small
 * because they block the event loop.
 *
 * The engine is SQLite's FTS5. It returns matches in the order of rowids, so a rowid is made from the stream and the
 * entry's minute: a search reads the newest matches of its stream and stops.
 */
import { LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'
import { textOf } from '../../shared/html/text-of.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { type EntryRow, entryOf } from './rows.ts'
import { indexedTerms, type Phrase } from './search-terms.ts'
import type { SearchPage, SearchQuery } from './types.ts'

/** Changes in one part. */
const PART = { entries: 50, characters: 200_000 }
/** Characters of one entry; text after page thirty is not indexed. */
const LONGEST_HTML = 400_000
const LONGEST_TEXT = 100_000
/** Newest matches that are ranked; older ones are not found. */
export const MOST_FOUND = 1_000
/** Weight of a match in the title, compared with the body. */
const TITLE_WEIGHT = 5

export interface SearchStore {
  searchNews(query: SearchQuery): Promise<SearchPage>
  /** Lets the search index read on in the change log, a part that takes moments. @returns changes it has not read yet */
  indexNews(): Promise<number>
}

export function searchIndex(database: SqliteDatabase) {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const indexedSeq = database.prepare<[], number>('SELECT seq FROM search_progress').pluck()
  const behind = () => (lastSeq.get() ?? 0) - (indexedSeq.get() ?? 0)
  return { index: indexer(database), find: finder(database, behind), behind }
}

function indexer(database: SqliteDatabase): () => void {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const indexedSeq = database.prepare<[], number>('SELECT seq FROM search_progress').pluck()
  const moveOn = database.prepare<[number]>('UPDATE search_progress SET seq = ?')
  // Both use the unique index of seq.
  const changed = database.prepare<[number, number], Key & { seq: number }>(`
    SELECT seq, site_id, lang, news_id FROM news WHERE seq > ?
    UNION ALL SELECT seq, site_id, lang, news_id FROM tombstone WHERE seq > ?
    ORDER BY seq LIMIT ${PART.entries}`)
  const current = database.prepare<[Key], Pick<EntryRow, 'title' | 'html' | 'news_date_time' | 'seq'>>(`
    SELECT title, substr(html, 1, ${LONGEST_HTML}) AS html, news_date_time, seq FROM news
    WHERE site_id = $site_id AND lang = $lang AND news_id = $news_id`) // its primary key
  const forget = database
    .prepare<[Key], number>(`
      DELETE FROM search_entry WHERE site_id = $site_id AND lang = $lang AND news_id = $news_id RETURNING id`)
    .pluck()
  const forgetTerms = database.prepare<[number]>('DELETE FROM search_terms WHERE rowid = ?')
  const lastOf = database
    .prepare<[number, number], number | null>('SELECT max(id) FROM search_entry WHERE id BETWEEN ? AND ?')
    .pluck()
  const note = database.prepare<[Key & { id: number; seq: number }]>(
    'INSERT INTO search_entry VALUES ($id, $site_id, $lang, $news_id, $seq)',
  )
  const noteTerms = database.prepare<[number, string, string]>(
    'INSERT INTO search_terms (rowid, title, body) VALUES (?, ?, ?)',
  )

  /** The first free rowid of the entry's minute, or of the next minute with room. */
  const freeId = (stream: Stream, newsDateTime: string): number => {
    for (let minute = minuteOf(newsDateTime); ; minute += 1) {
      const first = firstId(stream) + minute * IDS_OF_MINUTE
      const last = first + IDS_OF_MINUTE - 1
      const taken = lastOf.get(first, last) ?? first - 1
      if (taken < last) return taken + 1
    }
  }

  return database.transaction(() => {
    const from = indexedSeq.get() ?? 0
    const changes = changed.all(from, from)
    let characters = 0
    let reached = from
    for (const { seq, ...key } of changes) {
      const old = forget.get(key)
      if (old !== undefined) forgetTerms.run(old)
      const entry = current.get(key)
      if (entry) {
        const id = freeId({ siteId: key.site_id, lang: key.lang }, entry.news_date_time)
        const body = textOf(entry.html).slice(0, LONGEST_TEXT)
        note.run({ ...key, id, seq: entry.seq })
        noteTerms.run(id, indexedTerms(entry.title), indexedTerms(body))
        characters += body.length
      }
      reached = seq
      if (characters > PART.characters) break
    }
    // A change that was replaced by a later one is no longer in the log.
    const isAll = reached === (changes.at(-1)?.seq ?? from) && changes.length < PART.entries
    moveOn.run(isAll ? (lastSeq.get() ?? 0) : reached)
  }).immediate
}

function finder(database: SqliteDatabase, behind: () => number): (query: SearchQuery) => SearchPage {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const ranked = database.prepare<[RankedQuery], { id: number }>(`
    SELECT id FROM (
      SELECT rowid AS id, bm25(search_terms, ${TITLE_WEIGHT}, 1) AS rank FROM search_terms
      WHERE search_terms MATCH $match AND rowid BETWEEN $first AND $last
      ORDER BY rowid DESC LIMIT ${MOST_FOUND}
    ) ORDER BY rank, id DESC LIMIT $limit OFFSET $offset`)
  // Uses the primary keys. An entry that changed since it was indexed is left out until it is indexed again.
  const entryById = database.prepare<[number], EntryRow>(`
    SELECT news.* FROM search_entry JOIN news USING (site_id, lang, news_id)
    WHERE search_entry.id = ? AND news.seq = search_entry.seq`)

  return database.transaction(({ siteId, lang, phrases, limit, offset }: SearchQuery): SearchPage => {
    const first = firstId({ siteId, lang })
    const found =
      phrases.length === 0
        ? []
        : ranked.all({
            match: matchExpression(phrases),
            ...{ first, last: first + IDS_OF_STREAM - 1 },
            // One more than requested, to find out whether there is a next page.
            ...{ limit: limit + 1, offset },
          })
    const rows = found.slice(0, limit).map(({ id }) => entryById.get(id))
    return {
      entries: rows.filter(row => row !== undefined).map(entryOf),
      next: found.length > limit ? offset + limit : undefined,
      seq: lastSeq.get() ?? 0,
      behind: behind(),
    }
  })
}

interface Key extends Pick<EntryRow, 'site_id' | 'lang' | 'news_id'> {}

interface RankedQuery {
  match: string
  first: number
  last: number
  limit: number
  offset: number
}

/** Terms have no quotes, and quoted text has no operators. */
const matchExpression = (phrases: readonly Phrase[]) =>
  phrases.map(phrase => `"${phrase.join(' ')}"`).join(' AND ')

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
