/** One question to an agent or a folder of files: it ends in time, stays within bounds, and can be cancelled. */

export type NewsErrorCode = 'UNREACHABLE' | 'TIMED_OUT' | 'TOO_LARGE' | 'STATUS' | 'NO_NEWS'

/** Why news could not be had. */
export class NewsError extends Error {
  override name = 'NewsError'
  readonly code: NewsErrorCode
  /** With `STATUS`: what the server answered. */
  readonly status: number | undefined

  constructor(code: NewsErrorCode, what: string, status?: number) {
    super(what)
    this.code = code
    this.status = status
  }
}

/** How long a visitor's page waits for an answer, in ms. */
const PATIENCE = 8000
/** Bytes; a hundred long entries have far less. */
const MOST = 8 * 1024 * 1024

/**
 * @param fresh asks whoever keeps copies whether theirs are current; one that is costs no more than its headers
 * @throws {NewsError} and whatever the signal was aborted with
 */
export async function getJson(url: string, signal: AbortSignal, fresh = false): Promise<unknown> {
  const call = new AbortController()
  const cancel = () => call.abort()
  const timer = setTimeout(cancel, PATIENCE)
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    const response = await fetch(url, {
      credentials: 'omit',
      signal: call.signal,
      ...(fresh && { cache: 'no-cache' }),
    })
    if (!response.ok) throw new NewsError('STATUS', `${url}: HTTP ${response.status}`, response.status)
    return parsed(await textOf(response, url), url)
  } catch (error) {
    signal.throwIfAborted()
    if (call.signal.aborted) throw new NewsError('TIMED_OUT', `${url}: no answer within ${PATIENCE} ms`)
    throw error instanceof NewsError ? error : new NewsError('UNREACHABLE', `${url}: ${error}`)
  } finally {
    // What is still on its way after a refusal is not waited for.
    cancel()
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

async function textOf({ body }: Response, url: string): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return text + decoder.decode()
    bytes += value.length
    if (bytes > MOST) throw new NewsError('TOO_LARGE', `${url}: more than ${MOST} bytes`)
    text += decoder.decode(value, { stream: true })
  }
}

function parsed(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NewsError('NO_NEWS', `${url}: is no JSON`)
  }
}
