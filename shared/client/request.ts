/** GET requests with limits of time and size; used by all clients. */

import { connectionFault, connectionText } from '../connection-fault.ts'
import { ENTRANCE_HEADERS } from '../contract/entrance-headers.ts'
import { LONGEST_TIMER_MS } from '../longest-timer.ts'
import { DeepJson, isCutShort, parseJson } from '../text/parse-json.ts'
import { withoutEnd } from '../text/without-end.ts'
import { ContractError, TransportError } from './errors.ts'
import { cutShort, decoderOf, detailOf, isSuccess, notJson, type Reply, statusError } from './reply.ts'
import { withoutSecrets } from './service-text.ts'
import { wrongEncoding } from './wrong-encoding.ts'

export interface RequestLimits {
  /**
   * Longest wait for the start of the response, and for each next part of the body. Milliseconds; default 10,000. Like
   * `totalMs`, it counts while the network is waited for, not while the caller works on what came.
   */
  timeoutMs?: number
  /** Longest time for the whole call with its body. Milliseconds; default is `timeoutMs`. */
  totalMs?: number
  /** Largest body, after decompression. Bytes; default 64 MiB. */
  maxBytes?: number
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

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
/** The remedy where a service cannot be reached, the same in all messages. */
export const TO_CHECK = 'check the address, that the service is running, and any proxy or firewall on the way'
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * GETs a URL and reads its response, within the limits of time and size.
 *
 * Redirects are not followed: the key or token in a header would be sent to the new address.
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
  const { maxBytes = DEFAULT_MAX_BYTES, fetch = globalThis.fetch } = limits
  const address = addressOf(url)
  refuseUnsendable(address, headers)
  refuseNoSignal(signal)
  const patience = startPatience(limits)
  const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal
  const failed = (cause: unknown): never => {
    if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause })
    if (patience.signal.aborted) throw new TransportError(address, 'TIMEOUT', patience.reason(), { cause })
    throw (
      wrongEncoding(address, cause) ??
      new TransportError(address, 'UNREACHABLE', whyUnreached(cause, url), { cause })
    )
  }
  try {
    patience.wait()
    const request = () =>
      fetch(url, {
        headers: { accept: 'application/json', ...headers },
        signal: either,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
      })
    const again = (cause: unknown) => {
      if (isBrokenOff(cause, url) && mayHaveKept.delete(limits) && !either.aborted) return request()
      throw cause
    }
    const response = await request().catch(again).catch(failed)
    mayHaveKept.add(limits)
    patience.stop()
    refuseRedirect(address, response, secretsIn(headers))
    const body = partsOf(address, response, maxBytes, { patience, failed })
    return await read({ status: response.status, headers: response.headers, body })
  } finally {
    patience.stop()
  }
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
    const text = await textOf(reply.body, decoderOf(addressOf(url), reply))
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

/** A URL for messages: without credentials and query. */
export function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`
}

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

function refuseRedirect(address: string, response: Response, secrets: readonly string[]): void {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return
  if (response.status === 304) return
  // An unread body would keep its connection open.
  response.body?.cancel().catch(() => undefined)
  const target = response.headers.get('location')
  const to = target && URL.canParse(target, address) ? addressOf(new URL(target, address)) : ''
  const where = to && ` to ${withoutSecrets(to, secrets)}`
  throw new TransportError(
    address,
    'REDIRECT',
    `answers with a redirect${where}; use the final address instead`,
    {
      status: response.status,
    },
  )
}

/** One timer, which runs while the network is waited for: to the end of a pause between parts, or of the whole call. */
function startPatience({ timeoutMs = DEFAULT_TIMEOUT_MS, totalMs = timeoutMs }: RequestLimits) {
  const late = new AbortController()
  let why = ''
  let leftMs = totalMs
  let stop = () => {}
  return {
    signal: late.signal,
    reason: () => why,
    wait() {
      const began = performance.now()
      const timer = setTimeout(
        () => {
          const silent = `nothing arrived for ${timeoutMs} ms`
          why =
            leftMs > timeoutMs
              ? `no complete response: ${silent}`
              : `no complete response within ${totalMs} ms`
          late.abort()
        },
        Math.min(timeoutMs, leftMs, LONGEST_TIMER_MS),
      )
      stop = () => {
        clearTimeout(timer)
        leftMs -= performance.now() - began
        stop = () => {}
      }
    },
    stop: () => stop(),
  }
}

type Patience = ReturnType<typeof startPatience>

async function* partsOf(
  address: string,
  response: Response,
  maxBytes: number,
  { patience, failed }: { patience: Patience; failed: (cause: unknown) => never },
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new TransportError(address, 'TOO_LARGE', `the body is larger than ${maxBytes} bytes`, {
      status: response.status,
    })
  if (!response.body) return
  const reader = response.body.getReader()
  try {
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
    let bytes = 0
    for (;;) {
      patience.wait()
      const { done, value } = await reader.read().catch(failed)
      patience.stop()
      if (done) return
      bytes += value.byteLength
      if (bytes > maxBytes) throw tooLarge()
      yield value
    }
  } finally {
    // An unread body would keep its connection open.
    await reader.cancel().catch(() => undefined)
  }
}

/** A whole body as text. */
async function textOf(body: AsyncIterable<Uint8Array>, decoder: TextDecoder): Promise<string> {
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

/** What is wrong and what to do, with the address as its subject. */
export function whyUnreached(error: unknown, url: URL): string {
  const fault = connectionFault(error, url)
  return fault ? connectionText(fault) : `cannot be reached (${reason(error)}); ${TO_CHECK}`
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
