/** The HTTP outlet: news as JSON, for pages of the host site and for anyone, from any origin. */
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { createAnswer, sendAnswer } from '../shared/server/answer.ts'
import { answerBeforeFramework } from '../shared/server/answer-cache.ts'
import { documentationRoutes } from '../shared/server/documentation/routes.ts'
import { collectOperations } from '../shared/server/openapi/document.ts'
import { answerBadAddress, answerBadRequest, answerWithProblems } from '../shared/server/problem.ts'
import type { AgentContext } from './context.ts'
import { type OperationsParts, operationsRoutes } from './operations/routes.ts'
import { changesRoutes } from './outlets/changes/changes.ts'
import { feedRoutes } from './outlets/feeds/routes.ts'
import { requestCounter } from './outlets/http/count-requests.ts'
import { crossOrigin, crossOriginHooks } from './outlets/http/cross-origin.ts'
import { underMount, underPublicPath } from './outlets/http/host-handler.ts'
import { HEAD, type Operation, TEXTS } from './outlets/http/openapi.ts'
import { mediaFolder } from './outlets/media/folder.ts'
import { mediaRoutes } from './outlets/media/routes.ts'
import { newsRoutes } from './outlets/news/routes.ts'
import type { PopupRelay } from './outlets/popup-relay/relay.ts'
import { POPUP_PATH, popupRelayRoutes } from './outlets/popup-relay/routes.ts'
import type { Indexing } from './outlets/search/indexing.ts'
import { widgetFiles } from './outlets/widget-files.ts'

export interface ServerParts extends Pick<OperationsParts, 'readiness' | 'readStatusMetrics'> {
  /** Undefined: popup messages are not relayed. */
  popupRelay: PopupRelay | undefined
  indexing: Indexing
}

/** Room for any identifier that fits into a request line. */
const LONGEST_NEWS_ID = 16_384

export function createServer(context: AgentContext, parts: ServerParts): FastifyInstance {
  const { settings, streams, zone, logger, watch, metrics, clock, publicStore: store } = context
  const { widgetDir, media, publicUrl, maxFollowers } = settings
  const { popupRelay, indexing } = parts
  const origins = crossOrigin(settings.corsOrigins)
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
        ...(media && { media: '/media/{sha256}/{name}' }),
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

  operationsRoutes(server, { ...parts, metrics })
  if (widgetDir !== false) widgetFiles(server, widgetDir)
  const findPopups = popupRelay && popupRelayRoutes(server, popupRelay, streams)
  if (media) mediaRoutes(server, { media: store.media, folder: mediaFolder(media.dir) })
  feedRoutes(server, { ...{ store, streams, publicUrl, clock }, settings: { ...settings.feeds, zone } })
  changesRoutes(server, { store, streams, zone, watch, metrics, maxFollowers })
  const findNews = newsRoutes(server, { store, streams, zone, indexing, crossOrigin: origins })
  documentationRoutes(server, {
    write: writeDocument,
    texts: TEXTS,
    chinese: async () => (await import('./documentation-in-chinese.ts')).CHINESE,
  })
  server.addHook('onReady', async () => indexing.begin())
  const count = requestCounter(metrics)
  server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status }) => {
    count({ method, route: routeOptions.url ?? 'none', status })
  })
  answerBeforeFramework(server, {
    find: request => findPopups?.(request) ?? findNews(request),
    onAnswered: ({ method = '' }, { statusCode: status }, route) => count({ method, route, status }),
    onRequest: underPublicPath(publicUrl),
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
