/**
 * One request to an address that somebody else wrote: an attachment's, a webhook's.
 *
 * Such an address must not lead into the network that the agent stands in. So a host must be allowed, every address that
 * its name resolves to must be public, and the connection goes to an address of the very answer that was looked at: a name
 * that resolves otherwise a moment later gets nothing. Redirects are not followed. Size and time are bounded.
 */

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressOf } from '../../shared/client/request.ts'
import { LONGEST_TIMER_MS } from '../../shared/longest-timer.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardOptions {
  /** Hosts that may be asked, as in `media.school.example` or `media.school.example:8443`; without a port, the usual one. */
  hosts: readonly string[] | 'any'
  /** Of these, the hosts that may have a private address. */
  privateHosts: readonly string[]
  /** All addresses of a name. Default: the system's. */
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
  /** Longest wait for an answer to begin, and for each next part of it. Milliseconds. */
  timeoutMs: number
  /** Longest call as a whole, body included. Milliseconds. */
  totalMs: number
  /** Largest body read. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

export interface GuardedAnswer {
  /** Any but a redirect. */
  status: number
  headers: Headers
  /** As sent: nothing is decompressed. To be read once; its end, or leaving the loop, gives the connection up. @throws {GuardedFetchError} */
  body: AsyncIterable<Buffer>
  /** Gives the connection up, for a caller who does not want the body. */
  discard(): void
}

/** @throws {GuardedFetchError} */
export type GuardedFetch = (url: string | URL, request: GuardedRequest) => Promise<GuardedAnswer>

export type GuardedFault =
  | 'ADDRESS_INVALID' // no http or https address, or one with a user name or a password
  | 'HOST_NOT_ALLOWED'
  | 'ADDRESS_PRIVATE'
  | 'REDIRECTED'
  | 'TOO_LARGE'
  | 'TIMED_OUT'
  | 'UNREACHABLE' // no connection, or it broke before the answer was whole
  | 'ABORTED' // by the caller's signal

/** No whole answer came back. The message names the address without its query, where there might be a secret. */
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
      throw new GuardedFetchError(
        'HOST_NOT_ALLOWED',
        `${addressOf(url)}: ${url.host} is no host to take from`,
      )
    }
    const guard = mayBePrivate(url) ? undefined : refusePrivate
    guard?.(url, [url.hostname.replace(/^\[|\]$/g, '')].filter(isIP))
    return await send(url, request, lookupThrough(lookup, url, guard))
  }
}

/** A port left out is the usual one of the address's own scheme. */
function namedBy(hosts: readonly string[]): (url: URL) => boolean {
  const under = (protocol: string) => new Set(hosts.map(host => new URL(`${protocol}//${host}`).host))
  const byProtocol = new Map(['http:', 'https:'].map(protocol => [protocol, under(protocol)]))
  return ({ protocol, host }) => byProtocol.get(protocol)?.has(host) === true
}

function readAddress(address: string | URL): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    const shown = JSON.stringify(`${address}`.slice(0, 80))
    throw new GuardedFetchError('ADDRESS_INVALID', `${shown} is no http or https address`)
  }
  if (!url.username && !url.password) return url
  throw new GuardedFetchError(
    'ADDRESS_INVALID',
    `${addressOf(url)}: a user name or password stands in the address`,
  )
}

function refusePrivate(url: URL, addresses: readonly string[]): void {
  const inside = addresses.find(address => !isPublicAddress(address))
  if (inside === undefined) return
  throw new GuardedFetchError('ADDRESS_PRIVATE', `${addressOf(url)}: ${inside} is no public address`)
}

/** What a connection asks for addresses: it gets only those that have been looked at. */
function lookupThrough(
  lookup: Lookup,
  url: URL,
  guard: ((url: URL, addresses: readonly string[]) => void) | undefined,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { all: true }, (error, found) => {
      // The system's own passes nothing at all beside an error.
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

async function send(url: URL, asked: GuardedRequest, lookup: LookupFunction): Promise<GuardedAnswer> {
  const { method = 'GET', headers = {}, body, signal, maxBytes } = asked
  const address = addressOf(url)
  // A connection of its own: one that others have opened was not looked at.
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    ...{ method, lookup, agent: false },
    headers: { 'accept-encoding': 'identity', ...headers },
  })
  const bounds = watchOver(request, address, asked)
  try {
    signal?.throwIfAborted()
    const response = await Promise.race([answerTo(request, body), bounds.givenUp])
    bounds.holdBack()
    // What ends the request ends the body, whatever has become of the connection.
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
      reject(new Error('the answer turns to another protocol'))
    })
    request.on('response', response => {
      response.on('error', () => undefined)
      resolve(response)
    })
    request.end(body)
  })
}

type Bounds = ReturnType<typeof watchOver>

/** Two timers, for silence and for the whole call, and the caller's signal. Each ends the request. */
function watchOver(
  request: ClientRequest,
  address: string,
  { timeoutMs, totalMs, signal }: Pick<GuardedRequest, 'timeoutMs' | 'totalMs' | 'signal'>,
) {
  let fault: GuardedFetchError | undefined
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  // Often nobody waits for it any more.
  givenUp.catch(() => undefined)
  // Stays: what breaks after the answer has begun shows in the body.
  request.on('error', () => undefined)
  const giveUp = (code: 'TIMED_OUT' | 'ABORTED', why: string) => () => {
    fault ??= new GuardedFetchError(code, `${address}: ${why}`)
    reject(fault)
    request.destroy(fault)
  }
  const timer = (ms: number, why: string) =>
    setTimeout(giveUp('TIMED_OUT', why), Math.min(ms, LONGEST_TIMER_MS))
  const startSilence = () => timer(timeoutMs, `nothing came for ${timeoutMs} ms`)
  const whole = timer(totalMs, `no whole answer within ${totalMs} ms`)
  let silence: NodeJS.Timeout | undefined = startSilence()
  const cancel = giveUp('ABORTED', 'cancelled')
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()

  return {
    /** Rejects as soon as a bound is reached: a request does not always tell of its end. */
    givenUp,
    /** The other side's turn: it must not be silent. */
    expect() {
      silence ??= startSilence()
    },
    /** The reader's turn. */
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
      const why = `cannot be reached, or broke off (${reasonOf(error)})`
      return fault ?? new GuardedFetchError('UNREACHABLE', `${address}: ${why}`, { cause: error })
    },
  }
}

function refuseRedirect(url: URL, { statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode < 300 || statusCode > 399 || statusCode === 304) return
  const target = headers.location === undefined ? null : URL.parse(headers.location, url)
  // The path may hold a secret.
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

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
