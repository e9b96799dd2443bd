/** The HTTP outlet: news as JSON, for pages of the host site and for anyone, from any origin. */
import { createHash } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { answerBadAddress, answerWithProblems, sendProblem } from '../../shared/server/problem.ts'
import type { AgentStore } from '../store/store.ts'
import type { SeqWatch } from '../store/watch.ts'
import type { Stream } from '../stream.ts'
import { changesRoutes } from './changes/changes.ts'
import { type FeedRouteParts, feedRoutes } from './feeds/routes.ts'
import { underMount } from './host-handler.ts'
import { type Query, QueryError, readLimit, readPlace, readStream } from './news-query.ts'
import { newsItem, newsList } from './news-view.ts'
import { type OperationsParts, operationsRoutes } from './operations-api.ts'
import type { PopupRelay } from './popup-relay/relay.ts'
import { popupRelayRoutes } from './popup-relay/routes.ts'
import { POPUP_PATH } from './popup-relay/send.ts'
import { widgetFiles } from './widget-files.ts'

export interface HttpApiParts {
  store: AgentStore
  /** The first that fits is taken when a visitor leaves `siteId` or `lang` out. */
  streams: readonly [Stream, ...Stream[]]
  /** The school's, in which `publishedAt` is written. */
  zone: string
  logger: Logger
  operations: OperationsParts
  /** Folder of the built widget; false: none is served. */
  widgetDir: string | false
  /** Undefined: popup messages are not relayed. */
  popupRelay: PopupRelay | undefined
  watch: SeqWatch
  /** Open streams of changes at most, and as many waiting calls. */
  maxFollowers: number
  feeds: Omit<FeedRouteParts, 'store' | 'streams'>
}

/** Room for any identifier that fits into a request line. */
const LONGEST_NEWS_ID = 16_384
const NEWS_CACHING = 'public, max-age=15, stale-while-revalidate=60'

export function createHttpApi({
  store,
  streams,
  zone,
  logger,
  operations,
  widgetDir,
  popupRelay,
  watch,
  maxFollowers,
  feeds,
}: HttpApiParts): FastifyInstance {
  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: LONGEST_NEWS_ID },
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, publicly(reply)),
  })
  answerWithProblems(server)
  server.addHook('onRequest', async (_request, reply) => {
    publicly(reply)
  })
  const entityTag = tagger(store.identity, { streams, zone })

  server.get('/', async ({ raw }) => ({
    name: 'schoolbell sync agent',
    addresses: underMount(raw, {
      news: '/v1/news{?siteId,lang,limit,cursor}',
      newsEntry: '/v1/news/{newsId}{?siteId,lang}',
      changes: '/v1/changes{?after,limit,siteId,lang,wait}',
      changeStream: '/v1/changes/stream{?after,siteId,lang}',
      ...(popupRelay && { popups: `${POPUP_PATH}{?siteId,lang}` }),
      feeds: '/feeds/{siteId}/{lang}{.rss,.atom,.json,/news-sitemap.xml}',
      health: '/healthz',
      readiness: '/readyz',
      metrics: '/metrics',
    }),
    streams,
  }))

  operationsRoutes(server, operations)
  if (widgetDir !== false) widgetFiles(server, widgetDir)
  if (popupRelay) popupRelayRoutes(server, popupRelay, operations.metrics)
  feedRoutes(server, { store, streams, ...feeds })
  changesRoutes(server, { store, streams, zone, watch, metrics: operations.metrics.followers, maxFollowers })

  server.get<{ Querystring: Query }>('/v1/news', async ({ query, headers }, reply) =>
    answer(reply, async () => {
      const stream = readStream(query, streams)
      const page = await store.listNews({ ...stream, limit: readLimit(query), after: readPlace(query) })
      if (isCurrent(reply, headers['if-none-match'], entityTag(page.seq))) return reply.code(304).send()
      return newsList(page, zone)
    }),
  )

  server.get<{ Querystring: Query; Params: { newsId: string } }>(
    '/v1/news/:newsId',
    async ({ query, params: { newsId }, headers }, reply) =>
      answer(reply, async () => {
        const stream = readStream(query, streams)
        const entry = await store.getNews({ ...stream, newsId })
        if (!entry) return sendProblem(reply, { status: 404, title: 'Not Found', detail: NO_SUCH_NEWS })
        if (isCurrent(reply, headers['if-none-match'], entityTag(entry.seq))) return reply.code(304).send()
        return newsItem(entry, zone)
      }),
  )

  return server
}

const NO_SUCH_NEWS = 'There is no news entry with this newsId, or it was deleted'

async function answer<Body>(reply: FastifyReply, read: () => Promise<Body>): Promise<Body | FastifyReply> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return sendProblem(reply, { status: 400, title: 'Bad Request', detail: error.message })
  }
}

/** News is public: a page of any origin may read it. */
function publicly(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'etag')
    .header('x-content-type-options', 'nosniff')
}

/**
 * Entity tags by `seq`. They carry the store's identity and what else an answer depends on, for `seq` starts again in a
 * new file and the zone shows in `publishedAt`.
 */
function tagger(identity: string, dependsOn: object): (seq: number) => string {
  const hash = createHash('sha256').update(JSON.stringify([identity, dependsOn]))
  const prefix = hash.digest('base64url').slice(0, 12)
  return seq => `"${prefix}-${seq}"`
}

/** Names the answer's tag, and says whether the visitor holds it already (RFC 9110, If-None-Match). */
function isCurrent(reply: FastifyReply, held: string | undefined, tag: string): boolean {
  reply.header('etag', tag).header('cache-control', NEWS_CACHING)
  if (held === undefined) return false
  return (
    held.trim() === '*' || held.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === tag)
  )
}
