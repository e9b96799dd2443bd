/** The agent's HTTP server: all outlets, for the host site and for any origin. */
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { createAnswer, sendAnswer } from '../shared/server/answer.ts'
import { answerBeforeFramework, type EarlyAnswers } from '../shared/server/answer-cache.ts'
import { readOnly } from '../shared/server/methods.ts'
import { openApi } from '../shared/server/openapi/openapi.ts'
import { json, noBody } from '../shared/server/openapi/responses.ts'
import { answerBadAddress, answerBadRequest, answerWithProblems } from '../shared/server/problem.ts'
import { endAnswered, endStalled } from '../shared/server/stalled.ts'
import { refuseDeepJson, type TypedServer } from '../shared/server/validation.ts'
import type { AgentContext } from './context.ts'
import { operationsRoutes } from './operations/routes.ts'
import type { AtWork } from './operations/status.ts'
import { changesRoutes } from './outlets/changes/changes.ts'
import { feedRoutes } from './outlets/feeds/routes.ts'
import { requestCounter } from './outlets/http/count-requests.ts'
import { type CrossOrigin, crossOrigin, crossOriginHooks } from './outlets/http/cross-origin.ts'
import { requireCopied as firstCopies } from './outlets/http/first-copy.ts'
import { underMount, underPublicPath } from './outlets/http/host-handler.ts'
import { HEAD } from './outlets/http/openapi.ts'
import { withParameters } from './outlets/http/parameters.ts'
import { mediaFolder } from './outlets/media/folder.ts'
import { mediaRoutes } from './outlets/media/routes.ts'
import { newsRoutes } from './outlets/news/routes.ts'
import type { PopupRelay } from './outlets/popup-relay/relay.ts'
import { earlyPopups, POPUP_PATH, popupRelayRoutes } from './outlets/popup-relay/routes.ts'
import { popupScriptRoutes } from './outlets/popup-script/routes.ts'
import { widgetFiles } from './outlets/widget-files.ts'

export interface ServerParts extends AtWork {
  /** Undefined: popup messages are not relayed. */
  popupRelay: PopupRelay | undefined
}

/** Enough for any identifier that fits into a request line. */
const LONGEST_NEWS_ID = 16_384

export function createServer(context: AgentContext, parts: ServerParts): FastifyInstance {
  const { settings, logger, metrics } = context
  const origins = crossOrigin(settings.corsOrigins)
  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: LONGEST_NEWS_ID },
    frameworkErrors: (error, request, reply) =>
      answerBadAddress(error, request, reply.headers(origins.headersFor(request.headers.origin))),
    clientErrorHandler: answerBadRequest,
    // Nothing is uploaded here.
    ...endStalled(60_000),
  })
  refuseDeepJson(server)
  answerWithProblems(server)
  endAnswered(server)
  crossOriginHooks(server, origins)
  const count = requestCounter(metrics)
  server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status }) => {
    count({ method, route: routeOptions.url ?? 'none', status })
  })
  server.register(async scope => {
    readOnly(scope)
    await openApi(scope, HEAD)
    answerBeforeFramework(server, {
      find: addRoutes(withParameters(scope), context, parts, origins),
      onAnswered: ({ method = '' }, { statusCode: status }, route) => count({ method, route, status }),
      onRequest: underPublicPath(settings.publicUrl),
    })
  })
  return server
}

/** @returns finds what is in a cache, before the framework */
function addRoutes(
  server: TypedServer,
  context: AgentContext,
  parts: ServerParts,
  origins: CrossOrigin,
): EarlyAnswers['find'] {
  const { popupRelay: relay } = parts
  const { settings, streams, zone, mirrorUrl, watch, metrics, clock, store } = context
  const { widgetDir, media, publicUrl, maxFollowers } = settings
  const requireCopied = firstCopies(store)
  const view = { zone, mirrorUrl }
  rootRoute(server, context)
  operationsRoutes(server, context, parts)
  const loader = widgetDir === false ? undefined : widgetFiles(server, { folder: widgetDir })
  const findScripts = loader && popupScriptRoutes(server, { loader, relay })
  if (relay) server.register(popupRelayRoutes, { relay, streams })
  if (media) mediaRoutes(server, { store, folder: mediaFolder(media.dir) })
  feedRoutes(server, {
    store,
    streams,
    requireCopied,
    publicUrl,
    mirrorUrl,
    clock,
    settings: { ...settings.feeds, zone },
  })
  changesRoutes(server, { store, streams, requireCopied, view, watch, metrics, maxFollowers })
  const findNews = newsRoutes(server, { store, streams, requireCopied, view, crossOrigin: origins })
  const findPopups = relay && earlyPopups(relay)
  return request => findScripts?.(request) ?? findPopups?.(request) ?? findNews(request)
}

function rootRoute(server: TypedServer, { settings, streams }: AgentContext): void {
  const { widgetDir, media, popupIntervalMs } = settings
  server.get('/', { schema: ROOT }, async function answerRoot(request, reply) {
    const body = JSON.stringify({
      name: 'schoolbell sync agent',
      addresses: underMount(request.raw, {
        news: '/v1/news{?siteId,lang,limit,cursor,q,newsId}',
        newsEntry: '/v1/news/{newsId}{?siteId,lang}',
        changes: '/v1/changes{?after,limit,siteId,lang,wait}',
        changeStream: '/v1/changes/stream{?after,siteId,lang}',
        ...(popupIntervalMs !== false && { popups: `${POPUP_PATH}{?siteId,lang}` }),
        feeds: '/feeds/{siteId}/{lang}{.rss,.atom,.json,/news-sitemap.xml}',
        ...(widgetDir !== false && { widget: '/widget/{file}' }),
        ...(media && { media: '/media/{sha256}/{name}' }),
        openapi: '/openapi.json',
        liveness: '/livez',
        readiness: '/readyz',
        freshness: '/freshz',
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
}

const ROOT = {
  tags: ['About'],
  operationId: 'getRoot',
  summary: 'What there is',
  response: {
    200: json(
      'Addresses, as URI templates (RFC 6570), and the news that the agent has',
      Type.Object({
        name: Type.String(),
        addresses: Type.Record(Type.String(), Type.String()),
        streams: Type.Array(Type.Object({ siteId: Type.Enum(SITE_IDS), lang: Type.Enum(LANGUAGES) })),
      }),
    ),
    304: noBody('Unchanged'),
  },
}
