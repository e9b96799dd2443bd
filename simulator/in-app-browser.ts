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
import { namesOneHost } from '../service/one-host.ts'
import { hashOf, sameHash } from '../service/store/secret.ts'
import type { Clock } from '../shared/clock.ts'
import type { AppLanguage, EntranceHeaders } from '../shared/contract/entrance.ts'
import { phoneCookies } from './cookies.ts'
import { type Exchange, exchanges } from './exchanges.ts'
import { type Forwarded, forwarder, LIMITS, type PassOnLimits } from './forward.ts'
import type { Hint } from './hint-words.ts'
import { HINT_POLICY, hintPage } from './hints.ts'
import { SCREEN_POLICY, screenPage } from './screen.ts'
import { type Target, TargetError, type TargetParts, targetOf } from './target.ts'
import { passWebSocket } from './web-socket.ts'

/** What a tap on More opens. */
export interface Tap {
  entranceUrl: string
  headers: EntranceHeaders
}

export interface InAppBrowserParts {
  /** Asked at each visit. @throws {TapRefused} the app has nothing to open */
  tap(): Tap
  /** In which hints are written. */
  language(): AppLanguage
  /** What hints say of where the entrance page URL was given. */
  setIn?: Hint['setIn']
  target: TargetParts
  clock: Clock
  newSecret(): string
  logger: Logger
  limits?: Partial<PassOnLimits> | undefined
  /** Set-Cookie lines by which the browser forgets an installation before this one. */
  leftovers?: readonly string[] | undefined
  /** Something was sent or received. */
  changed?(): void
  /** An entrance was opened, or could not be. */
  noteEntrance?(exchange: Exchange): void
}

export interface InAppBrowser {
  port: number
  /** `direct` opens the web-app itself, as often as it is asked for; `framed` around it the console's screen, once. */
  link(way: 'direct' | 'framed', hostname?: string): string
  exchanges(after?: number): Exchange[]
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
/** Links that were asked for and not followed. */
const MOST_TICKETS = 20

/** Listens on a free port of a loopback address. */
export async function openInAppBrowser(
  { host, port }: { host: string; port: number },
  parts: InAppBrowserParts,
): Promise<InAppBrowser> {
  const { newSecret, logger } = parts
  const secret = newSecret()
  const lasting = newSecret()
  /** Each opens a screen once, or lets its frame enter once: the web-app of the frame cannot do so by itself. */
  const tickets = { screen: onceOnly(newSecret), enter: onceOnly(newSecret) }
  const log = exchanges()
  let target: Target | undefined
  /** The visit that has begun and whose first request has not come yet. */
  let arrival: { path: string; headers: EntranceHeaders } | undefined
  const forgotten: string[] = []
  const cookies = phoneCookies(() => target?.host ?? 'nowhere.invalid', parts.clock)
  const forward = forwarder({ ...parts, cookies, log, newVisitHeaders: takeArrival })

  const server: Server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAlive: true },
    (request, answer) => {
      serve(request, answer).catch(error => {
        logger.error({ err: error }, 'the app simulator failed')
        answer.destroy()
      })
    },
  )
  const webSockets = new Set<() => void>()
  server.on('upgrade', (request, socket, head) => {
    const end = openWebSocket(request, socket, head)
    if (!end) return void socket.destroy()
    webSockets.add(end)
    socket.once('close', () => webSockets.delete(end))
  })
  // Nothing else passes: no tunnel, no other protocol.
  server.on('connect', (_request, socket) => socket.destroy())
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, () => resolve())
  })
  const own = (server.address() as AddressInfo).port
  const cookieName = `schoolbell-phone-${own}`
  const hostNames = new Set([bracketed(host), 'localhost', '127.0.0.1'].map(name => `${name}:${own}`))

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { host: asked = '', cookie: cookieHeader } = request.headers
    const url = request.url ?? ''
    if (!namesOneHost(request)) return refuse(answer, 400)
    // A name that somebody else's page pointed at this machine.
    if (!hostNames.has(asked.toLowerCase())) return refuse(answer, 421)
    if (!url.startsWith('/')) return refuse(answer, 400)
    const path = url.split('?')[0] ?? ''
    if (path.startsWith('/.schoolbell/')) return ownPage(path.slice('/.schoolbell/'.length), request, answer)
    if (!holdsSecret(cookieHeader)) return refuse(answer, 403)
    if (!isOfThisPage(request, `http://${asked}`)) return refuse(answer, 403)
    if (!target) return refuse(answer, 403)
    await forward({ request, answer, target, ownOrigin: `http://${asked}`, hint } satisfies Forwarded)
  }

  /** For a page of the web-app itself; undefined for everybody else. */
  function openWebSocket(request: IncomingMessage, socket: Duplex, head: Buffer): (() => void) | undefined {
    const { host: asked = '', cookie, origin, upgrade = '' } = request.headers
    const ownOrigin = `http://${asked}`
    const isOurs =
      namesOneHost(request) &&
      hostNames.has(asked.toLowerCase()) &&
      origin === ownOrigin &&
      holdsSecret(cookie)
    const path = request.url ?? ''
    if (!target || !isOurs || upgrade.toLowerCase() !== 'websocket' || !path.startsWith('/')) return undefined
    if (webSockets.size >= MOST_WEB_SOCKETS) return undefined
    const { answerWithinMs } = { ...LIMITS, ...parts.limits }
    return passWebSocket({
      request,
      socket,
      head,
      target,
      ownOrigin,
      cookie: cookies.header(path, cookie),
      answerWithinMs,
    })
  }

  async function ownPage(name: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (request.method !== 'GET') return refuse(answer, 405)
    if (name.startsWith('screen/')) {
      if (!tickets.screen.use(name.slice('screen/'.length))) return refuse(answer, 403)
      cookies.notOurs(request.headers.cookie)
      answer.writeHead(200, { ...OWN_HEADERS, ...admission(), 'content-security-policy': SCREEN_POLICY })
      answer.end(screenPage(`/.schoolbell/enter/${tickets.enter.make()}`))
      return
    }
    const isDirect = sameHash(hashOf(name), hashOf(lasting))
    const isFromScreen =
      name.startsWith('enter/') &&
      holdsSecret(request.headers.cookie) &&
      isOfThisPage(request, `http://${request.headers.host}`) &&
      tickets.enter.use(name.slice('enter/'.length))
    if (!isDirect && !isFromScreen) return refuse(answer, 403)
    if (isDirect) cookies.notOurs(request.headers.cookie)
    await enter(request, answer)
  }

  /** A tap on More: looks the entrance up again and redirects the browser to it. */
  async function enter(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let opened = ''
    try {
      const { entranceUrl, headers } = parts.tap()
      opened = entranceUrl
      const found = await targetOf(entranceUrl, parts.target)
      if (target && target.host !== found.host) forgotten.push(...cookies.forget())
      target = found
      arrival = { path: found.path, headers }
      const location = `http://${request.headers.host}${found.path}${found.hash}`
      answer.writeHead(303, { ...OWN_HEADERS, ...admission(), location })
      answer.end()
    } catch (error) {
      if (error instanceof TapRefused) return hint(answer, error.hint)
      if (!(error instanceof TargetError)) throw error
      noteUnsent(opened, error)
      hint(answer, { code: error.code, about: error.message })
    }
  }

  /** The newest of what was sent and received is then not that of an entrance before it. */
  function noteUnsent(path: string, { code, message }: TargetError): void {
    const at = new Date(parts.clock.now().epochMilliseconds).toISOString()
    const exchange = log.begin({ at, kind: 'entrance', method: 'GET', path, sent: [] })
    Object.assign(exchange, { failure: { code, detail: message }, isOver: true })
    parts.changed?.()
  }

  /** The entrance's headers, for the first navigation of a visit and for no other request. */
  function takeArrival(request: IncomingMessage): EntranceHeaders | undefined {
    const mode = request.headers['sec-fetch-mode'] ?? 'navigate'
    if (!arrival || request.method !== 'GET' || mode !== 'navigate' || request.url !== arrival.path)
      return undefined
    const { headers } = arrival
    arrival = undefined
    return headers
  }

  function hint(answer: ServerResponse, said: Hint, status = 502): void {
    answer.writeHead(status, { ...OWN_HEADERS, 'content-security-policy': HINT_POLICY })
    answer.end(hintPage({ ...said, setIn: parts.setIn }, parts.language()))
  }

  function refuse(answer: ServerResponse, status: 400 | 403 | 405 | 421): void {
    answer.writeHead(status, { ...OWN_HEADERS, 'content-security-policy': HINT_POLICY })
    answer.end(hintPage({ code: 'NOT_THIS_PHONE', about: '' }, parts.language()))
  }

  function admission(): { 'set-cookie': string[] } {
    const admitted = `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Lax`
    return { 'set-cookie': [admitted, ...forgotten.splice(0)] }
  }

  function holdsSecret(header = ''): boolean {
    const pair = header.split(/;\s*/).find(one => one.startsWith(`${cookieName}=`))
    return sameHash(hashOf(pair?.slice(cookieName.length + 1) ?? ''), hashOf(secret))
  }

  return {
    port: own,
    link(way, hostname = bracketed(host)) {
      if (way === 'direct') return `http://${hostname}:${own}/.schoolbell/${lasting}`
      return `http://${hostname}:${own}/.schoolbell/screen/${tickets.screen.make()}`
    },
    exchanges: log.list,
    leftovers: () => [...forgotten, ...cookies.forget()],
    forgetCookies() {
      forgotten.push(...cookies.forget())
      log.clear()
    },
    async close() {
      for (const end of webSockets) end()
      forward.close()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function onceOnly(newSecret: () => string): { make(): string; use(ticket: string): boolean } {
  const waiting: string[] = []
  return {
    make() {
      const ticket = newSecret()
      waiting.push(ticket)
      waiting.splice(0, waiting.length - MOST_TICKETS)
      return ticket
    },
    use(ticket) {
      const at = waiting.findIndex(one => sameHash(hashOf(one), hashOf(ticket)))
      if (at >= 0) waiting.splice(at, 1)
      return at >= 0
    },
  }
}

/**
 * Whether a page of this origin asks, or the person at the browser: another page on this machine is of the same site, so its
 * requests carry the cookie as well.
 */
function isOfThisPage({ method, headers }: IncomingMessage, ownOrigin: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, origin } = headers
  if (site === undefined) return origin === undefined || origin === ownOrigin
  if (site === 'same-origin' || site === 'none') return true
  // A link that leads here, as to any page.
  return method === 'GET' && mode === 'navigate' && dest === 'document'
}

const OWN_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)
