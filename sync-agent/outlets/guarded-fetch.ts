/**
 * A request to a URL from others: of an attachment or a webhook.
 *
 * Such a URL must not lead into the agent's own network. So the host must be allowed, every IP address of its name must be
 * public, and the connection uses only the checked addresses: a name that resolves differently a moment later gets nothing.
 * Redirects are not followed. Size and time are limited.
 *
 * Through a proxy (Node's own settings say which), the proxy looks up the name and connects. So here are checked the host, an
 * address without a name, and what this machine knows of the name; the rest is up to the proxy.
 */

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressOf, whyUnreached } from '../../shared/client/request.ts'
import { LONGEST_TIMER_MS } from '../../shared/longest-timer.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardOptions {
  /** Allowed hosts, as in `media.school.example` or `media.school.example:8443`; without a port, the default port. */
  hosts: readonly string[] | 'any'
  /** Allowed hosts that may have a private address. */
  privateHosts: readonly string[]
  /** Looks up all addresses of a name. Default: the system's. */
  lookup?: Lookup
}

export type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export interface GuardedRequest {
  /** Default GET. */
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Longest wait for the response and for each next part of it. Milliseconds. */
  timeoutMs: number
  /** Longest call. Milliseconds. */
  totalMs: number
  /** Largest body. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

export interface GuardedAnswer {
  /** Any status except a redirect. */
  status: number
  headers: Headers
  /** Not decompressed. Can be read once; its end, or leaving the loop, closes the connection. @throws {GuardedFetchError} */
  body: AsyncIterable<Buffer>
  /** Closes the connection without reading the body. */
  discard(): void
}

/** @throws {GuardedFetchError} */
export type GuardedFetch = (url: string | URL, request: GuardedRequest) => Promise<GuardedAnswer>

export type GuardedFault =
  | 'ADDRESS_INVALID' // not an http or https address, or one with a user name or a password
  | 'HOST_NOT_ALLOWED'
  | 'ADDRESS_PRIVATE'
  | 'REDIRECTED'
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  | 'UNREACHABLE' // no connection, or it was interrupted
  | 'ABORTED' // by the caller's signal

/** There is no complete response. The message has the URL without its query, which may contain a secret. */
export class GuardedFetchError extends Error {
  override name = 'GuardedFetchError'
  readonly code: GuardedFault

  constructor(code: GuardedFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export function createGuardedFetch({
  hosts,
  privateHosts,
  lookup = systemLookup,
}: GuardOptions): GuardedFetch {
  const isAllowed = hosts === 'any' ? () => true : namedBy(hosts)
  const mayBePrivate = namedBy(privateHosts)

  return async (address, request) => {
    const url = readAddress(address)
    if (!isAllowed(url)) {
      throw new GuardedFetchError('HOST_NOT_ALLOWED', `${addressOf(url)}: ${url.host} is not an allowed host`)
    }
    const guard = mayBePrivate(url) ? undefined : refusePrivate
    const host = url.hostname.replace(/^\[|\]$/g, '')
    guard?.(url, [host].filter(isIP))
    const { agent, mayUseProxy } = ownConnection(url)
    if (guard && mayUseProxy && !isIP(host)) guard(url, await addressesKnownHere(lookup, host, request))
    return await send(url, request, { lookup: lookupThrough(lookup, url, guard), agent })
  }
}

/** Without a port, the default port of the URL's scheme. */
function namedBy(hosts: readonly string[]): (url: URL) => boolean {
  const under = (protocol: string) => new Set(hosts.map(host => new URL(`${protocol}//${host}`).host))
  const byProtocol = new Map(['http:', 'https:'].map(protocol => [protocol, under(protocol)]))
  return ({ protocol, host }) => byProtocol.get(protocol)?.has(host) === true
}

function readAddress(address: string | URL): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    const shown = JSON.stringify(`${address}`.slice(0, 80))
    throw new GuardedFetchError('ADDRESS_INVALID', `${shown} is not an http or https address`)
  }
  if (!url.username && !url.password) return url
  throw new GuardedFetchError('ADDRESS_INVALID', `${addressOf(url)}: has a user name or a password`)
}

function refusePrivate(url: URL, addresses: readonly string[]): void {
  const inside = addresses.find(address => !isPublicAddress(address))
  if (inside === undefined) return
  throw new GuardedFetchError('ADDRESS_PRIVATE', `${addressOf(url)}: ${inside} is not a public address`)
}

/** Look-up for the connection: returns only checked addresses. */
function lookupThrough(
  lookup: Lookup,
  url: URL,
  guard: ((url: URL, addresses: readonly string[]) => void) | undefined,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { all: true }, (error, found) => {
      // The system's look-up passes only an error.
      const [first] = error ? [] : found
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), [])
      try {
        const addresses = found.map(({ address }) => address)
        guard?.(url, addresses)
      } catch (refusal) {
        return callback(refusal as GuardedFetchError, [])
      }
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}

/**
 * A connection for this call alone, because others were not checked. It uses the proxy of `http.setGlobalProxyFromEnv()` or
 * `NODE_USE_ENV_PROXY`, if there is one for the host. Node then looks up only the proxy, without our look-up.
 */
function ownConnection({ protocol }: URL): { agent: http.Agent; mayUseProxy: boolean } {
  const { Agent, globalAgent } = protocol === 'https:' ? https : http
  // Not in the types. An agent of the host's own may have none.
  const { proxyEnv } = (globalAgent as { options?: http.AgentOptions }).options ?? {}
  return { agent: new Agent({ proxyEnv }), mayUseProxy: proxyEnv !== undefined }
}

const LONGEST_LOOKUP_MS = 1_000

/** Behind a proxy, a machine often knows no names, or waits long for them. */
function addressesKnownHere(
  lookup: Lookup,
  host: string,
  { timeoutMs }: Pick<GuardedRequest, 'timeoutMs'>,
): Promise<string[]> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_LOOKUP_MS), [])
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(timer)
      resolve(error ? [] : found.map(({ address }) => address))
    })
  })
}

async function send(
  url: URL,
  asked: GuardedRequest,
  { lookup, agent }: { lookup: LookupFunction; agent: http.Agent },
): Promise<GuardedAnswer> {
  const { method = 'GET', headers = {}, body, signal, maxBytes } = asked
  const address = addressOf(url)
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...{ method, lookup, agent },
    headers: { 'accept-encoding': 'identity', ...headers },
    // A proxy that does not answer is not left by ending the request.
    timeout: Math.min(asked.timeoutMs, asked.totalMs, LONGEST_TIMER_MS),
  })
  const bounds = watchOver(request, url, asked)
  try {
    signal?.throwIfAborted()
    const response = await Promise.race([answerTo(request, body), bounds.givenUp])
    bounds.holdBack()
    // The end of the request always ends the body.
    bounds.givenUp.catch(fault => response.destroy(fault))
    refuseRedirect(url, response)
    const tooLarge = () =>
      new GuardedFetchError('TOO_LARGE', `${address}: the body is larger than ${maxBytes} bytes`)
    if (method !== 'HEAD' && Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: { [Symbol.asyncIterator]: () => partsOf(response, bounds, maxBytes, tooLarge) },
      discard: bounds.end,
    }
  } catch (error) {
    bounds.end()
    throw bounds.faultOf(error)
  }
}

async function answerTo(request: ClientRequest, body: string | Buffer | undefined): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection was closed')))
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('the response switches to another protocol'))
    })
    request.on('response', response => {
      response.on('error', () => undefined)
      resolve(response)
    })
    request.end(body)
  })
}

type Bounds = ReturnType<typeof watchOver>

/** Two timers, for waiting and for the whole call, and the caller's signal. Each ends the request. */
function watchOver(
  request: ClientRequest,
  url: URL,
  { timeoutMs, totalMs, signal }: Pick<GuardedRequest, 'timeoutMs' | 'totalMs' | 'signal'>,
) {
  const address = addressOf(url)
  let fault: GuardedFetchError | undefined
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  // There may be no listener any more.
  givenUp.catch(() => undefined)
  // Stays: an error after the response has begun shows in the body.
  request.on('error', () => undefined)
  const giveUp = (code: 'TIMED_OUT' | 'ABORTED', why: string) => () => {
    fault ??= new GuardedFetchError(code, `${address}: ${why}`)
    reject(fault)
    request.destroy(fault)
  }
  const timer = (ms: number, why: string) =>
    setTimeout(giveUp('TIMED_OUT', why), Math.min(ms, LONGEST_TIMER_MS))
  const startSilence = () => timer(timeoutMs, `no data for ${timeoutMs} ms`)
  const whole = timer(totalMs, `no complete response within ${totalMs} ms`)
  let silence: NodeJS.Timeout | undefined = startSilence()
  const cancel = giveUp('ABORTED', 'cancelled')
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()

  return {
    /** Rejects when a limit is reached, because a request does not always report its end. */
    givenUp,
    /** Waiting for the server: the timer runs. */
    expect() {
      silence ??= startSilence()
    },
    /** Waiting for the reader: the timer stops. */
    holdBack() {
      clearTimeout(silence)
      silence = undefined
    },
    end() {
      clearTimeout(whole)
      clearTimeout(silence)
      signal?.removeEventListener('abort', cancel)
      request.destroy()
    },
    faultOf(error: unknown): GuardedFetchError {
      if (error instanceof GuardedFetchError) return error
      return (
        fault ??
        new GuardedFetchError('UNREACHABLE', `${address}: ${whyUnreached(error, url)}`, { cause: error })
      )
    },
  }
}

function refuseRedirect(url: URL, { statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode < 300 || statusCode > 399 || statusCode === 304) return
  const target = headers.location === undefined ? null : URL.parse(headers.location, url)
  // The path may contain a secret.
  const where = target && /^https?:$/.test(target.protocol) ? ` to ${target.origin}` : ''
  throw new GuardedFetchError('REDIRECTED', `${addressOf(url)}: answers with a redirect${where}`)
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}

async function* partsOf(
  response: IncomingMessage,
  bounds: Bounds,
  maxBytes: number,
  tooLarge: () => GuardedFetchError,
): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    bounds.expect()
    for await (const part of response as AsyncIterable<Buffer>) {
      bounds.holdBack()
      bytes += part.byteLength
      if (bytes > maxBytes) throw tooLarge()
      yield part
      bounds.expect()
    }
  } catch (error) {
    throw bounds.faultOf(error)
  } finally {
    bounds.end()
  }
}
