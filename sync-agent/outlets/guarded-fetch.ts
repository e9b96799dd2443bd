/**
 * A `fetch` for a URL from others: of an attachment or a webhook. Its limits are those of shared/client/limited-fetch.ts.
 *
 * Such a URL must not lead into the agent's own network. So the host must be allowed, every IP address of its name must be
 * public, and the connection uses only the checked addresses: a name that resolves differently a moment later gets nothing.
 *
 * Through a proxy (Node's own settings say which), the proxy looks up the name and connects. So here are checked the host, an
 * address without a name, and what this machine knows of the name; the rest is up to the proxy.
 */

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import { ClientError } from '../../shared/client/errors.ts'
import { addressOf, type Fetch } from '../../shared/client/limited-fetch.ts'
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

export type GuardFault =
  | 'ADDRESS_INVALID' // not an http or https address, or one with a user name or a password
  | 'HOST_NOT_ALLOWED'
  | 'ADDRESS_PRIVATE'

/** The URL must not be called. */
export class GuardError extends ClientError {
  override name = 'GuardError'
  readonly code: GuardFault

  constructor(code: GuardFault, url: string | URL, message: string) {
    super(addressOf(url), message)
    this.code = code
  }
}

/** The body is not decompressed. @throws {GuardError} */
export function createGuardedFetch({ hosts, privateHosts, lookup = systemLookup }: GuardOptions): Fetch {
  const isAllowed = hosts === 'any' ? () => true : namedBy(hosts)
  const mayBePrivate = namedBy(privateHosts)

  return async (address, call) => {
    const url = readAddress(address)
    if (!isAllowed(url)) throw new GuardError('HOST_NOT_ALLOWED', url, `${url.host} is not an allowed host`)
    const guard = mayBePrivate(url) ? undefined : refusePrivate
    const host = url.hostname.replace(/^\[|\]$/g, '')
    guard?.(url, [host].filter(isIP))
    const proxyEnv = proxyOf(url)
    if (guard && proxyEnv && !isIP(host)) guard(url, await addressesKnownHere(lookup, host))
    const response = await send(url, call, { lookup: lookupThrough(lookup, url, guard), proxyEnv })
    return {
      ...{ type: 'default', status: response.statusCode ?? 0, headers: headersOf(response) },
      body: Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>,
    }
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
  if (!url || !/^https?:$/.test(url.protocol))
    throw new GuardError('ADDRESS_INVALID', address, 'is not an http or https address')
  if (!url.username && !url.password) return url
  throw new GuardError('ADDRESS_INVALID', url, 'has a user name or a password')
}

function refusePrivate(url: URL, addresses: readonly string[]): void {
  const inside = addresses.find(address => !isPublicAddress(address))
  if (inside !== undefined) throw new GuardError('ADDRESS_PRIVATE', url, `${inside} is not a public address`)
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
        return callback(refusal as GuardError, [])
      }
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}

/**
 * Settings of the proxy of `http.setGlobalProxyFromEnv()` or `NODE_USE_ENV_PROXY`, if there is one for the scheme. Node then looks
 * up only the proxy, without our look-up.
 */
function proxyOf({ protocol }: URL): http.AgentOptions['proxyEnv'] {
  const { globalAgent } = protocol === 'https:' ? https : http
  // Not in the types. An agent of the host's own may have none.
  return (globalAgent as { options?: http.AgentOptions }).options?.proxyEnv
}

const LONGEST_LOOKUP_MS = 1_000

/** Behind a proxy, a machine often knows no names, or waits long for them. */
function addressesKnownHere(lookup: Lookup, host: string): Promise<string[]> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, LONGEST_LOOKUP_MS, [])
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(timer)
      resolve(error ? [] : found.map(({ address }) => address))
    })
  })
}

interface Connection {
  lookup: LookupFunction
  proxyEnv: http.AgentOptions['proxyEnv']
}

async function send(
  url: URL,
  { method = 'GET', headers, body, signal }: Parameters<Fetch>[1],
  { lookup, proxyEnv }: Connection,
): Promise<IncomingMessage> {
  signal?.throwIfAborted()
  const { Agent, request: open } = url.protocol === 'https:' ? https : http
  // For this call alone, because connections of other calls were not checked.
  const agent = new Agent({ proxyEnv })
  if (signal) {
    const connect = agent.createConnection
    // Not the request: its end does not end the connection to a proxy that does not answer.
    agent.createConnection = (...asked) => {
      const socket = connect.apply(agent, asked)
      return socket && addAbortSignal(signal, socket)
    }
  }
  return await new Promise((resolve, reject) => {
    const request = open(url, {
      ...{ method, lookup, agent },
      headers: { 'accept-encoding': 'identity', ...headers },
    })
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

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}
