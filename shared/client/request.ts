/** One GET, bounded in time and size, to a JSON value: the ground under the three clients. */
import { ContractError, TransportError } from './errors.ts'

export interface RequestLimits {
  /** Whole call, body included. Milliseconds; default 10,000. */
  timeoutMs?: number
  /** Largest body read, after decompression. Bytes; default 64 MiB. */
  maxBytes?: number
  /** For tests and hosts with their own; default the platform's `fetch`. */
  fetch?: typeof fetch
}

export interface Answer {
  status: number
  headers: Headers
  /** The parsed body. */
  json: unknown
  /** From the request's start to the body's end, milliseconds. */
  elapsedMs: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
const LONGEST_TIMER_MS = 2_147_483_647

/**
 * GET a URL and parse the body as JSON, whatever the HTTP status.
 *
 * Redirects are not followed: a key or a token in a header would go along to whoever the answer names.
 *
 * @throws {TransportError} no whole answer came back
 * @throws {ContractError} the body is not JSON
 */
export async function getJson(
  url: URL,
  headers: Record<string, string>,
  limits: RequestLimits,
  signal?: AbortSignal,
): Promise<Answer> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, fetch = globalThis.fetch } = limits
  const address = addressOf(url)
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS))
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  const started = performance.now()
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      signal: either,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    })
    refuseRedirect(address, response)
    const text = await readText(address, response, maxBytes)
    const elapsedMs = performance.now() - started
    return {
      status: response.status,
      headers: response.headers,
      json: parse(address, response, text),
      elapsedMs,
    }
  } catch (error) {
    if (error instanceof TransportError || error instanceof ContractError) throw error
    if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause: error })
    if (timeout.aborted) {
      throw new TransportError(address, 'TIMEOUT', `no whole answer within ${timeoutMs} ms`, { cause: error })
    }
    throw new TransportError(address, 'UNREACHABLE', `cannot be reached (${reason(error)})`, { cause: error })
  }
}

/** Checks and joins a base address and a path, as in `http://127.0.0.1:4010/cms` and `api/v1/news/check`. */
export function endpoint(baseUrl: string | URL, ...segments: string[]): URL {
  const base = new URL(baseUrl)
  const dots = segments.find(segment => segment === '.' || segment === '..')
  if (dots) throw new RangeError(`"${dots}" cannot be a part of an address`)
  const path = segments.map(encodeURIComponent).join('/')
  const url = new URL(base.origin)
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`
  return url
}

/** A URL as it may stand in a message: no credentials, no query. */
export function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`
}

function refuseRedirect(address: string, response: Response): void {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return
  if (response.status === 304) return
  const target = response.headers.get('location')
  const where = target && URL.canParse(target, address) ? ` to ${addressOf(new URL(target, address))}` : ''
  throw new TransportError(
    address,
    'REDIRECT',
    `answers with a redirect${where}; configure the final address`,
    {
      status: response.status,
    },
  )
}

async function readText(address: string, response: Response, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new TransportError(address, 'TOO_LARGE', `the body is larger than ${maxBytes} bytes`, {
      status: response.status,
    })
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parse(address: string, response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!response.ok) throw statusError(address, response)
    const type = response.headers.get('content-type') ?? 'no content type'
    const start = JSON.stringify(text.trimStart().slice(0, 24))
    throw new ContractError(address, '', `the body is not JSON (${type}, begins ${start})`, { cause: error })
  }
}

/** The error for an HTTP status that is no success. */
export function statusError(
  address: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  detail = '',
) {
  const message = `answers HTTP ${status}${detail ? `: ${detail}` : ''}`
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new TransportError(address, 'STATUS', message, {
    status,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  })
}

/** What a refusal says of itself, when it is problem details (RFC 9457) or the like. */
export function detailOf(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  for (const name of ['detail', 'title', 'message'] as const) {
    const text: unknown = Reflect.get(json, name)
    if (typeof text === 'string') return text.slice(0, 200)
  }
  return ''
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof AggregateError && cause.errors.length > 0) return reason(cause.errors[0])
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
