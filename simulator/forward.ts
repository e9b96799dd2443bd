/** One request of a simulated phone, passed on to the web-app and its answer passed back, both as they stream. */

import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../shared/clock.ts'
import { ENTRANCE_HEADERS, type EntranceHeaders } from '../shared/contract/entrance.ts'
import { codeOf } from '../shared/error-code.ts'
import type { PhoneCookies } from './cookies.ts'
import { type Exchange, type Exchanges, type Failure, recorded } from './exchanges.ts'
import { browserHeaders, upstreamHeaders } from './headers.ts'
import type { Hint } from './hint-words.ts'
import type { Target } from './target.ts'

export interface PassOnLimits {
  /** Until the web-app begins to answer. Milliseconds. */
  answerWithinMs: number
  requestBytes: number
  answerBytes: number
  /** At once. */
  requests: number
}

export const LIMITS: PassOnLimits = {
  answerWithinMs: 30_000,
  requestBytes: 64 * 1024 * 1024,
  answerBytes: 256 * 1024 * 1024,
  requests: 100,
}

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
/** In a row without a page between them; browsers give up after twenty. */
const MOST_REDIRECTS = 12

export function forwarder(parts: ForwarderParts): Forwarder {
  const { cookies, log, clock, changed } = parts
  const limits = { ...LIMITS, ...parts.limits }
  const agents = {
    http: new HttpAgent({ keepAlive: true, timeout: 30_000 }),
    https: new HttpsAgent({ keepAlive: true, timeout: 30_000 }),
  }
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
      const received = await asked({
        request,
        target,
        path,
        method,
        raw,
        limits,
        agents,
        signal: controller.signal,
      })
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
  return Object.assign(forward, {
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  })
}

interface Asked {
  request: IncomingMessage
  target: Target
  path: string
  method: string
  raw: string[]
  limits: PassOnLimits
  agents: { http: HttpAgent; https: HttpsAgent }
  signal: AbortSignal
}

/** The web-app's answer, once it begins. The connection goes to the pinned address, whatever the path looks like. */
function asked(about: Asked): Promise<IncomingMessage> {
  const { request, target, path, method, raw, limits, agents, signal } = about
  const { isSecure, hostname, port, lookup } = target
  if (Number(request.headers['content-length'] ?? 0) > limits.requestBytes)
    return Promise.reject(new TooLarge())
  const call = (isSecure ? httpsRequest : httpRequest)({
    hostname,
    port,
    path,
    method,
    headers: raw,
    setHost: false,
    lookup,
    agent: isSecure ? agents.https : agents.http,
    signal,
    maxHeaderSize: 64 * 1024,
  })
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => call.destroy(new Late()), limits.answerWithinMs)
    call.once('response', response => {
      clearTimeout(late)
      resolve(response)
    })
    call.once('error', error => {
      clearTimeout(late)
      reject(error)
    })
    // What broke while it was sent is an error of the call.
    pipeline(request, counted({ bytes: 0 }, limits.requestBytes), call).catch(error => call.destroy(error))
  })
}

class TooLarge extends Error {}
class Late extends Error {}

function counted(counter: Pick<Exchange, 'bytes'>, most: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.bytes += chunk.length
      done(counter.bytes > most ? new TooLarge() : null, chunk)
    },
  })
}

interface Redirect {
  /** At the same origin a path, else a whole address. */
  to: string
  isForeign: boolean
}

function redirectOf(
  { statusCode = 0, headers }: IncomingMessage,
  path: string,
  { origin }: Target,
): Redirect | undefined {
  const { location } = headers
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const base = `${origin}${path}`
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined
  if (url?.origin !== origin || url.username !== '' || url.password !== '')
    return { to: url?.href ?? location, isForeign: true }
  return { to: `${url.pathname}${url.search}${url.hash}`, isForeign: false }
}

function stoppedAt(
  redirect: Redirect | undefined,
  inARow: number,
): { code: Failure; about: string } | undefined {
  if (redirect?.isForeign) return { code: 'FOREIGN_REDIRECT', about: redirect.to }
  if (redirect && inARow > MOST_REDIRECTS) return { code: 'REDIRECT_LOOP', about: redirect.to }
  return undefined
}

const BY_CODE: Record<string, Failure> = {
  ECONNREFUSED: 'NOTHING_ANSWERS',
  ENOTFOUND: 'NAME_UNKNOWN',
  EAI_AGAIN: 'NAME_UNKNOWN',
  EHOSTUNREACH: 'UNREACHABLE',
  ENETUNREACH: 'UNREACHABLE',
  EADDRNOTAVAIL: 'UNREACHABLE',
  ETIMEDOUT: 'TIMEOUT',
  EPROTO: 'NO_HTTP',
  ECONNRESET: 'BROKE_OFF',
  EPIPE: 'BROKE_OFF',
  ERR_STREAM_PREMATURE_CLOSE: 'BROKE_OFF',
}

function failureOf(
  error: unknown,
  { origin, path }: { origin: string; path: string },
): { code: Failure; status: number; about: string } {
  if (error instanceof TooLarge) return { code: 'TOO_LARGE', status: 413, about: path }
  if (error instanceof Late) return { code: 'TIMEOUT', status: 504, about: path }
  const said = firstCode(error)
  const reason = error instanceof Error && error.message !== '' ? error.message : said
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(said))
    return { code: 'CERTIFICATE', status: 502, about: reason }
  const code =
    said.startsWith('HPE_') || said.startsWith('ERR_SSL') ? 'NO_HTTP' : (BY_CODE[said] ?? 'BROKE_OFF')
  return {
    code,
    status: 502,
    about: ABOUT_PATH.has(code) ? path : `${origin}/`,
  }
}

/** The others are about the address. */
const ABOUT_PATH = new Set<Failure>(['BROKE_OFF', 'TIMEOUT'])

/** Of several addresses tried, the first's reason. */
const firstCode = (error: unknown): string =>
  codeOf(error instanceof AggregateError ? error.errors[0] : error)

function isNavigation({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate'
}
