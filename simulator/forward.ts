/** One request of a simulated phone, passed on to the web-app and its answer passed back, both as they stream. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../shared/clock.ts'
import { ENTRANCE_HEADERS, type EntranceHeaders } from '../shared/contract/entrance-headers.ts'
import type { PhoneCookies } from './cookies.ts'
import { type Exchange, type Exchanges, type Failure, headersSize, recorded } from './exchanges.ts'
import { failureOf, TooLarge } from './failure.ts'
import type { Hint } from './hint-words.ts'
import { browserHeaders, framing, isFramable, upstreamHeaders } from './proxied-headers.ts'
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

/** One that is under way. */
interface Passing extends Forwarded {
  method: string
  path: string
  isPage: boolean
  exchange: Exchange
  started: number
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export class Forwarder {
  readonly #parts: ForwarderParts
  readonly #limits: PassOnLimits
  readonly #upstream: Upstream
  #underWay = 0
  #redirectsInARow = 0
  /** A web-app may put its token into an address; what is recorded does not show it. */
  readonly #tokens = new Set<string>()

  constructor(parts: ForwarderParts) {
    this.#parts = parts
    this.#limits = { ...LIMITS, ...parts.limits }
    this.#upstream = new Upstream(this.#limits)
  }

  async forward(forwarded: Forwarded): Promise<void> {
    const { request, answer, target, ownOrigin } = forwarded
    const { method = 'GET', url: path = '/' } = request
    const refusal = this.#refusalOf(request)
    if (refusal !== undefined) return void answer.writeHead(refusal, { 'cache-control': 'no-store' }).end()
    const entrance = this.#parts.newVisitHeaders(request)
    const { header: cookie, forgotten } = this.#parts.cookies.send(path, request.headers.cookie)
    const about = upstreamHeaders({
      raw: request.rawHeaders,
      ownOrigin,
      target,
      cookie,
      entrance,
    })
    const raw = [...about, ...framing(request.headers)]
    if (entrance) {
      this.#redirectsInARow = 0
      this.#tokens.add(entrance[ENTRANCE_HEADERS.sessionToken])
    }
    const isPage = isNavigation(request)
    const kind = entrance ? 'entrance' : isPage ? (method === 'GET' ? 'navigation' : 'form') : 'resource'
    const exchange = this.#begin({ kind, method, path, raw, forgotten })
    this.#underWay += 1
    try {
      await this.#pass({ ...forwarded, method, path, isPage, exchange, started: performance.now() }, raw)
    } finally {
      this.#underWay -= 1
      exchange.isOver = true
      if (entrance) this.#parts.noteEntrance?.(exchange)
      this.#parts.changed?.()
    }
  }

  close(): void {
    this.#upstream.close()
  }

  #refusalOf({ method = 'GET', headers }: IncomingMessage): 405 | 501 | 503 | undefined {
    if (this.#underWay >= this.#limits.requests) return 503
    if (!METHODS.includes(method)) return 405
    return isFramable(headers) ? undefined : 501
  }

  #begin({
    kind,
    method,
    path,
    raw,
    forgotten,
  }: Pick<Exchange, 'kind' | 'method' | 'path' | 'forgotten'> & { raw: string[] }): Exchange {
    const exchange = this.#parts.log.begin({
      at: new Date(this.#parts.clock.now().epochMilliseconds).toISOString(),
      kind,
      method,
      path: this.#conceal(path).slice(0, 2_000),
      sent: recorded(raw, this.#conceal),
      forgotten,
    })
    this.#parts.changed?.()
    return exchange
  }

  async #pass(passing: Passing, raw: string[]): Promise<void> {
    const { request, answer, target, method, path } = passing
    const controller = new AbortController()
    const { signal } = controller
    let brokeOff: Error | undefined
    // Whoever closes the page wants nothing more of it.
    answer.once('close', () => controller.abort())
    try {
      const received = await this.#upstream.ask({ request, target, path, method, raw, signal })
      received.once('error', error => {
        brokeOff ??= error
      })
      await this.#answer(passing, received)
    } catch (error) {
      const isGone = signal.aborted && (brokeOff === undefined || brokeOff.name === 'AbortError')
      if (isGone && !(error instanceof TooLarge)) return
      const { code, status, about } = failureOf(error instanceof TooLarge ? error : (brokeOff ?? error), {
        origin: target.origin,
        path: this.#conceal(path),
      })
      fail(passing, code, about, status)
    }
  }

  async #answer(passing: Passing, received: IncomingMessage): Promise<void> {
    const { answer, target, ownOrigin, path, isPage, exchange, started } = passing
    exchange.ms = Math.round(performance.now() - started)
    exchange.status = received.statusCode ?? 0
    exchange.received = recorded(received.rawHeaders, this.#conceal)
    const { 'set-cookie': lines = [], 'clear-site-data': clears } = received.headers
    const set = this.#parts.cookies.take(path, lines, [clears ?? []].flat().join())
    exchange.cookies = set.seen
    exchange.dropped = set.dropped
    const redirect = redirectOf(received, path, target)
    if (redirect) exchange.redirect = { to: this.#conceal(redirect.to), isForeign: redirect.isForeign }
    if (isPage) this.#redirectsInARow = redirect ? this.#redirectsInARow + 1 : 0
    const stopped = stoppedAt(redirect, this.#redirectsInARow)
    if (stopped) {
      received.destroy()
      if (stopped.code === 'REDIRECT_LOOP') this.#redirectsInARow = 0
      fail(passing, stopped.code, stopped.about, stopped.code === 'FOREIGN_REDIRECT' ? 200 : 508)
      return
    }
    // Node's own answer to headers above its limit: browsers show an error page of theirs for it.
    if (exchange.status === 431 && (await isEmpty(received))) {
      received.destroy()
      return fail(passing, 'HEADERS_TOO_LONG', headersSize(exchange.sent), 431)
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
    this.#parts.changed?.()
    await pipeline(received, counted(exchange, this.#limits.answerBytes), answer)
  }

  #conceal = (text: string): string =>
    [...this.#tokens].reduce((said, token) => said.replaceAll(token, '…'), text)
}

function fail(
  { exchange, answer, isPage, hint }: Passing,
  code: Failure,
  about: string,
  status: number,
): void {
  exchange.failure = { code, detail: about }
  if (answer.headersSent) answer.destroy()
  else if (isPage) hint(answer, { code, about }, status)
  else answer.writeHead(status, { 'cache-control': 'no-store', 'x-schoolbell-failure': code }).end()
}

/** Nothing of the body is taken away. */
async function isEmpty(received: IncomingMessage): Promise<boolean> {
  if (received.readableLength > 0) return false
  // An end that has already come is no longer announced as readable.
  await new Promise((resolve, reject) => {
    received.once('readable', resolve).once('end', resolve).once('error', reject)
  })
  return received.readableLength === 0
}

function isNavigation({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate'
}
