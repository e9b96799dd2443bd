/**
 * The in-app browser of one simulated phone: a small server on this machine that any browser can be pointed at.
 *
 * A page cannot put headers on a navigation, so this proxy does: the first request of a visit carries the entrance's headers,
 * everything after it goes on as the browser sends it. It reaches one origin, that of the entrance URL, at the addresses which
 * the name had when More was tapped. It has a port, and so an origin, of its own: a web-app's scripts never run in the console's.
 * Only a browser that came by a link of `link()` is served.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { AppLanguage } from '../shared/contract/entrance-headers.ts'
import { listenError } from '../shared/server/listen.ts'
import { Admission, OWN_PATH, ownOriginOf, pathOf } from './admission.ts'
import { type Exchange, exchanges } from './exchanges.ts'
import { Forwarder } from './forward.ts'
import type { Hint } from './hint-words.ts'
import { sendHint, sendScreen, sendTo } from './own-pages.ts'
import { TargetError } from './target.ts'
import { LIMITS, type PassOnLimits } from './upstream.ts'
import { type VisitParts, Visits } from './visits.ts'
import { passWebSocket } from './web-socket.ts'

export interface InAppBrowserParts extends VisitParts {
  /** In which hints are written. */
  language(): AppLanguage
  /** What hints say of where the entrance page URL was given. */
  setIn?: Hint['setIn']
  /** Of the browser before; numbers go on from it. Default 0. */
  lastExchange?: number | undefined
  newSecret(): string
  logger: Logger
  limits?: Partial<PassOnLimits> | undefined
  /** An entrance was opened, or could not be. */
  noteEntrance?(exchange: Exchange): void
}

export interface InAppBrowser {
  port: number
  /** `direct` opens the web-app itself, as often as it is asked for; `framed` around it the console's screen, once. */
  link(way: 'direct' | 'framed', hostname?: string): string
  exchanges(after?: number): Exchange[]
  lastExchange(): number
  /** As after somebody else signed in. Its browser forgets its part with the next visit. */
  forgetCookies(): void
  /** Set-Cookie lines by which a browser forgets what this one gave it. */
  leftovers(): string[]
  close(): Promise<void>
}

/** The app shows no More item, or nothing stands behind it. */
export class TapRefused extends Error {
  override name = 'TapRefused'
  readonly hint: Hint

  constructor(hint: Hint) {
    super(hint.code)
    this.hint = hint
  }
}

const MAX_HEADER_BYTES = 64 * 1024
const MOST_WEB_SOCKETS = 50

/** What each request of one browser needs. */
interface Context {
  parts: InAppBrowserParts
  admission: Admission
  visits: Visits
  forwarder: Forwarder
  /** Each ends one. */
  webSockets: Set<() => void>
}

/** Listens on a free port of a loopback address. */
export async function openInAppBrowser(
  { host, port }: { host: string; port: number },
  parts: InAppBrowserParts,
): Promise<InAppBrowser> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAlive: true })
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => reject(listenError(error, { host, port }))
    server.once('error', refuse).listen({ host, port }, () => resolve())
  })
  const own = (server.address() as AddressInfo).port
  const log = exchanges(parts.lastExchange)
  const visits = new Visits(parts, log)
  const newVisitHeaders = (request: IncomingMessage) => visits.takeHeaders(request)
  const forwarder = new Forwarder({ ...parts, cookies: visits.cookies, log, newVisitHeaders })
  const admission = new Admission({ host, port: own }, parts.newSecret)
  const webSockets = new Set<() => void>()
  handle(server, { parts, admission, visits, forwarder, webSockets })
  return {
    port: own,
    link: (way, hostname) => admission.link(way, hostname),
    exchanges: log.list,
    lastExchange: log.last,
    leftovers() {
      visits.forgetCookies()
      return visits.takeForgotten()
    },
    forgetCookies() {
      visits.forgetCookies()
      log.clear()
    },
    async close() {
      for (const end of webSockets) end()
      forwarder.close()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function handle(server: Server, context: Context): void {
  const { parts, webSockets } = context
  server.on('request', (request, answer) => {
    serve(context, request, answer).catch(error => {
      parts.logger.error({ err: error }, 'the app simulator failed')
      answer.destroy()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const end = openWebSocket(context, request, socket, head)
    if (!end) return void socket.destroy()
    webSockets.add(end)
    socket.once('close', () => webSockets.delete(end))
  })
  // Nothing else passes: no tunnel, no other protocol.
  server.on('connect', (_request, socket) => socket.destroy())
}

async function serve(context: Context, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { parts, admission, visits, forwarder } = context
  const refusal = admission.refusalOf(request)
  if (refusal) return refuse(parts, answer, refusal)
  if (pathOf(request).startsWith(OWN_PATH)) return serveOwnPage(context, request, answer)
  const { target } = visits
  if (!target || !admission.isAdmitted(request)) return refuse(parts, answer, 403)
  const hint = (to: ServerResponse, said: Hint, status?: number) => sayHint(parts, to, said, status)
  await forwarder.forward({ request, answer, target, ownOrigin: ownOriginOf(request), hint })
}

async function serveOwnPage(
  { parts, admission, visits }: Context,
  request: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET') return refuse(parts, answer, 405)
  const way = admission.wayOf(request)
  if (!way) return refuse(parts, answer, 403)
  if (way !== 'enter') visits.cookies.notOurs(request.headers.cookie)
  const setCookie = () => [admission.cookie, ...visits.takeForgotten()]
  if (way === 'screen') return sendScreen(answer, setCookie(), admission.framePath())
  try {
    const path = await visits.begin()
    sendTo(answer, setCookie(), ownOriginOf(request) + path)
  } catch (error) {
    if (error instanceof TapRefused) return sayHint(parts, answer, error.hint)
    if (!(error instanceof TargetError)) throw error
    sayHint(parts, answer, { code: error.code, about: error.message })
  }
}

/** For a page of the web-app itself; undefined for everybody else. */
function openWebSocket(
  { parts, admission, visits, webSockets }: Context,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): (() => void) | undefined {
  const { cookie, origin, upgrade = '' } = request.headers
  const { target, cookies } = visits
  const ownOrigin = ownOriginOf(request)
  const isOurs =
    admission.refusalOf(request) === undefined && origin === ownOrigin && admission.holdsSecret(request)
  if (!target || !isOurs || upgrade.toLowerCase() !== 'websocket') return undefined
  if (webSockets.size >= MOST_WEB_SOCKETS) return undefined
  const { answerWithinMs } = { ...LIMITS, ...parts.limits }
  return passWebSocket({
    request,
    socket,
    head,
    target,
    ownOrigin,
    cookie: cookies.send(request.url ?? '', cookie).header,
    answerWithinMs,
  })
}

function sayHint(parts: InAppBrowserParts, answer: ServerResponse, hint: Hint, status = 502): void {
  sendHint(answer, { ...hint, setIn: parts.setIn }, parts.language(), status)
}

function refuse(parts: InAppBrowserParts, answer: ServerResponse, status: 400 | 403 | 405 | 421): void {
  sendHint(answer, { code: 'NOT_THIS_PHONE', about: '' }, parts.language(), status)
}
