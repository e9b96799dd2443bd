/** `/v1/news`: pages of the news, search, and single entries, from the cache as long as nothing has changed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { respond, sendAnswer } from '../../../shared/server/answer.ts'
import { AnswerCache, type CachedContent, type EarlyAnswers } from '../../../shared/server/answer-cache.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SearchQuery } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import type { CrossOrigin } from '../http/cross-origin.ts'
import { type Operation, refusal, streamParameters } from '../http/openapi.ts'
import type { Indexing } from '../search/indexing.ts'
import { foundList, NewsItem, NewsList, newsItem, newsList } from './item.ts'
import { oncePerTick } from './once-per-tick.ts'
import {
  DEFAULT_LIMIT,
  LONGEST_SEARCH,
  MAX_LIMIT,
  type NewsQuestion,
  type Query,
  readNewsQuestion,
  readStream,
} from './query.ts'

export interface NewsRouteParts {
  store: AgentStore
  streams: readonly Stream[]
  /** The school's time zone, in which `publishedAt` is written. */
  zone: string
  indexing: Indexing
  crossOrigin: CrossOrigin
}

const LIST_PATH = '/v1/news'
const ENTRY_PATH = '/v1/news/:newsId'
/** Long enough to take a crowd off the agent, short enough for a notice in the morning; a cache may bridge an outage. */
const CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'
const TYPE = 'application/json; charset=utf-8'
/** How long a search waits for news that was published this moment to be indexed. */
const INDEX_PATIENCE_MS = 300

/** @returns finds what is in the cache, before the framework */
export function newsRoutes(server: FastifyInstance, parts: NewsRouteParts): EarlyAnswers['find'] {
  const { store, streams, zone, crossOrigin } = parts
  const cache = new AnswerCache()
  const version = oncePerTick(store.version)

  const send = async (request: FastifyRequest, reply: FastifyReply, read: () => Promise<unknown>) => {
    const key = request.raw.url ?? ''
    const answer = await cache.getOrMake(key, await version(), async () => contentOf(await read()))
    return sendAnswer(request, reply, answer)
  }
  server.get<{ Querystring: Query }>(LIST_PATH, { config: { openapi: LIST } }, (request, reply) =>
    send(request, reply, async () => readNews(readNewsQuestion(request.query, streams), parts)),
  )
  server.get<{ Querystring: Query; Params: { newsId: string } }>(
    ENTRY_PATH,
    { config: { openapi: ENTRY } },
    (request, reply) =>
      send(request, reply, async () => {
        const entry = await store.getNews({ ...readStream(request.query, streams), ...request.params })
        if (!entry) throw noSuchNews()
        return newsItem(entry, zone)
      }),
  )

  const findCached: EarlyAnswers['find'] = async ({ url = '', headers }) => {
    const answer = cache.get(url, await version())
    if (!answer) return undefined
    const forOrigin = { ...crossOrigin.headersFor(headers.origin), vary: crossOrigin.vary }
    const route = url.startsWith('/', LIST_PATH.length) ? ENTRY_PATH : LIST_PATH
    return { ...(await respond(answer, headers, forOrigin)), route }
  }
  return request => (request.url?.startsWith(LIST_PATH) ? findCached(request) : undefined)
}

const noSuchNews = () => new HttpProblem(404, 'There is no news entry with this newsId, or it was deleted')

async function readNews(
  question: NewsQuestion,
  { store, zone, indexing }: NewsRouteParts,
): Promise<NewsList> {
  const { stream } = question
  switch (question.kind) {
    case 'list':
      return newsList(await store.listNews({ ...stream, limit: question.limit, after: question.after }), zone)
    case 'one': {
      const seq = await store.lastSeq()
      const entry = await store.getNews({ ...stream, newsId: question.newsId })
      return newsList({ entries: entry ? [entry] : [], next: undefined, seq }, zone)
    }
    case 'search': {
      const { limit, phrases, offset } = question
      return foundList(await search({ ...stream, limit, phrases, offset }, store, indexing), phrases, zone)
    }
    default:
      return question satisfies never
  }
}

async function search(query: SearchQuery, store: AgentStore, indexing: Indexing) {
  const page = await store.searchNews(query)
  if (page.behind === 0) return page
  const patience = new Promise<void>(resolve => setTimeout(resolve, INDEX_PATIENCE_MS).unref())
  await Promise.race([indexing.catchUp(), patience])
  return store.searchNews(query)
}

/** A search that does not know all of the news yet is not kept. */
function contentOf(answer: unknown): CachedContent {
  const isPartial = typeof answer === 'object' && answer !== null && 'unread' in answer
  return {
    type: TYPE,
    caching: isPartial ? 'no-store' : CACHING,
    body: JSON.stringify(answer),
    keep: !isPartial,
  }
}

const LIST: Operation = {
  tag: 'News',
  summary: 'Entries, newest first, or those that match a search',
  description:
    'Pages neither repeat nor skip an entry that stays where it is, whatever is published meanwhile. A search ranks the ' +
    'newest 1,000 matches; its pages are counted from the top of the ranking of the moment, since every change moves it.',
  query: Type.Object({
    ...streamParameters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'Entries on a page.',
      }),
    ),
    cursor: Type.Optional(Type.String({ description: 'The `next` of the page before, unchanged.' })),
    q: Type.Optional(
      Type.String({
        maxLength: LONGEST_SEARCH,
        description:
          'Words to look for, in English or Chinese; all must be found. There are no operators: signs are ignored.',
      }),
    ),
    newsId: Type.Optional(
      Type.String({
        description: 'Only this entry, if there is one; for identifiers such as `..` that no path can hold.',
      }),
    ),
  }),
  answers: {
    200: { description: 'A page', type: 'application/json', schema: NewsList },
    304: { description: 'The page that you hold is current' },
    400: refusal('A parameter cannot be used; `detail` says which and why'),
  },
}

const ENTRY: Operation = {
  tag: 'News',
  summary: 'One entry',
  path: Type.Object({ newsId: Type.String({ description: 'Percent-encoded.' }) }),
  query: Type.Object(streamParameters),
  answers: {
    200: { description: 'The entry', type: 'application/json', schema: NewsItem },
    304: { description: 'The entry that you hold is current' },
    400: refusal('A parameter cannot be used; `detail` says which and why'),
    404: refusal('There is none, or it was deleted'),
  },
}
