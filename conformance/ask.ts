/** Sends one request to a service and returns the response unchanged: bytes, status and headers. */
import { TransportError } from '../shared/client/errors.ts'
import { DEEPEST_ANSWER, get, type RequestLimits, secretsIn } from '../shared/client/request.ts'
import { parseJson } from '../shared/text/parse-json.ts'

export interface Question {
  /** Default GET. */
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** Stop reading the body after this many bytes. */
  most?: number
}

export interface Answer {
  status: number
  headers: Headers
  bytes: Uint8Array
  /** The bytes as text if they are UTF-8; a byte order mark is kept. */
  text: string | undefined
  /** The text as JSON, if it is valid JSON. */
  json: unknown
  isJson: boolean
  startedAtMs: number
  elapsedMs: number
  /** Sent with the question; a service may repeat them. */
  secrets: readonly string[]
}

export interface AskParts extends RequestLimits {
  /** Epoch milliseconds. */
  now(): number
  /** Awaited before each request, for services with rate limits. */
  pause(): Promise<unknown>
}

/**
 * A redirect is returned like any other response, and is not followed.
 *
 * @throws {TransportError} no complete response
 */
export async function ask(
  url: URL,
  { method = 'GET', headers = {}, most }: Question,
  { now, pause, fetch = globalThis.fetch, ...limits }: AskParts,
  signal?: AbortSignal,
): Promise<Answer> {
  await pause()
  const startedAtMs = now()
  const started = performance.now()
  const withMethod: typeof fetch = (input, init) => fetch(input, { ...init, method })
  const size = most === undefined ? {} : { maxBytes: Number.POSITIVE_INFINITY }
  const received = await get(
    url,
    headers,
    { ...limits, ...size, fetch: withMethod },
    signal,
    async reply => ({
      status: reply.status,
      headers: reply.headers,
      bytes: await bytesOf(reply.body, most),
    }),
  ).catch(asAnswer)
  const elapsedMs = performance.now() - started
  return { ...received, ...read(received.bytes), startedAtMs, elapsedMs, secrets: secretsIn(headers) }
}

function asAnswer(error: unknown) {
  if (!(error instanceof TransportError) || error.code !== 'REDIRECT') throw error
  return { status: error.status ?? 300, headers: new Headers(), bytes: new Uint8Array() }
}

async function bytesOf(
  body: AsyncIterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.byteLength
    if (length >= most) break
  }
  return Buffer.concat(parts)
}

function read(bytes: Uint8Array): Pick<Answer, 'text' | 'json' | 'isJson'> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    try {
      return { text, json: parseJson(text.replace(/^\ufeff/, ''), DEEPEST_ANSWER), isJson: true }
    } catch {
      return { text, json: undefined, isJson: false }
    }
  } catch {
    return { text: undefined, json: undefined, isJson: false }
  }
}
