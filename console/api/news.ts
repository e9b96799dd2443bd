/** News in the console: listed and searched, composed as a draft or published, deleted and brought back. */
import Type, { type Static } from 'typebox'
import { newsEntry } from '../../service/media/news-entry.ts'
import type { EnteredState, NewsDraft, StoredNews } from '../../service/office/news.ts'
import { NEWS_STATES } from '../../service/office/news-lists.ts'
import type { Repositories } from '../../service/office/office.ts'
import { textIn } from '../../service/office/texts.ts'
import type { Tag } from '../../service/openapi.ts'
import { SeedNews } from '../../service/seed.ts'
import { NewsEntry } from '../../shared/contract/news.ts'
import { type Language, SITE_IDS, SiteId } from '../../shared/contract/site.ts'
import { epochSecond, printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { Medium, mediumOf } from './medium.ts'
import { resource } from './resource.ts'
import { after, BothLanguages, Count, changesIn, changesInMs, INVALID_PARAMETER, limit } from './schemas.ts'
import { refuseStale, stamp, stampOf } from './stamp.ts'

const LONGEST_SEARCH = 200

const { newsDateTime, publishAt, unpublishAt, texts, cover, attachments } = SeedNews.properties

/** A draft may still lack its sites. */
const EnteredNews = Type.Object(
  {
    newsId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    state: Type.Enum(['published', 'draft'] satisfies EnteredState[]),
    sites: Type.Array(SiteId, { maxItems: 10 }),
    newsDateTime,
    publishAt,
    unpublishAt,
    texts,
    cover,
    attachments,
  },
  { title: 'EnteredNews' },
)
export type EnteredNews = Static<typeof EnteredNews>

/** A change names the stamp of what it changes. */
const ChangedNews = Type.Object({ ...EnteredNews.properties, stamp }, { title: 'ChangedNews' })

export const NewsRecord = Type.Object(
  {
    newsId: Type.String(),
    state: Type.Enum(NEWS_STATES, { description: 'By the service’s clock.' }),
    deleted: Type.Boolean(),
    sites: Type.Array(Type.Enum(SITE_IDS)),
    newsDateTime,
    publishAt,
    unpublishAt,
    texts,
    cover,
    attachments,
    media: Type.Array(Medium, { description: 'Those that the entry names.' }),
    stamp,
  },
  { title: 'NewsRecord' },
)
export type NewsRecord = Static<typeof NewsRecord>

export const NewsItem = Type.Object(
  {
    newsId: Type.String(),
    newsDateTime,
    publishAt,
    unpublishAt,
    sites: Type.Array(Type.Enum(SITE_IDS)),
    state: Type.Enum(NEWS_STATES),
    titles: BothLanguages,
    thumbnailUrl: Type.Optional(Type.String()),
    attachments: Count,
  },
  { title: 'NewsItem' },
)
export type NewsItem = Static<typeof NewsItem>

const NewsList = Type.Object({
  news: Type.Array(NewsItem),
  counts: Type.Object({ published: Count, planned: Count, ended: Count, draft: Count, deleted: Count }),
  now: Type.String({ description: 'The school’s wall clock, YYYYMMDDhhmmss.' }),
  next: Type.Optional(Type.String()),
  changesInMs,
})
export type NewsList = Static<typeof NewsList>

export async function newsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { clock, zone, repositories } = context
  const { undo } = context.office
  const { news } = repositories
  // Another process may write between the comparison and the change.
  const changeAtOnce = (change: () => void) => context.database.transaction(change).immediate()
  const second = () => epochSecond(clock.now())

  function recordWith(newsId: string): NewsRecord {
    const entry = news.get(newsId)
    if (!entry) throw noSuchEntry()
    return { ...entry, stamp: newsStamp(entry), media: mediaOf(entry, repositories) }
  }

  server.get('/news', { schema: LIST }, async ({ query, raw }) => {
    const { q, state, site, limit } = query
    // Before the store is read: a moment that passes meanwhile is then still to come.
    const now = clock.now()
    const question = {
      ...(state && { state }),
      ...(site && { site }),
      after: placeOf(query.after),
      // One more, which tells whether there are more.
      limit: limit + 1,
    }
    const search = q.trim()
    const page =
      search === '' ? news.page(question) : await news.find(question, search, () => !raw.socket.destroyed)
    const shown = page.slice(0, limit)
    const last = shown.at(-1)
    return {
      news: shown.map(entry => itemOf(entry, repositories)),
      counts: news.count(),
      // A new entry is dated by it.
      now: printWireDateTime(wallClockAt(now, zone)),
      ...(last && page.length > shown.length && { next: `${last.newsDateTime}-${last.newsId}` }),
      ...changesIn(news.nextMoment(epochSecond(now)), now),
    }
  })

  server.get('/news/:newsId', { schema: READ }, ({ params }) => recordWith(params.newsId))

  server.post('/news', { schema: CREATE }, ({ body }, reply) => {
    const { state, newsId = news.nextId(), ...entry } = body
    if (news.get(newsId)) throw new HttpProblem(409, `There is an entry ${newsId} already; change that one`)
    news.write(draftOf(entry, newsId), second(), state)
    const location = `/console/api/news/${encodeURIComponent(newsId)}`
    reply.code(201).header('location', location)
    return recordWith(newsId)
  })

  server.put('/news/:newsId', { schema: CHANGE }, ({ params: { newsId }, body }) => {
    const { stamp, state, ...entry } = body
    changeAtOnce(() => {
      refuseStale(stamp, recordWith(newsId))
      news.write(draftOf(entry, newsId), second(), state)
    })
    return recordWith(newsId)
  })

  server.delete('/news/:newsId', { schema: DELETE }, ({ params: { newsId } }) => {
    // Websites have to hear that it is back.
    const takeBack = () => news.restore(newsId, second())
    const { result: isDone, undo: id } = undo.keep(() => news.remove(newsId, second()), { takeBack })
    if (!isDone) throw noSuchEntry()
    return { undo: id }
  })

  server.post('/news/:newsId/restore', { schema: RESTORE }, ({ params: { newsId } }) => {
    if (!news.restore(newsId, second())) throw noSuchEntry()
    return recordWith(newsId)
  })

  server.post('/news/preview', { schema: PREVIEW }, ({ body }) => ({
    'en-US': previewIn(body, 'en-US', context),
    'zh-HK': previewIn(body, 'zh-HK', context),
  }))
}

function previewIn(
  { newsDateTime, texts: { 'en-US': en, 'zh-HK': zh }, cover, attachments }: EnteredNews,
  lang: Language,
  { repositories, links }: ConsoleContext,
): NewsEntry {
  const text = textIn(lang, {
    title_en: en.newsTitle,
    body_en: en.newsContent,
    title_zh: zh.newsTitle,
    body_zh: zh.newsContent,
  })
  return newsEntry(
    { newsId: 'preview', newsDateTime, ...text, cover, attachments },
    repositories.media,
    links,
  )
}

/** An entry that is published, or ends, at its moment has not been changed. */
export function newsStamp({ state, ...changeable }: StoredNews): string {
  return stampOf([changeable, state === 'planned' || state === 'ended' ? 'published' : state])
}

/** The entry of the address, whatever the body calls it. */
function draftOf(entry: Omit<EnteredNews, 'state' | 'newsId'>, newsId: string): NewsDraft {
  const { sites, newsDateTime, publishAt, unpublishAt, texts, cover, attachments } = entry
  return {
    newsId,
    sites,
    newsDateTime,
    ...(publishAt !== undefined && { publishAt }),
    ...(unpublishAt !== undefined && { unpublishAt }),
    texts,
    ...(cover !== undefined && { cover }),
    attachments,
  }
}

function mediaOf({ cover, attachments }: StoredNews, { media }: Repositories): Medium[] {
  const names = new Set([...(cover === undefined ? [] : [cover]), ...attachments])
  return [...names].flatMap(name => media.get(name) ?? []).map(mediumOf)
}

function itemOf(
  { newsId, newsDateTime, publishAt, unpublishAt, sites, state, texts, cover, attachments }: StoredNews,
  { media }: Repositories,
): NewsItem {
  const pictures = [cover, ...attachments].map(name => (name === undefined ? undefined : media.get(name)))
  const shown = pictures.find(medium => medium?.imageWidth !== undefined) ?? pictures.find(Boolean)
  return {
    newsId,
    newsDateTime,
    ...(publishAt !== undefined && { publishAt }),
    ...(unpublishAt !== undefined && { unpublishAt }),
    sites,
    state,
    titles: { 'en-US': texts['en-US'].newsTitle, 'zh-HK': texts['zh-HK'].newsTitle },
    ...(shown && { thumbnailUrl: mediumOf(shown).thumbnailUrl }),
    attachments: attachments.length,
  }
}

const NEXT = /^(\d{14})-(.+)$/s

/** From the `next` of a page. */
function placeOf(next: string | undefined) {
  const [, newsDateTime, newsId] = NEXT.exec(next ?? '') ?? []
  return newsDateTime !== undefined && newsId !== undefined ? { newsDateTime, newsId } : undefined
}

const noSuchEntry = () => new HttpProblem(404, 'There is no news entry by this identifier')

const TAG: Tag = 'Console: news'
const tags = [TAG]
const params = Type.Object({ newsId: Type.String() })
const calls = resource(TAG, 'news entry', params)

const LIST = {
  tags,
  operationId: 'listNews',
  summary: 'News, newest first',
  querystring: Type.Object({
    q: Type.String({
      maxLength: LONGEST_SEARCH,
      default: '',
      description: 'Words that titles and bodies must hold, in either language.',
    }),
    state: Type.Optional(Type.Enum(NEWS_STATES, { description: 'Without it, all that are not deleted.' })),
    site: Type.Optional(Type.Enum(SITE_IDS)),
    limit,
    after: after(placeOf),
  }),
  response: { 200: json('A page of them', NewsList), 400: INVALID_PARAMETER },
}
const READ = calls.read(NewsRecord, { description: 'In whatever state.' })
const CREATE = {
  tags,
  operationId: 'createNewsEntry',
  summary: 'Write an entry, as a draft or published: at once, or from `publishAt` on',
  body: EnteredNews,
  response: {
    201: json('The entry, under the next number where none was given', NewsRecord),
    409: refusal('There is an entry by this identifier'),
    422: recordRefusal(),
  },
}
const CHANGE = calls.change(ChangedNews, NewsRecord, NewsRecord, {
  summary: 'Change an entry, publish it, or take it back',
  description: 'A published entry that becomes a draft is deleted for its websites.',
})
const DELETE = calls.remove({ description: 'Its websites hear of it.' })
const RESTORE = calls.restore(NewsRecord)
const PREVIEW = {
  tags,
  operationId: 'previewNewsEntry',
  summary: 'What a website would be given of an entry that is not stored',
  body: EnteredNews,
  response: {
    200: json('The entry in each language', Type.Object({ 'en-US': NewsEntry, 'zh-HK': NewsEntry })),
    422: recordRefusal(),
  },
}
