/**
 * Requests through a proxy: `https:` in a tunnel (CONNECT), so that the proxy sees only the host; `http:` by the whole
 * address.
 */
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { whyUnreached } from '../shared/client/request.ts'
import type { Proxies } from './options/proxy.ts'

export interface OutgoingOptions extends RequestOptions {
  headers: Record<string, string>
}

/** @param until ends the connection to the proxy while it has not answered */
export function startRequest(
  url: URL,
  proxy: URL | undefined,
  options: OutgoingOptions,
  until: AbortSignal,
): ClientRequest {
  if (!proxy) return by(url)(url, options)
  if (url.protocol === 'https:') {
    return requestHttps(url, {
      ...options,
      // With an agent, its own connection would count.
      agent: undefined,
      createConnection(_, done) {
        openTunnel(url, proxy, until).then(
          socket => done(null, socket),
          // The type asks for a socket beside an error.
          error => done(error, undefined as never),
        )
        return undefined
      },
    })
  }
  const { lookup: _, ...rest } = options
  return by(proxy)({
    ...{ ...rest, ...placeOf(proxy), agent: false },
    path: url.origin + url.pathname + url.search,
    headers: { ...options.headers, host: url.host, ...authorization(proxy) },
  })
}

/** The proxy refuses to connect, or does not answer as a proxy. */
export class ProxyError extends Error {
  override name = 'ProxyError'
  readonly code = 'PROXY_REFUSED'
}

const ofProxy = (proxy: URL, error: Error) =>
  new ProxyError(`the proxy ${proxy.host}: ${whyUnreached(error, proxy)}`)

const NO_ANSWER = 'closed the connection without an answer'

function openTunnel(url: URL, proxy: URL, until: AbortSignal): Promise<TLSSocket> {
  const target = `${url.hostname}:${url.port || 443}`
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const request = by(proxy)({
      ...{ ...placeOf(proxy), agent: false, signal: until },
      ...{ method: 'CONNECT', path: target },
      headers: { host: target, ...authorization(proxy) },
    })
    const refused = (status: number | undefined) =>
      new ProxyError(`the proxy ${proxy.host} answers HTTP ${status} for ${target}`)
    request.once('error', error => reject(ofProxy(proxy, error)))
    request.once('close', () => reject(new ProxyError(`the proxy ${proxy.host} ${NO_ANSWER}`)))
    request.once('response', ({ statusCode }) => {
      reject(refused(statusCode))
      request.destroy()
    })
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(connectTls({ socket, host, servername: isIP(host) ? '' : host }))
      else {
        reject(refused(statusCode))
        socket.destroy()
      }
    })
    request.end()
  })
}

const by = ({ protocol }: URL) => (protocol === 'https:' ? requestHttps : requestHttp)

const placeOf = ({ protocol, hostname, port }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port || (protocol === 'https:' ? 443 : 80),
})

function authorization({ username, password }: URL): OutgoingHttpHeaders {
  if (!username) return {}
  const pair = [username, password].map(decodeURIComponent).join(':')
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** The platform's `fetch`, or one that uses the proxies; the service sees who asks. */
export function outboundFetch(proxies: Proxies | undefined): typeof fetch {
  const plain = proxies ? fetchThrough(proxies) : fetch
  return function fetchAsAgent(input, init = {}) {
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
    headers.set('user-agent', 'schoolbell-sync-agent')
    return plain(input, { ...init, headers })
  }
}

/** `fetch` for GET, without redirects; addresses without a proxy go to the platform's `fetch`. */
function fetchThrough(proxies: Proxies): typeof fetch {
  return async function fetchThroughProxy(input, init = {}) {
    const url = new URL(input instanceof Request ? input.url : input)
    const proxy = proxies(url)
    if (!proxy) return fetch(input, init)
    const signal = init.signal ?? new AbortController().signal
    signal.throwIfAborted()
    const headers = {
      'accept-encoding': 'gzip, deflate, br',
      ...Object.fromEntries(new Headers(init.headers)),
    }
    const request = startRequest(url, proxy, { headers, signal }, signal)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', error => {
        const isOfProxy = url.protocol === 'http:' && !signal.aborted
        reject(isOfProxy ? ofProxy(proxy, error) : error)
      })
      // After an answer that switches protocols there is no other event.
      request.once('close', () => reject(new ProxyError(`the proxy ${proxy.host} ${NO_ANSWER}`)))
      request.end()
    })
    const { statusCode: status = 0, headersDistinct } = answer
    if (proxy && status === 407) {
      request.destroy()
      throw new ProxyError(`the proxy ${proxy.host} asks for a user name and password`)
    }
    const sent = new Headers()
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) sent.append(name, value)
    }
    return new Response(WITHOUT_BODY.has(status) ? null : bodyOf(answer), { status, headers: sent })
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function bodyOf(answer: IncomingMessage): ReadableStream {
  const decoder = DECODERS[answer.headers['content-encoding'] ?? '']?.()
  // An error of either shows in what is read.
  const body = decoder ? pipeline(answer, decoder, () => {}) : answer
  return Readable.toWeb(body as Readable) as ReadableStream
}
