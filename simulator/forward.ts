/** One request of a simulated phone, passed on to the web-app and its answer passed back, both as they stream. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../shared/clock.ts'
import { ENTRANCE_HEADERS, type EntranceHeaders } from '../shared/contract/entrance.ts'
import type { PhoneCookies } from './cookies.ts'
import { type Exchange, type Exchanges, type Failure, recorded } from './exchanges.ts'
import { failureOf, TooLarge } from './failure.ts'
import { browserHeaders, upstreamHeaders } from './headers.ts'
import type { Hint } from './hint-words.ts'
import { redirectOf, stoppedAt } from './redirect.ts'
import type { Target } from './target.ts'
import { counted, LIMITS, type PassOnLimits, Upstream } from './upstream.ts'

export interface ForwarderParts {
  clock: Clock
  cookies: PhoneCookies
  log: Exchanges
  limits?: Partial<PassOnLimits> | undefined
  /** The entrance's headers, when this is the request that carries them. */
  newVisitHeaders(request: IncomingMessage): EntranceHeaders | undefined
  changed?(): void
  noteEntrance?(exchange: Exchange): void
}

export interface Forwarded {
  request: IncomingMessage
  answer: ServerResponse
  target: Target
  ownOrigin: string
  /** Shows a hint where a page was asked for. */
  hint(answer: ServerResponse, hint: Hint, status?: number): void
}

export interface Forwarder {
  (forwarded: Forwarded): Promise<void>
  close(): void
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function forwarder(parts: ForwarderParts): Forwarder {
  const { cookies, log, clock, changed } = parts
  const limits = { ...LIMITS, ...parts.limits }
  const upstream = new Upstream(limits)
  let underWay = 0
  let redirectsInARow = 0
  /** A web-app may put its token into an address; what is recorded does not show it. */
  const tokens = new Set<string>()
  const conceal = (text: string) => [...tokens].reduce((said, token) => said.replaceAll(token, '…'), text)

  const forward = async ({ request, answer, target, ownOrigin, hint }: Forwarded): Promise<void> => {
    const { method = 'GET', url: path = '/' } = request
    const isPage = isNavigation(request)
    if (!METHODS.includes(method) || underWay >= limits.requests) {
      answer.writeHead(underWay >= limits.requests ? 503 : 405, { 'cache-control': 'no-store' }).end()
      return
    }
    const entrance = parts.newVisitHeaders(request)
    if (entrance) redirectsInARow = 0
    const raw = upstreamHeaders({
      raw: request.rawHeaders,
      ownOrigin,
      target,
      cookie: cookies.header(path, request.headers.cookie),
      entrance,
    })
    if (entrance) tokens.add(entrance[ENTRANCE_HEADERS.sessionToken])
    const exchange = log.begin({
      at: new Date(clock.now().epochMilliseconds).toISOString(),
      kind: entrance ? 'entrance' : isPage ? (method === 'GET' ? 'navigation' : 'form') : 'resource',
      method,
      path: conceal(path).slice(0, 2_000),
      sent: recorded(raw, conceal),
    })
    changed?.()
    const started = performance.now()

    const fail = (code: Failure, about: string, status: number): void => {
      exchange.failure = { code, detail: about }
      if (answer.headersSent) answer.destroy()
      else if (isPage) hint(answer, { code, about }, status)
      else answer.writeHead(status, { 'cache-control': 'no-store', 'x-schoolbell-failure': code }).end()
    }

    underWay += 1
    const controller = new AbortController()
    let brokeOff: Error | undefined
    // Whoever closes the page wants nothing more of it.
    answer.once('close', () => controller.abort())
    try {
      const { signal } = controller
      const received = await upstream.ask({ request, target, path, method, raw, signal })
      received.once('error', error => {
        brokeOff ??= error
      })
      exchange.ms = Math.round(performance.now() - started)
      exchange.status = received.statusCode ?? 0
      exchange.received = recorded(received.rawHeaders, conceal)
      const set = cookies.take(path, received.headers['set-cookie'] ?? [])
      exchange.cookies = set.seen
      const redirect = redirectOf(received, path, target)
      if (redirect) exchange.redirect = { to: conceal(redirect.to), isForeign: redirect.isForeign }
      redirectsInARow = redirect && isPage ? redirectsInARow + 1 : isPage ? 0 : redirectsInARow
      const stopped = stoppedAt(redirect, redirectsInARow)
      if (stopped) {
        received.destroy()
        if (stopped.code === 'REDIRECT_LOOP') redirectsInARow = 0
        return fail(stopped.code, stopped.about, stopped.code === 'FOREIGN_REDIRECT' ? 200 : 508)
      }
      const headers = browserHeaders({
        raw: received.rawHeaders,
        cookies: set.forBrowser,
        location: redirect && ownOrigin + redirect.to,
        isDocument: isPage,
      })
      answer.writeHead(exchange.status, received.statusMessage, headers)
      // An event stream's beginning is an answer of its own.
      answer.flushHeaders()
      changed?.()
      await pipeline(received, counted(exchange, limits.answerBytes), answer)
    } catch (error) {
      const isGone = controller.signal.aborted && (brokeOff === undefined || brokeOff.name === 'AbortError')
      if (isGone && !(error instanceof TooLarge)) return
      const { code, status, about } = failureOf(error instanceof TooLarge ? error : (brokeOff ?? error), {
        origin: target.origin,
        path: conceal(path),
      })
      fail(code, about, status)
    } finally {
      underWay -= 1
      exchange.isOver = true
      if (entrance) parts.noteEntrance?.(exchange)
      changed?.()
    }
  }
  return Object.assign(forward, { close: () => upstream.close() })
}

function isNavigation({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate'
}
