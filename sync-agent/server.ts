/** The HTTP outlet: news as JSON, for pages of the host site and for anyone, from any origin. */
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { createAnswer, sendAnswer } from '../shared/server/answer.ts'
import { answerBeforeFramework } from '../shared/server/answer-cache.ts'
import { documentationRoutes } from '../shared/server/documentation/routes.ts'
import { collectOperations } from '../shared/server/openapi/document.ts'
import { answerBadAddress, answerBadRequest, answerWithProblems } from '../shared/server/problem.ts'
import { type OperationsParts, operationsRoutes } from './operations/routes.ts'
import type { AllowedOrigins } from './options/options.ts'
import { changesRoutes } from './outlets/changes/changes.ts'
import { type FeedRouteParts, feedRoutes } from './outlets/feeds/routes.ts'
import { requestCounter } from './outlets/http/count-requests.ts'
import { crossOrigin, crossOriginHooks } from './outlets/http/cross-origin.ts'
import { underMount, underPublicPath } from './outlets/http/host-handler.ts'
import { HEAD, type Operation, TEXTS } from './outlets/http/openapi.ts'
import { type MediaRouteParts, mediaRoutes } from './outlets/media/routes.ts'
import { newsRoutes } from './outlets/news/routes.ts'
import type { PopupRelay } from './outlets/popup-relay/relay.ts'
import { POPUP_PATH, popupRelayRoutes } from './outlets/popup-relay/routes.ts'
import type { Indexing } from './outlets/search/indexing.ts'
import { widgetFiles } from './outlets/widget-files.ts'
import type { AgentStore } from './store/store.ts'
import type { SeqWatch } from './store/watch.ts'
import type { Stream } from './stream.ts'

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
  indexing: Indexing
  /** Undefined: nothing is mirrored. */
  media: Omit<MediaRouteParts, 'media'> | undefined
  /** Origins whose pages may read the answers. */
  corsOrigins: AllowedOrigins
  feeds: Omit<FeedRouteParts, 'store' | 'streams'>
}

/** Room for any identifier that fits into a request line. */
const LONGEST_NEWS_ID = 16_384
export function createHttpApi(parts: HttpApiParts): FastifyInstance {
  const { store, streams, zone, logger, operations, widgetDir, popupRelay, watch, indexing, feeds } = parts
  const origins = crossOrigin(parts.corsOrigins)
  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: LONGEST_NEWS_ID },
    frameworkErrors: (error, request, reply) =>
      answerBadAddress(error, request, reply.headers(origins.headersFor(request.headers.origin))),
    clientErrorHandler: answerBadRequest,
  })
  answerWithProblems(server)
  crossOriginHooks(server, origins)
  const writeDocument = collectOperations(server, HEAD)

  server.get('/', { config: { openapi: ROOT } }, (request, reply) => {
    const body = JSON.stringify({
      name: 'schoolbell sync agent',
      addresses: underMount(request.raw, {
        news: '/v1/news{?siteId,lang,limit,cursor,q,newsId}',
        newsEntry: '/v1/news/{newsId}{?siteId,lang}',
        changes: '/v1/changes{?after,limit,siteId,lang,wait}',
        changeStream: '/v1/changes/stream{?after,siteId,lang}',
        ...(popupRelay && { popups: `${POPUP_PATH}{?siteId,lang}` }),
        feeds: '/feeds/{siteId}/{lang}{.rss,.atom,.json,/news-sitemap.xml}',
        ...(widgetDir !== false && { widget: '/widget/{file}' }),
        ...(parts.media && { media: '/media/{sha256}/{name}' }),
        documentation: '/docs',
        openapi: '/openapi.json',
        health: '/healthz',
        readiness: '/readyz',
        metrics: '/metrics',
      }),
      streams,
    })
    const page = createAnswer({
      type: 'application/json; charset=utf-8',
      caching: 'public, max-age=60',
      body,
    })
    return sendAnswer(request, reply, page)
  })

  operationsRoutes(server, operations)
  if (widgetDir !== false) widgetFiles(server, widgetDir)
  const findPopups = popupRelay && popupRelayRoutes(server, popupRelay, streams)
  if (parts.media) mediaRoutes(server, { media: store.media, ...parts.media })
  feedRoutes(server, { store, streams, ...feeds })
  const { maxFollowers } = parts
  changesRoutes(server, { store, streams, zone, watch, metrics: operations.metrics, maxFollowers })
  const findNews = newsRoutes(server, { store, streams, zone, indexing, crossOrigin: origins })
  documentationRoutes(server, {
    write: writeDocument,
    texts: TEXTS,
    chinese: async () => (await import('./documentation-in-chinese.ts')).CHINESE,
  })
  server.addHook('onReady', async () => indexing.begin())
  const count = requestCounter(operations.metrics)
  server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status }) => {
    count({ method, route: routeOptions.url ?? 'none', status })
  })
  answerBeforeFramework(server, {
    find: request => findPopups?.(request) ?? findNews(request),
    onAnswered: ({ method = '' }, { statusCode: status }, route) => count({ method, route, status }),
    onRequest: underPublicPath(feeds.publicUrl),
  })
  return server
}

const ROOT: Operation = {
  tag: 'About',
  summary: 'What there is',
  answers: {
    200: {
      description: 'Addresses, as URI templates (RFC 6570), and the news that the agent has',
      type: 'application/json',
      schema: Type.Object({
        name: Type.String(),
        addresses: Type.Record(Type.String(), Type.String()),
        streams: Type.Array(Type.Object({ siteId: Type.Enum(SITE_IDS), lang: Type.Enum(LANGUAGES) })),
      }),
    },
    304: { description: 'Unchanged' },
  },
}
