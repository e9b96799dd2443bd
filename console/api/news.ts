/** News in the console: listed and searched, composed as a draft or published, deleted and brought back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  NEWS_STATES,
  type NewsDraft,
  type NewsPageQuestion,
  newsStamp,
  type StoredNews,
} from '../../service/content/news.ts'
import { epochSecond } from '../../service/content/since.ts'
import type { MediaShelf } from '../../service/media/media.ts'
import { type Fault, newsFaults } from '../../service/records/faults.ts'
import type { Repositories } from '../../service/repositories.ts'
import { checkOf } from '../../shared/client/check.ts'
import { isSiteId } from '../../shared/contract/site.ts'
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { type Problem, sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import { ChangedNews, EnteredNews } from './entered-news.ts'
import { type MediaRecord, mediaRecord } from './media.ts'
import * as calls from './news-operations.ts'

/** An entry as it is now, with the media that it names and what a change of it has to name. */
export type NewsRecord = StoredNews & { stamp: string; media: MediaRecord[] }

/** An entry as lists show it. */
export interface NewsItem extends Pick<StoredNews, 'newsId' | 'newsDateTime' | 'sites' | 'state'> {
  titles: { 'en-US': string; 'zh-HK': string }
  thumbnailUrl?: string
  attachments: number
}

const MOST_AT_ONCE = 100
const MOST_ATTACHMENTS = 100
const LONGEST_TITLE = 1_000
const LONGEST_SEARCH = 200

const enteredCheck = checkOf(EnteredNews)
const changedCheck = checkOf(ChangedNews)

export async function newsApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { clock, zone, changes } = context
  const { news, media } = context.repositories
  const second = () => epochSecond(clock.now())
  const faults = (entry: EnteredNews) => faultsOf(entry, context.repositories)
  const found = (newsId: string): NewsRecord | undefined => {
    const entry = news.get(newsId)
    return entry && { ...entry, stamp: newsStamp(entry), media: mediaOf(entry, media) }
  }
  /** What is there after a change that every open console hears of. */
  const sendChanged = (reply: FastifyReply, newsId: string) => {
    changes.changed('news')
    return reply.send(found(newsId))
  }

  server.get('/news', { config: { openapi: calls.LIST } }, async (request, reply) => {
    const asked = readQuestion(request.query as Record<string, unknown>)
    if (typeof asked === 'string')
      return sendProblem(reply, { status: 400, title: 'Bad Request', detail: asked })
    const { search, ...question } = asked
    // One more, which tells whether there are more.
    const more = { ...question, limit: question.limit + 1 }
    const page =
      search === '' ? news.page(more) : await news.find(more, search, () => !request.raw.socket.destroyed)
    const shown = page.slice(0, question.limit)
    const last = shown.at(-1)
    return reply.send({
      news: shown.map(entry => itemOf(entry, media)),
      counts: news.count(),
      // What a new entry is dated by.
      now: printWireDateTime(wallClockAt(clock.now(), zone)),
      ...(last && page.length > shown.length && { next: `${last.newsDateTime}-${last.newsId}` }),
    })
  })

  server.get('/news/:newsId', { config: { openapi: calls.GET } }, (request, reply) => {
    const entry = found(idOf(request))
    return entry ? reply.send(entry) : noSuchEntry(reply)
  })

  server.post('/news', { config: { openapi: calls.CREATE } }, (request, reply) => {
    const { state, newsId = news.nextId(), ...entry } = bodyOf(enteredCheck, request, faults)
    if (news.get(newsId)) {
      const detail = `There is an entry ${newsId} already; change that one`
      return sendProblem(reply, { status: 409, title: 'Conflict', detail })
    }
    news.put(draftOf(entry, newsId), second(), state)
    const location = `/console/api/news/${encodeURIComponent(newsId)}`
    return sendChanged(reply.code(201).header('location', location), newsId)
  })

  server.put('/news/:newsId', { config: { openapi: calls.CHANGE } }, (request, reply) => {
    const newsId = idOf(request)
    const { stamp, state, ...entry } = bodyOf(changedCheck, request, faults)
    if (!news.get(newsId)) return noSuchEntry(reply)
    if (news.change(draftOf(entry, newsId), stamp, second(), state)) return sendChanged(reply, newsId)
    const conflict: Problem & { current: NewsRecord | undefined } = {
      status: 409,
      title: 'Conflict',
      detail: 'The entry was changed after it was read; `current` is how it is now',
      current: found(newsId),
    }
    return sendProblem(reply, conflict)
  })

  server.delete('/news/:newsId', { config: { openapi: calls.REMOVE } }, (request, reply) => {
    if (!news.remove(idOf(request), second())) return noSuchEntry(reply)
    changes.changed('news')
    return reply.code(204).send()
  })

  server.post('/news/:newsId/restore', { config: { openapi: calls.RESTORE } }, (request, reply) => {
    const newsId = idOf(request)
    return news.restore(newsId, second()) ? sendChanged(reply, newsId) : noSuchEntry(reply)
  })
}

/** The entry of the address, whatever the body calls it. */
function draftOf(entry: Omit<EnteredNews, 'state' | 'newsId'>, newsId: string): NewsDraft {
  const { sites, newsDateTime, texts, cover, attachments } = entry
  return { newsId, sites, newsDateTime, texts, ...(cover !== undefined && { cover }), attachments }
}

function* faultsOf(entry: EnteredNews, { media, people }: Repositories): Generator<Fault> {
  const names = { hasMedium: media.has, hasUser: people.hasUser }
  yield* newsFaults({ ...entry, newsId: entry.newsId ?? 'NEWS-1' }, names)
  const { texts, cover, attachments, sites, state } = entry
  const medium = cover === undefined ? undefined : media.get(cover)
  if (medium && medium.imageWidth === undefined)
    yield { path: '/cover', reason: `must be a picture, and "${cover}" is none` }
  if (attachments.length > MOST_ATTACHMENTS)
    yield { path: '/attachments', reason: `must be ${MOST_ATTACHMENTS} at most` }
  for (const [lang, { newsTitle }] of Object.entries(texts))
    if (newsTitle.length > LONGEST_TITLE)
      yield { path: `/texts/${lang}/newsTitle`, reason: `must have ${LONGEST_TITLE} characters at most` }
  if (state === 'draft') return
  if (sites.length === 0) yield { path: '/sites', reason: 'must name a website to be published on' }
  if (Object.values(texts).every(({ newsTitle }) => newsTitle.trim() === ''))
    yield { path: '/texts/en-US/newsTitle', reason: 'must be there in one language at least to be published' }
}

function mediaOf({ cover, attachments }: StoredNews, media: MediaShelf): MediaRecord[] {
  const names = new Set([...(cover === undefined ? [] : [cover]), ...attachments])
  return [...names].flatMap(name => media.get(name) ?? []).map(mediaRecord)
}

function itemOf(
  { newsId, newsDateTime, sites, state, texts, cover, attachments }: StoredNews,
  media: MediaShelf,
): NewsItem {
  const picture = [cover, ...attachments].map(name => (name === undefined ? undefined : media.get(name)))
  const shown = picture.find(medium => medium?.imageWidth !== undefined) ?? picture.find(Boolean)
  return {
    newsId,
    newsDateTime,
    sites,
    state,
    titles: { 'en-US': texts['en-US'].newsTitle, 'zh-HK': texts['zh-HK'].newsTitle },
    ...(shown && { thumbnailUrl: mediaRecord(shown).thumbnailUrl }),
    attachments: attachments.length,
  }
}

const idOf = (request: FastifyRequest) => (request.params as { newsId: string }).newsId

/** @returns what is wrong with it, where it is a text */
function readQuestion(query: Record<string, unknown>): (NewsPageQuestion & { search: string }) | string {
  const { site, state, q = '', after, limit = '50' } = query
  if (site !== undefined && !isSiteId(site)) return 'site must be academy or pre-school'
  const known = NEWS_STATES.find(each => each === state)
  if (state !== undefined && !known) return `state must be one of ${NEWS_STATES.join(', ')}`
  if (typeof q !== 'string' || q.length > LONGEST_SEARCH)
    return `q must be given once and have ${LONGEST_SEARCH} characters at most`
  if (!(Number(limit) >= 1 && Number(limit) <= MOST_AT_ONCE)) return `limit must be 1 to ${MOST_AT_ONCE}`
  const place = /^(\d{14})-(.+)$/s.exec(String(after))
  if (after !== undefined && !place) return 'after must be the `next` of a list'
  return {
    search: q.trim(),
    limit: Math.floor(Number(limit)),
    ...(site !== undefined && { site }),
    ...(known !== undefined && { state: known }),
    ...(place && { after: { newsDateTime: place[1] ?? '', newsId: place[2] ?? '' } }),
  }
}

const noSuchEntry = (reply: FastifyReply) =>
  sendProblem(reply, { status: 404, title: 'Not Found', detail: 'There is no news entry by this identifier' })
