/** `/v1/news`: pages of the news, search, and single entries, from the cache as long as nothing has changed. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type AnswerContent, respond, sendAnswer } from '../../../shared/server/answer.ts'
import { AnswerCache, type EarlyAnswers } from '../../../shared/server/answer-cache.ts'
import { json, noBody, refusal } from '../../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import { lastSeq, newsVersion } from '../../store/change-marks.ts'
import { getNews, knownEntries, listNews } from '../../store/reading.ts'
import { searchNews } from '../../store/search.ts'
import { soughtPhrases } from '../../store/search-terms.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Stream } from '../../stream.ts'
import type { CrossOrigin } from '../http/cross-origin.ts'
import { notCopied, type RequireCopied } from '../http/first-copy.ts'
import { QueryError, streamOf, streamParameters } from '../http/parameters.ts'
import { readOffset, readPlace } from './cursor.ts'
import { foundList, NewsItem, NewsList, type NewsView, newsItem, newsList } from './item.ts'
import { sharedRead } from './shared-read.ts'

export interface NewsRouteParts {
  store: AgentStore
  streams: readonly Stream[]
  requireCopied: RequireCopied
  view: NewsView
  crossOrigin: CrossOrigin
}

const LIST_PATH = '/v1/news'
const ENTRY_PATH = '/v1/news/:newsId'
/** Long enough for many visitors, short enough for a notice in the morning; caches may continue during an outage. */
const CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'
const TYPE = 'application/json; charset=utf-8'
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
/** Characters of `q`. */
const LONGEST_SEARCH = 200
/** Words and runs of Chinese in `q`. */
const MOST_PHRASES = 16

/** @returns finds what is in the cache, before the framework */
export function newsRoutes(server: TypedServer, parts: NewsRouteParts): EarlyAnswers['find'] {
  const { store, streams, requireCopied, view, crossOrigin } = parts
  const cache = new AnswerCache()
  const version = sharedRead(() => newsVersion(store))

  const send = async (request: FastifyRequest, reply: FastifyReply, read: () => Promise<unknown>) => {
    const key = request.raw.url ?? ''
    const answer = await cache.getOrMake(key, await version(), async () => contentOf(await read()))
    return sendAnswer(request, reply, answer)
  }
  server.get(LIST_PATH, { schema: listSchema(streams) }, function answerNewsList(request, reply) {
    return send(request, reply, () => readNews(request.query, parts))
  })
  server.get(ENTRY_PATH, { schema: entrySchema(streams) }, function answerNewsEntry(request, reply) {
    return send(request, reply, async () => {
      const stream = streamOf(request.query, streams)
      await requireCopied([stream])
      const entry = await getNews(store, { ...stream, ...request.params })
      if (!entry) throw (await isWithdrawn(stream, request.params, store)) ? withdrawn() : noSuchNews()
      return newsItem(entry, view)
    })
  })

  const findCached: EarlyAnswers['find'] = async ({ url = '', headers }) => {
    const answer = cache.get(url, await version())
    if (!answer) return undefined
    const forOrigin = { ...crossOrigin.headersFor(headers.origin), vary: crossOrigin.vary }
    const route = url.startsWith('/', LIST_PATH.length) ? ENTRY_PATH : LIST_PATH
    return { ...(await respond(answer, headers, forOrigin)), route }
  }
  return request => (request.url?.startsWith(LIST_PATH) ? findCached(request) : undefined)
}

const noSuchNews = () => new HttpProblem(404, 'There is no news entry with this newsId')
const withdrawn = () => new HttpProblem(410, 'The news entry with this newsId was withdrawn')

/** Whether an entry that is not stored was once published. */
const isWithdrawn = async (stream: Stream, { newsId }: { newsId: string }, store: AgentStore) =>
  (await knownEntries(store, stream, [newsId])).has(newsId)

/** A page of the news, a page of what was found, or one entry, whatever its identifier looks like. */
async function readNews(question: NewsQuestion, parts: NewsRouteParts): Promise<NewsList> {
  const { limit, cursor, q = '', newsId } = question
  const { store, streams, requireCopied, view } = parts
  const stream = streamOf(question, streams)
  if (newsId !== undefined) {
    const other = (['q', 'cursor'] as const).find(name => question[name] !== undefined)
    if (other) throw new QueryError('newsId', `cannot be given together with ${other}`)
    await requireCopied([stream])
    const seq = await lastSeq(store.reading)
    const entry = await getNews(store, { ...stream, newsId })
    if (!entry && (await isWithdrawn(stream, { newsId }, store))) return { items: [], seq, withdrawn: true }
    return newsList({ entries: entry ? [entry] : [], next: undefined, seq }, view)
  }
  // A form also sends empty fields.
  if (q.trim() === '') {
    const after = cursor === undefined ? undefined : readPlace(cursor)
    await requireCopied([stream])
    return newsList(await listNews(store, { ...stream, limit, after }), view)
  }
  const phrases = soughtPhrases(q)
  const offset = cursor === undefined ? 0 : readOffset(cursor, phrases)
  await requireCopied([stream])
  return foundList(await searchNews(store, { ...stream, limit, phrases, offset }), phrases, view)
}

const contentOf = (answer: unknown): AnswerContent => ({
  type: TYPE,
  caching: CACHING,
  body: JSON.stringify(answer),
})

const listSchema = (streams: readonly Stream[]) => ({
  tags: ['News'],
  operationId: 'listNews',
  summary: 'Entries, newest first, or the matches of a search',
  description:
    'Pages do not repeat or skip unchanged entries when others are published meanwhile. A search ranks the ' +
    'newest 1,000 matches; its pages are counted from the first match, because every change can change the ranking.',
  querystring: newsParameters(streams),
  response: {
    200: json('A page', NewsList),
    304: noBody('Your copy is current'),
    400: refusal('Invalid parameter; `detail` says which and why'),
    503: notCopied,
  },
})

const newsParameters = (streams: readonly Stream[]) =>
  Type.Object({
    ...streamParameters(streams),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Entries on a page.',
    }),
    cursor: Type.Optional(Type.String({ description: 'The `next` of the previous page, unchanged.' })),
    q: Type.Optional(
      Type.Refine(
        Type.String({
          maxLength: LONGEST_SEARCH,
          description:
            'Words in English or Chinese; all must be in the title or the text. Case, accents, plurals and punctuation are ' +
            'ignored. The title counts five times as much as the text.',
        }),
        q => soughtPhrases(q).length <= MOST_PHRASES,
        () => `must have at most ${LONGEST_SEARCH} characters and ${MOST_PHRASES} words`,
      ),
    ),
    newsId: Type.Optional(
      Type.String({
        description:
          'Only this entry, if it exists; for identifiers such as `..`, which cannot be in a path.',
      }),
    ),
  })
type NewsQuestion = Static<ReturnType<typeof newsParameters>>

const entrySchema = (streams: readonly Stream[]) => ({
  tags: ['News'],
  operationId: 'getNewsEntry',
  summary: 'One entry',
  params: Type.Object({ newsId: Type.String({ description: 'Percent-encoded.' }) }),
  querystring: Type.Object(streamParameters(streams)),
  response: {
    200: json('The entry', NewsItem),
    304: noBody('Your copy is current'),
    400: refusal('Invalid parameter; `detail` says which and why'),
    404: refusal('It does not exist'),
    410: refusal('It was withdrawn'),
    503: notCopied,
  },
})
