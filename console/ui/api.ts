/** Calls to the console's API: with a limit of time and size, and refusals as errors that a page can show. */
import { keyHeader } from './session-key.ts'

export interface FieldError {
  /** JSON pointer into what was sent, as in `/texts/en-US/msgTitle`. */
  path: string
  reason: string
}

/** The API refused, or could not be reached (status 0). */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly FieldError[]
  /** The whole answer: some refusals carry more, as a conflict carries the newer record. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const { title, detail, errors } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<ApiProblem>
    super(`${status} ${title ?? ''} ${detail ?? ''}`.trim())
    this.status = status
    this.title = title ?? ''
    this.detail = detail
    this.errors = Array.isArray(errors) ? errors : []
    this.body = body
  }

  /** The service could not be reached at all: what was typed may be sent again later. */
  get isOffline(): boolean {
    return this.status === 0
  }
}

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

export interface Api {
  get<T>(path: string, options?: CallOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, options?: CallOptions): Promise<T>
}

/** Called after every call, for the shell. */
export interface ApiWatch {
  /** The session is over: what this gives ends when somebody has signed in again. Undefined when there never was one. */
  signedOut(): Promise<void> | undefined
  reached(isReached: boolean): void
}

export const API_BASE = '/console/api'
const TIMEOUT_MS = 15_000
const MOST_BYTES = 20_000_000

export function createApi(watch: ApiWatch): Api {
  async function call<T>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<T> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
    let response: Response
    let text: string
    try {
      response = await fetch(API_BASE + path, {
        method,
        signal: options.signal ? firstOf(options.signal, timeout) : timeout,
        headers: { ...keyHeader(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      text = await limitedText(response)
    } catch (error) {
      // A page that went away has no need of an answer; that says nothing of the service.
      if (options.signal?.aborted) throw error
      watch.reached(false)
      throw new ApiProblem(0, {})
    }
    watch.reached(true)
    if (response.status === 401 && !path.startsWith('/sign-')) {
      const signedIn = watch.signedOut()
      if (signedIn) {
        await unlessAborted(signedIn, options.signal)
        return call(method, path, body, options)
      }
    }
    if (!response.ok) throw new ApiProblem(response.status, parsed(text))
    return parsed(text) as T
  }
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}

/** As `AbortSignal.any`, which the oldest of our browsers lack. */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { signal: first.signal })
  }
  return first.signal
}

function unlessAborted(awaited: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    void awaited.then(resolve)
  })
}

async function limitedText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: string[] = []
  let bytes = 0
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks.join('') + decoder.decode()
    bytes += value.length
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      throw new Error('the answer is larger than any of ours')
    }
    chunks.push(decoder.decode(value, { stream: true }))
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
