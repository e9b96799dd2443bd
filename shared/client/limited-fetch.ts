/**
 * One call over the network, with limits of size and time. All calls of this project to other servers go through it.
 *
 * Both times count while the network is waited for, not while the caller works on what came: a slow reader is not a silent
 * server. Redirects are not followed: a key or token in a header would be sent to the new address.
 */
import { connectionFault, connectionText } from '../connection-fault.ts'
import { LONGEST_TIMER_MS } from '../longest-timer.ts'
import { ClientError, TransportError } from './errors.ts'
import type { Reply } from './reply.ts'
import { wrongEncoding } from './wrong-encoding.ts'

export interface Limits {
  /**
   * Longest wait for the start of the response, and for each next part of the body. Milliseconds; default 10,000. Like
   * `totalMs`, it counts while the network is waited for, not while the caller works on what came.
   */
  timeoutMs?: number
  /** Longest time for the whole call with its body. Milliseconds; default is `timeoutMs`. */
  totalMs?: number
  /** Largest body, after decompression. Bytes; default 64 MiB. */
  maxBytes?: number
}

export interface Call extends Pick<RequestInit, 'method' | 'credentials' | 'cache'> {
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** What is needed of a `fetch`. Its own errors of the type {@link ClientError} are thrown unchanged. */
export type Fetch = (
  url: string | URL,
  init: Call & Pick<RequestInit, 'redirect' | 'signal'>,
) => Promise<Pick<Response, 'type' | 'status' | 'headers' | 'body'>>

export interface LimitedFetchOptions extends Limits {
  /** Default: the platform's. */
  fetch?: Fetch
  signal?: AbortSignal | undefined
  /** A redirect's target for the message. Default: its origin, because the path may contain a secret. */
  showTarget?: (target: URL) => string
}

/** The remedy where a server cannot be reached, the same in all messages. */
export const TO_CHECK = 'check the address, that the service is running, and any proxy or firewall on the way'

/**
 * @param read reads the response; its own errors are thrown unchanged. When it ends, the connection is closed or free again
 * @throws {TransportError} no complete response: UNREACHABLE, TIMEOUT, ABORTED, TOO_LARGE or REDIRECT
 */
export async function limitedFetch<Result>(
  url: string | URL,
  call: Call,
  {
    timeoutMs = 10_000,
    totalMs = timeoutMs,
    maxBytes = 64 * 1024 * 1024,
    fetch = globalThis.fetch,
    signal,
    showTarget = target => target.origin,
  }: LimitedFetchOptions,
  read: (reply: Reply) => Promise<Result>,
): Promise<Result> {
  const address = addressOf(url)
  const late = new AbortController()
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  let leftMs = totalMs

  async function inTime<Value>(wait: () => Promise<Value>): Promise<Value> {
    const began = performance.now()
    const why = leftMs > timeoutMs ? `: nothing arrived for ${timeoutMs} ms` : ` within ${totalMs} ms`
    const giveUp = () => late.abort(new TransportError(address, 'TIMEOUT', `no complete response${why}`))
    const timer = setTimeout(giveUp, Math.min(timeoutMs, leftMs, LONGEST_TIMER_MS))
    try {
      return await wait()
    } catch (cause) {
      if (signal?.aborted) throw new TransportError(address, 'ABORTED', 'cancelled', { cause })
      late.signal.throwIfAborted()
      if (cause instanceof ClientError) throw cause
      throw (
        wrongEncoding(address, cause) ??
        new TransportError(address, 'UNREACHABLE', whyUnreached(cause, new URL(url)), { cause })
      )
    } finally {
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - began))
    }
  }

  const response = await inTime(() => fetch(url, { ...call, signal: either, redirect: 'manual' }))
  const { status, headers } = response
  const reader = response.body?.getReader()

  const refuseAbove = (bytes: number) => {
    if (bytes <= maxBytes) return
    throw new TransportError(address, 'TOO_LARGE', `the body is larger than ${maxBytes} bytes`, { status })
  }
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (!reader) return
    refuseAbove(Number(headers.get('content-length') ?? 0))
    let bytes = 0
    for (;;) {
      const { done, value } = await inTime(() => reader.read())
      if (done) return
      bytes += value.byteLength
      refuseAbove(bytes)
      yield value
    }
  }

  try {
    if (isRedirect(response)) {
      const target = headers.get('location') ?? ''
      const where =
        target && URL.canParse(target, address) ? ` to ${showTarget(new URL(target, address))}` : ''
      const what = `answers with a redirect${where}; use the final address instead`
      throw new TransportError(address, 'REDIRECT', what, { status })
    }
    return await read({ status, headers, body: parts() })
  } finally {
    // An unread body would keep its connection open.
    reader?.cancel().catch(() => undefined)
  }
}

/** In a browser, a redirect that is not followed has no status. */
const isRedirect = ({ type, status }: Pick<Response, 'type' | 'status'>) =>
  type === 'opaqueredirect' || (status >= 300 && status <= 399 && status !== 304)

/** A URL for messages: without credentials and query, which may be secret. Other text in quotes. */
export function addressOf(url: string | URL): string {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: 'null', pathname: '' }
  return origin === 'null' ? JSON.stringify(`${url}`.slice(0, 80)) : `${origin}${pathname}`
}

/** An error's message without the address, where that is known. */
export function reasonOf(error: unknown, url: string | URL): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(`${addressOf(url)}: `, '')
}

/** What is wrong and what to do, with the address as its subject. */
function whyUnreached(error: unknown, url: URL): string {
  const fault = connectionFault(error, url)
  if (fault) return connectionText(fault)
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return `cannot be reached (${reason}); ${TO_CHECK}`
}
