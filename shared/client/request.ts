/** GET requests of all clients: headers, JSON, and one more attempt on a connection that was closed. */

import { connectionFault } from '../connection-fault.ts'
import { ENTRANCE_HEADERS } from '../contract/entrance-headers.ts'
import { DeepJson, isCutShort, parseJson } from '../text/parse-json.ts'
import { withoutEnd } from '../text/without-end.ts'
import { ContractError, TransportError } from './errors.ts'
import { addressOf, type Fetch, type Limits, limitedFetch } from './limited-fetch.ts'
import { cutShort, decoderOf, detailOf, isSuccess, notJson, type Reply, statusError } from './reply.ts'
import { withoutSecrets } from './service-text.ts'

export interface RequestLimits extends Limits {
  /** Replaces the platform's `fetch`, for tests and for hosts with their own. */
  fetch?: typeof fetch
}

export interface Answer {
  status: number
  headers: Headers
  /** The parsed body. */
  json: unknown
  /** The reason that an error response gives; see `detailOf`. */
  detail: string
  /** From the start of the request to the end of the body, milliseconds. */
  elapsedMs: number
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * GETs a URL and reads its response, within the limits of time and size.
 *
 * @param read reads the response; its own errors are thrown unchanged
 * @throws {TransportError} no complete response
 */
export async function get<Result>(
  url: URL,
  headers: Record<string, string>,
  limits: RequestLimits,
  signal: AbortSignal | undefined,
  read: (reply: Reply) => Promise<Result>,
): Promise<Result> {
  refuseUnsendable(addressOf(url), headers)
  refuseNoSignal(signal)
  const { fetch = globalThis.fetch } = limits
  const orAgain: Fetch = async (_, init) => {
    const response = await fetch(url, init).catch(cause => {
      if (!isBrokenOff(cause, url) || !mayHaveKept.delete(limits) || init.signal?.aborted) throw cause
      return fetch(url, init)
    })
    mayHaveKept.add(limits)
    return response
  }
  return await limitedFetch(
    url,
    { headers: { accept: 'application/json', ...headers }, credentials: 'omit', cache: 'no-store' },
    {
      ...limits,
      ...{ fetch: orAgain, signal },
      showTarget: target => withoutSecrets(addressOf(target), secretsIn(headers)),
    },
    read,
  )
}

/**
 * GETs a URL and parses the body as JSON, whatever the HTTP status.
 *
 * @throws {TransportError} no complete response
 * @throws {ContractError} the body is not JSON
 */
export async function getJson(
  url: URL,
  headers: Record<string, string>,
  limits: RequestLimits,
  signal?: AbortSignal,
): Promise<Answer> {
  const started = performance.now()
  return await get(url, headers, limits, signal, async reply => {
    const text = await readText(reply.body, decoderOf(addressOf(url), reply))
    const secrets = secretsIn(headers)
    const json = parse(addressOf(url), reply, text, secrets)
    return {
      status: reply.status,
      headers: reply.headers,
      json,
      detail: detailOf(json, secrets),
      elapsedMs: performance.now() - started,
    }
  })
}

/** Joins a base URL and path segments, as in `http://127.0.0.1:4010/cms` and `api/v1/news/check`. */
export function endpoint(baseUrl: string | URL, ...segments: string[]): URL {
  const base = new URL(baseUrl)
  const dots = segments.find(segment => segment === '.' || segment === '..')
  if (dots) throw new RangeError(`"${dots}" is not a valid path segment`)
  const path = segments.map(encodeURIComponent).join('/')
  const url = new URL(base.origin)
  url.pathname = `${withoutEnd(base.pathname, '/')}/${path}`
  return url
}

/**
 * The limits of clients that had an answer since a connection was broken off: a server may close one that it kept in the very moment
 * in which it is used again, and the same request on a new one succeeds.
 */
const mayHaveKept = new WeakSet<RequestLimits>()

const isBrokenOff = (cause: unknown, url: URL) => connectionFault(cause, url)?.problem === 'BROKE_OFF'

/** `fetch` also refuses such a value, but its message quotes it: the key would be in the message. */
function refuseUnsendable(address: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (HEADER_VALUE.test(value)) continue
    const reason =
      'cannot be sent: it holds a line break or another character that is not allowed in a header'
    throw new TransportError(address, 'HEADER', `${name} ${reason}`)
  }
}

/** Finds a wrong argument early; the platform's message would name `signals[0]`. */
function refuseNoSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return
  throw new TypeError('signal must be an AbortSignal; pass it directly, not in an object')
}

/** Values that a service may repeat, but that must not be in a message. */
export function secretsIn(headers: Record<string, string>): string[] {
  return SECRET_HEADERS.flatMap(name => headers[name] ?? [])
}

const SECRET_HEADERS = [ENTRANCE_HEADERS.sessionToken, 'x-access-key']

/** A whole body as text, UTF-8 by default. */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  decoder = new TextDecoder(),
): Promise<string> {
  let text = ''
  for await (const part of body) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

/** More than any schema is checked to, since an unknown field may hold anything: parsed in 30 ms. */
export const DEEPEST_ANSWER = 100_000

function parse(
  address: string,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  text: string,
  secrets: readonly string[],
): unknown {
  try {
    return parseJson(text, DEEPEST_ANSWER)
  } catch (error) {
    if (!isSuccess(status)) throw statusError(address, { status, headers })
    if (error instanceof DeepJson) throw new ContractError(address, '', error.message)
    if (isCutShort(text)) throw cutShort(address, status, new TextEncoder().encode(text).byteLength)
    // Without the cause: it quotes the body.
    throw notJson(address, headers, text.trimStart(), { secrets })
  }
}
