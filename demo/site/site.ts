/**
 * The school's website: pages made on the server, news from the sync agent, popup messages by the widget.
 *
 * It has no state and needs nothing to start: without the agent, pages say that news is not available.
 */
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import { LANGUAGES, type Language, type SiteId } from '../../shared/contract/site.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { listen } from '../../shared/server/listen.ts'
import { endStalled } from '../../shared/server/stalled.ts'
import { withTypeBox } from '../../shared/server/validation.ts'
import { widgetFiles } from '../../sync-agent/outlets/widget-files.ts'
import {
  entryPlace,
  homePlace,
  languageOf,
  liveNewsPlace,
  negotiate,
  newsPlace,
  type Place,
  PREFIXES,
  playgroundPlace,
} from './addresses.ts'
import { feedRoutes } from './feeds.ts'
import { securityHeaders } from './headers.ts'
import { createNews } from './news.ts'
import { type Frame, frame, type WidgetTag } from './pages/frame.ts'
import { landing } from './pages/landing.ts'
import { LIVE_NEWS_HEAD, liveNews } from './pages/live-news.ts'
import { newsEntry, newsList } from './pages/news-pages.ts'
import { notice } from './pages/notices.ts'
import { PLAYGROUND_HEAD, playground } from './playground/page.ts'
import { PRESETS } from './playground/presets.ts'
import { WORDS } from './playground/strings.ts'
import { textsIn } from './strings.ts'
import { LOCALES } from './wording.ts'

export interface SiteOptions {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** The sync agent's address, as in `http://127.0.0.1:4020`. */
  agentUrl: string
  /** The service's URL with its first segment, as in `http://127.0.0.1:4010/cms`; called by visitors' browsers. */
  serviceUrl: string
  /** Origins of pictures, sound and video, besides https pictures from anywhere. */
  mediaOrigins: readonly string[]
  /** Folder of the built widget: popup.js, school-popup.js, icons/. */
  widgetDir: string
  siteId?: SiteId
  fetch?: typeof fetch
  logger?: FastifyBaseLogger
}

export interface Site {
  /** Listens and returns the site's URL. @throws {ListenError} */
  listen(): Promise<string>
  close(): Promise<void>
}

const ASSETS_DIR = join(PACKAGE_ROOT, 'demo', 'site', 'assets')
const ON_LANDING = 5
const ON_LIST_PAGE = 12
/** The agent takes no more. */
const LONGEST_SEARCH = 200

/** A parameter that is given once, and not empty. */
const singleText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export async function createSite(options: SiteOptions): Promise<Site> {
  const { host = '127.0.0.1', port = 4000, siteId = 'academy', logger } = options
  const server: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    // A URL with invalid percent-encoding reaches no route.
    frameworkErrors: (_error, request, reply) => notFound(reply, languageOf(request.url) ?? 'en-US'),
    // Nothing is sent here.
    ...endStalled(60_000),
    forceCloseConnections: true,
  })
  const widget: WidgetTag = { serviceUrl: options.serviceUrl, siteId }
  const mediaOrigins = options.mediaOrigins.map(address => new URL(address).origin)
  const origins = { service: new URL(options.serviceUrl).origin, media: mediaOrigins }
  const headers = securityHeaders(origins)
  const liveHeaders = securityHeaders({ ...origins, agent: new URL(options.agentUrl).origin })
  const news = createNews({
    agentUrl: options.agentUrl,
    siteId,
    mediaOrigins,
    fetch: options.fetch,
    onFault: reason => server.log.warn({ reason }, 'no news from the agent'),
  })

  const send = (reply: FastifyReply, page: Omit<Frame, 'widget'>, itsHeaders = headers) =>
    reply
      .headers(itsHeaders)
      .header('content-language', LOCALES[page.lang])
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(frame({ widget, ...page }).toString())
  /** A page that says what is wrong, in place of the one at its address. */
  const sendNotice = (
    reply: FastifyReply,
    { lang, place = homePlace, title, text }: { lang: Language; place?: Place; title: string; text: string },
  ) => send(reply, { lang, place, title, unlisted: true, main: notice(lang, { title, text }) })
  const notFound = (reply: FastifyReply, lang: Language) => {
    const t = textsIn(lang)
    return sendNotice(reply.code(404), { lang, title: t.notFound, text: t.notFoundText })
  }

  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  server.setNotFoundHandler((request, reply) =>
    notFound(reply, languageOf(request.url) ?? negotiate(request.headers['accept-language'])),
  )
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const lang = languageOf(request.url) ?? negotiate(request.headers['accept-language'])
    // For example a path outside the folder, or an invalid header.
    if (error.statusCode !== undefined && error.statusCode < 500) return notFound(reply, lang)
    request.log.error({ err: error }, 'request failed')
    const t = textsIn(lang)
    return sendNotice(reply.code(500), { lang, title: t.faulty, text: t.faultyText })
  })

  // URLs without a language redirect to the reader's language.
  for (const [path, place] of [
    ['/', homePlace],
    ['/playground', playgroundPlace],
    ['/live-news', liveNewsPlace],
  ] as const) {
    server.get(path, (request, reply) =>
      reply
        .header('vary', 'accept-language')
        .header('cache-control', 'no-cache')
        .redirect(place(negotiate(request.headers['accept-language'])), 302),
    )
  }
  server.get('/playground/presets.json', (_request, reply) => reply.send(PRESETS))

  for (const lang of LANGUAGES) {
    const t = textsIn(lang)

    server.get(`/${PREFIXES[lang]}`, async (_request, reply) => {
      const latest = await news.list(lang, { limit: ON_LANDING })
      return send(reply, { lang, place: homePlace, main: landing(lang, latest) })
    })

    server.get(playgroundPlace(lang), (_request, reply) =>
      send(reply, {
        lang,
        place: playgroundPlace,
        title: WORDS.title[lang],
        unlisted: true,
        head: PLAYGROUND_HEAD,
        main: playground(lang, widget),
      }),
    )

    server.get(liveNewsPlace(lang), (_request, reply) => {
      const main = liveNews(lang, { agentUrl: options.agentUrl, siteId })
      const page = { lang, place: liveNewsPlace, title: t.liveNews, unlisted: true, main }
      return send(reply, { ...page, moreHead: LIVE_NEWS_HEAD }, liveHeaders)
    })

    server.get<{ Querystring: Record<'after' | 'q', string | string[] | undefined> }>(
      `/${PREFIXES[lang]}/news`,
      async ({ query }, reply) => {
        const after = singleText(query.after)
        const sought = singleText(query.q)?.slice(0, LONGEST_SEARCH)
        const found = await news.list(lang, { limit: ON_LIST_PAGE, after, sought })
        // For a cursor that the agent does not know, for example from an old bookmark, show the newest page.
        if (found.state === 'missing' && after) return reply.redirect(newsPlace(undefined, sought)(lang), 302)
        return send(reply, {
          lang,
          place: newsPlace(after, sought),
          title: sought ? t.newsFound.replace('{words}', () => sought) : after ? t.earlierNews : t.news,
          unlisted: sought !== undefined,
          main: newsList(lang, found, { after, sought }),
        })
      },
    )

    server.get<{ Params: { newsId: string } }>(
      `/${PREFIXES[lang]}/news/:newsId`,
      async ({ params }, reply) => {
        const answer = await news.entry(lang, params.newsId)
        if (answer.state === 'missing') return notFound(reply, lang)
        const place = entryPlace(params.newsId)
        if (answer.state === 'withdrawn')
          return sendNotice(reply.code(410), { lang, place, title: t.withdrawn, text: t.withdrawnText })
        if (answer.state === 'found') {
          const { title } = answer.found
          return send(reply, { lang, place, title, main: newsEntry(lang, answer.found) })
        }
        const page = { lang, place, title: t.unavailable, text: t.newsQuiet }
        return sendNotice(reply.code(503).header('retry-after', '30'), page)
      },
    )
  }

  feedRoutes(server, {
    agentUrl: options.agentUrl,
    siteId,
    onFault: reason => server.log.warn({ reason }, 'no feed from the agent'),
  })
  await server.register(fastifyStatic, { root: ASSETS_DIR, prefix: '/assets/' })
  await server.register(async scope =>
    widgetFiles(withTypeBox(scope), { folder: resolve(options.widgetDir) }),
  )
  server.get('/site.js', (_request, reply) => reply.sendFile('site.js'))
  server.get('/favicon.ico', (_request, reply) => reply.redirect('/assets/favicon.svg', 301))

  return {
    listen: () => listen(server, { host, port }),
    close: () => server.close(),
  }
}
