/** `/v1/news`: pages of the news, search, and single entries, out of kept bytes where nothing has changed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { PageContent } from '../../../shared/server/page.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import { sendPage } from '../../../shared/server/send-page.ts'
import type { Metrics } from '../../metrics.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SearchQuery } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import type { CrossOrigin } from '../http/cross-origin.ts'
import { type Operation, refusal, streamParameters } from '../http/openapi.ts'
import type { Indexing } from '../search/indexing.ts'
import { answerKept } from './ahead.ts'
import { foundList, NewsItem, NewsList, newsItem, newsList } from './item.ts'
import { keepPages } from './kept-pages.ts'
import { oncePerTurn } from './once-per-turn.ts'
import {
  DEFAULT_LIMIT,
  LONGEST_SEARCH,
  MAX_LIMIT,
  type NewsQuestion,
  type Query,
  QueryError,
  readNewsQuestion,
  readStream,
} from './query.ts'

export interface NewsRouteParts {
  store: AgentStore
  streams: readonly Stream[]
  /** The school's, in which `publishedAt` is written. */
  zone: string
  indexing: Indexing
  crossOrigin: CrossOrigin
  metrics: Pick<Metrics, 'requests'>
}

/** Long enough to take a crowd off the agent, short enough for a notice in the morning; a cache may bridge an outage. */
const CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'
const TYPE = 'application/json; charset=utf-8'
/** How long a search waits for news that was published this moment to be indexed. */
const INDEX_PATIENCE_MS = 300

export function newsRoutes(server: FastifyInstance, parts: NewsRouteParts): void {
  const { store, streams, zone } = parts
  const pages = keepPages()
  const version = oncePerTurn(store.version)
  answerKept(server, { ...parts, pages, version })

  const send = async (
    { raw, headers }: FastifyRequest,
    reply: FastifyReply,
    write: () => Promise<unknown>,
  ): Promise<FastifyReply> => {
    try {
      const page = await pages.take(raw.url ?? '', await version(), async () => contentOf(await write()))
      return await sendPage({ headers }, reply, page)
    } catch (error) {
      if (error instanceof QueryError) {
        return sendProblem(reply, { status: 400, title: 'Bad Request', detail: error.message })
      }
      if (error !== NO_SUCH_NEWS) throw error
      return sendProblem(reply, { status: 404, title: 'Not Found', detail: NO_SUCH_NEWS.message })
    }
  }

  server.get<{ Querystring: Query }>('/v1/news', { config: { openapi: LIST } }, (request, reply) =>
    send(request, reply, async () => readNews(readNewsQuestion(request.query, streams), parts)),
  )
  server.get<{ Querystring: Query; Params: { newsId: string } }>(
    '/v1/news/:newsId',
    { config: { openapi: ENTRY } },
    (request, reply) =>
      send(request, reply, async () => {
        const entry = await store.getNews({ ...readStream(request.query, streams), ...request.params })
        if (!entry) throw NO_SUCH_NEWS
        return newsItem(entry, zone)
      }),
  )
}

const NO_SUCH_NEWS = new Error('There is no news entry with this newsId, or it was deleted')

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

/** A search that does not know all of the news yet is good for this once. */
function contentOf(answer: unknown): PageContent & { keep: boolean } {
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
