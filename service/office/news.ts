/**
 * News entries of the school office: drafts, published and deleted ones, each change with its second.
 *
 * A change is noted once a site (`news_site`), because each website asks for its own: an entry taken off one site is
 * deleted there and unchanged on the other. What was never published has no row there, and is not sent to websites.
 *
 * An entry may be published and unpublished at moments to come. Nothing happens then: whoever asks is answered by the
 * clock, and the moment counts as that of a change. A website that has not had an entry yet (`sent_from`) is not told
 * that it was deleted.
 */
import { setImmediate } from 'node:timers/promises'
import type { SiteId } from '../../shared/contract/site.ts'
import { recordOf } from '../../shared/record-of.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedNews } from '../seed.ts'
import {
  addressFaults,
  characterFaults,
  medium,
  type Names,
  namesIn,
  periodFaults,
  references,
} from './faults.ts'
import { periodOf, type SchoolTime, wallOf } from './moments.ts'
import { LISTS, NEWS_STATES, type NewsRow, type NewsState, newsPage, stateOf } from './news-lists.ts'
import { newsWords, searchTerms } from './news-search.ts'
import { type Fault, refuse } from './refuse.ts'

/** An entry as entered; `media:NAME` in a body is replaced by the file's address when it is sent. */
export type NewsDraft = Omit<SeedNews, 'deletedAt'>

/** What an entry can be entered as. */
export type EnteredState = 'published' | 'draft'

export type StoredNews = NewsDraft & { deleted: boolean; state: NewsState }

export interface NewsRepository {
  /**
   * Enters an entry, or changes the one by that id, also one that was deleted: published, or as a draft. A published
   * entry that becomes a draft is sent to its websites as deleted.
   *
   * @param at the second of the change
   * @throws {DraftError} every fault at once; nothing was changed
   */
  put(draft: NewsDraft, at: number, state?: EnteredState): void
  /** The same for an entry as somebody writes it, who is also told what it lacks to be published. */
  write(draft: NewsDraft, at: number, state: EnteredState): void
  /** Deletes an entry; false when there is none by that id. */
  remove(newsId: string, at: number): boolean
  /** Brings a deleted entry back as it was, on its websites or as a draft; false when there is none by that id. */
  restore(newsId: string, at: number): boolean
  /** An entry in whatever state. */
  get(newsId: string): StoredNews | undefined
  /** Newest date first. */
  page(question: NewsPageQuestion): StoredNews[]
  /**
   * Those of a page that hold every word of a search in titles and bodies, in whichever language. It reads all of
   * them in steps, and other work is done in between.
   *
   * @param isWanted called between two steps; false ends the search
   */
  find(question: NewsPageQuestion, search: string, isWanted?: () => boolean): Promise<StoredNews[]>
  count(): Record<NewsState, number>
  /** The first epoch second after another one in which an entry comes to a website or leaves it; undefined when none does. */
  nextMoment(after: number): number | undefined
  /** An id that no entry ever had: `NEWS-` and the next number. */
  nextId(): string
}

export interface NewsPageQuestion {
  /** Without it, all that are not deleted. */
  state?: NewsState
  site?: SiteId
  /** Those that come after this one. */
  after?: Place | undefined
  limit: number
}
type Place = Pick<StoredNews, 'newsDateTime' | 'newsId'>

/** Whether an entry holds every term. */
const IS_HIT = `news_id, news_date_time, NOT EXISTS (
  SELECT 1 FROM json_each(@terms)
  WHERE instr((SELECT words FROM news_words WHERE news_id = news.news_id), value) = 0) AS is_hit`

/** Entries that a search reads in one step: some milliseconds. */
const SLICE = 500

export function newsRepository(database: SqliteDatabase, { zone, now }: SchoolTime): NewsRepository {
  const sql = newsStatements(database)
  const stored = (row: NewsRow): StoredNews => ({
    newsId: row.news_id,
    sites: (row.draft ? sql.selectDraftSites : sql.selectSites).all(row.news_id),
    newsDateTime: row.news_date_time,
    ...(row.publish_at !== null && { publishAt: wallOf(row.publish_at, zone) }),
    ...(row.unpublish_at !== null && { unpublishAt: wallOf(row.unpublish_at, zone) }),
    texts: {
      'en-US': { newsTitle: row.title_en, newsContent: row.body_en },
      'zh-HK': { newsTitle: row.title_zh, newsContent: row.body_zh },
    },
    ...(row.cover !== null && { cover: row.cover }),
    attachments: sql.selectAttachments.all(row.news_id),
    deleted: row.binned === 1,
    state: stateOf(row, now()),
  })
  const get = (newsId: string) => {
    const row = sql.select.get(newsId)
    return row && stored(row)
  }

  const names = namesIn(database)
  const isOtherFile = (name: string) => sql.selectOtherFile.get(name) !== undefined

  const enter = (entry: NewsDraft, at: number, state: EnteredState) => {
    const { newsId, newsDateTime, sites, texts, cover = null, attachments } = entry
    const { 'en-US': en, 'zh-HK': zh } = texts
    const wasShown = sql.select.get(newsId)?.deleted === 0
    const written = {
      title_en: en.newsTitle,
      body_en: en.newsContent,
      title_zh: zh.newsTitle,
      body_zh: zh.newsContent,
    }
    const draft = state === 'draft' ? 1 : 0
    const [publish_at, unpublish_at] = periodOf(entry, ['publishAt', 'unpublishAt'], zone)
    const moments = { publish_at, unpublish_at }
    sql.upsert.run({ news_id: newsId, news_date_time: newsDateTime, draft, cover, ...moments, ...written })
    sql.keepWords.run(newsId, newsWords(written))
    sql.clearDraftSites.run(newsId)
    // A site that has never had the entry is told nothing.
    sql.takeOffUnsent.run(newsId, at, JSON.stringify(draft ? [] : sites))
    if (draft) {
      for (const site of sites) sql.addDraftSite.run(newsId, site)
      if (wasShown) sql.touchShown.run(at, newsId)
    } else {
      for (const site of sites) sql.showOn.run({ news_id: newsId, site, at })
      sql.takeOffOthers.run(at, newsId, JSON.stringify(sites))
    }
    sql.clearAttachments.run(newsId)
    for (const [position, name] of attachments.entries()) sql.addAttachment.run(newsId, position, name)
  }
  const put = database.transaction((entry: NewsDraft, at: number, state: EnteredState = 'published') => {
    refuse(newsFaults(entry, names))
    enter(entry, at, state)
  })
  const write = database.transaction((entry: NewsDraft, at: number, state: EnteredState) => {
    refuse([...newsFaults(entry, names), ...writtenFaults(entry, state, isOtherFile)])
    enter(entry, at, state)
  })
  const remove = database.transaction((newsId: string, at: number): boolean => {
    const row = sql.select.get(newsId)
    if (!row || row.binned) return false
    sql.setBinned.run(newsId)
    sql.neverSend.run(newsId, at)
    // Websites do not have a draft, so its deletion is not sent to them.
    if (!row.deleted) sql.touchShown.run(at, newsId)
    return true
  })
  const restore = database.transaction((newsId: string, at: number): boolean => {
    const row = sql.select.get(newsId)
    if (!row?.binned) return false
    sql.setRestored.run(newsId)
    if (!row.draft)
      for (const site of sql.selectSites.all(newsId)) sql.showOn.run({ news_id: newsId, site, at })
    return true
  })
  return {
    put,
    write,
    remove,
    restore,
    get,
    page: ({ state, site = null, after, limit }) =>
      sql.selectPage[state ?? 'all'].all({ now: now(), site, ...place(after), limit }).map(stored),
    async find({ state, site = null, after, limit }, search, isWanted = () => true) {
      const terms = JSON.stringify(searchTerms(search))
      const found: StoredNews[] = []
      for (let from = after; ; await setImmediate()) {
        const slice = sql.selectSlice[state ?? 'all'].all({
          now: now(),
          site,
          ...place(from),
          limit: SLICE,
          terms,
        })
        const hits = slice.filter(row => row.is_hit).slice(0, limit - found.length)
        found.push(...hits.flatMap(row => get(row.news_id) ?? []))
        const last = slice.at(-1)
        if (!last || slice.length < SLICE || found.length >= limit || !isWanted()) return found
        from = { newsDateTime: last.news_date_time, newsId: last.news_id }
      }
    },
    count: () => sql.selectCounts.get({ now: now() }) as Record<NewsState, number>,
    nextMoment: after => sql.selectNext.get({ after }) ?? undefined,
    nextId: () => `NEWS-${(sql.selectLastNumber.get() ?? 0) + 1}`,
  }
}

const MAX_ATTACHMENTS = 100
const LONGEST_TITLE = 1000
const LONGEST_NEWS_ID = 200

/** Identifiers are asked for separated by commas, and trimmed. */
const NEWS_ID = /^[^\s,](?:[^,]*[^\s,])?$/

/** What the schema of an entry cannot see. */
export function* newsFaults(entry: NewsDraft, names: Names): Generator<Fault> {
  const { newsId, texts, cover, attachments } = entry
  yield* periodFaults(entry, ['publishAt', 'unpublishAt'])
  if (!NEWS_ID.test(newsId))
    yield { path: '/newsId', reason: 'must have no comma and no white space at its ends' }
  yield* addressFaults('/newsId', newsId)
  yield* characterFaults('/newsId', newsId)
  if (newsId.length > LONGEST_NEWS_ID)
    yield { path: '/newsId', reason: `must have at most ${LONGEST_NEWS_ID} characters` }
  if (cover !== undefined) yield* medium('/cover', cover, names)
  for (const [place, name] of attachments.entries()) yield* medium(`/attachments/${place}`, name, names)
  for (const [lang, { newsContent }] of Object.entries(texts))
    yield* references(`/texts/${lang}/newsContent`, newsContent, names)
}

/** What somebody who writes an entry is told besides; one that is imported may be so. */
function* writtenFaults(
  { texts, cover, attachments, sites }: NewsDraft,
  state: EnteredState,
  isOtherFile: (name: string) => boolean,
): Generator<Fault> {
  if (cover !== undefined && isOtherFile(cover))
    yield { path: '/cover', reason: `must be a picture, and "${cover}" is none` }
  if (attachments.length > MAX_ATTACHMENTS)
    yield { path: '/attachments', reason: `must be ${MAX_ATTACHMENTS} at most` }
  for (const [lang, { newsTitle }] of Object.entries(texts))
    if (newsTitle.length > LONGEST_TITLE)
      yield { path: `/texts/${lang}/newsTitle`, reason: `must have ${LONGEST_TITLE} characters at most` }
  if (state === 'draft') return
  if (sites.length === 0) yield { path: '/sites', reason: 'must name a website to be published on' }
  if (Object.values(texts).every(({ newsTitle }) => newsTitle.trim() === ''))
    yield { path: '/texts/en-US/newsTitle', reason: 'must be there in one language at least to be published' }
}

interface PageValues {
  now: number
  site: SiteId | null
  date: string | null
  id: string | null
  limit: number
}

interface HitRow {
  news_id: string
  news_date_time: string
  is_hit: number
}

const place = (after: Place | undefined) => ({ date: after?.newsDateTime ?? null, id: after?.newsId ?? null })

const sitesOf = (database: SqliteDatabase, select: string) =>
  database.prepare<[string], SiteId>(select).pluck()

function newsStatements(database: SqliteDatabase) {
  const prepare = <Values extends PageValues, Row>(columns: string) =>
    recordOf(['all', ...NEWS_STATES], list => database.prepare<Values, Row>(newsPage(list, columns)))
  return {
    upsert: database.prepare(`
      INSERT INTO news (news_id, news_date_time, deleted, draft, publish_at, unpublish_at, title_en, body_en, title_zh,
        body_zh, cover)
      VALUES (@news_id, @news_date_time, @draft, @draft, @publish_at, @unpublish_at, @title_en, @body_en, @title_zh,
        @body_zh, @cover)
      ON CONFLICT (news_id) DO UPDATE SET news_date_time = excluded.news_date_time, deleted = excluded.deleted,
        draft = excluded.draft, binned = 0, publish_at = excluded.publish_at, unpublish_at = excluded.unpublish_at,
        title_en = excluded.title_en, body_en = excluded.body_en, title_zh = excluded.title_zh, body_zh = excluded.body_zh,
        cover = excluded.cover`),
    keepWords: database.prepare('REPLACE INTO news_words VALUES (?, ?)'),
    showOn: database.prepare(`
      INSERT INTO news_site (news_id, site, shown, changed_at, sent_from)
      SELECT news_id, @site, 1, @at, iif(publish_at > @at, publish_at, 0) FROM news WHERE news_id = @news_id
      ON CONFLICT (news_id, site) DO UPDATE SET shown = 1, changed_at = excluded.changed_at,
        sent_from = iif(sent_from <= @at, sent_from, excluded.sent_from)`),
    takeOffUnsent: database.prepare(`
      DELETE FROM news_site
      WHERE news_id = ? AND coalesce(sent_from > ?, 1) AND site NOT IN (SELECT value FROM json_each(?))`),
    neverSend: database.prepare('UPDATE news_site SET sent_from = NULL WHERE news_id = ? AND sent_from > ?'),
    takeOffOthers: database.prepare(`
      UPDATE news_site SET shown = 0, changed_at = ?
      WHERE news_id = ? AND shown = 1 AND site NOT IN (SELECT value FROM json_each(?))`),
    clearDraftSites: database.prepare('DELETE FROM news_draft_site WHERE news_id = ?'),
    addDraftSite: database.prepare('INSERT OR IGNORE INTO news_draft_site VALUES (?, ?)'),
    clearAttachments: database.prepare('DELETE FROM news_attachment WHERE news_id = ?'),
    addAttachment: database.prepare('INSERT INTO news_attachment VALUES (?, ?, ?)'),
    setBinned: database.prepare('UPDATE news SET binned = 1, deleted = 1 WHERE news_id = ?'),
    setRestored: database.prepare('UPDATE news SET binned = 0, deleted = draft WHERE news_id = ?'),
    touchShown: database.prepare('UPDATE news_site SET changed_at = ? WHERE news_id = ? AND shown = 1'),
    select: database.prepare<[string], NewsRow>('SELECT * FROM news WHERE news_id = ?'),
    selectPage: prepare<PageValues, NewsRow>('news.*'),
    selectSlice: prepare<PageValues & { terms: string }, HitRow>(IS_HIT),
    selectCounts: database.prepare<[{ now: number }], Record<NewsState, number>>(`
      SELECT published - planned - ended AS published, planned, ended, draft, deleted
      FROM (
        SELECT count(*) FILTER (WHERE binned = 0 AND draft = 0) AS published,
          (SELECT count(*) FROM news WHERE ${LISTS.planned}) AS planned,
          (SELECT count(*) FROM news WHERE ${LISTS.ended}) AS ended,
          count(*) FILTER (WHERE binned = 0 AND draft = 1) AS draft,
          count(*) FILTER (WHERE binned = 1) AS deleted
        FROM news)`),
    selectNext: database
      .prepare<[{ after: number }], number | null>(`
        SELECT min(moment) FROM (
          SELECT publish_at AS moment FROM news WHERE publish_at > @after AND deleted = 0
          UNION ALL
          SELECT unpublish_at FROM news WHERE unpublish_at > @after AND deleted = 0)`)
      .pluck(),
    selectSites: sitesOf(
      database,
      'SELECT site FROM news_site WHERE news_id = ? AND shown = 1 ORDER BY site',
    ),
    selectDraftSites: sitesOf(database, 'SELECT site FROM news_draft_site WHERE news_id = ? ORDER BY site'),
    selectAttachments: database
      .prepare<[string], string>('SELECT media FROM news_attachment WHERE news_id = ? ORDER BY position')
      .pluck(),
    selectOtherFile: database.prepare(
      'SELECT 1 FROM media WHERE name = ? AND removed_at IS NULL AND image_width IS NULL',
    ),
    // Longer numbers were not made by this method; none of its own follows the highest.
    selectLastNumber: database
      .prepare<[], number | null>(`
        SELECT max(number) FROM (
          SELECT max(CAST(substr(news_id, 6) AS INTEGER)) AS number FROM news
          WHERE news_id GLOB 'NEWS-[0-9]*' AND length(news_id) <= 14 AND news_id <> 'NEWS-999999999'
          UNION ALL
          SELECT id FROM highest_deleted WHERE table_name = 'news' AND id < 999999999)`)
      .pluck(),
  }
}
