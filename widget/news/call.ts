/** One call to an agent or a folder of files, with a time limit and a size limit. It can be cancelled. */

export type NewsErrorCode = 'UNREACHABLE' | 'TIMED_OUT' | 'TOO_LARGE' | 'STATUS' | 'NO_NEWS'

/** Why news could not be loaded. */
export class NewsError extends Error {
  override name = 'NewsError'
  readonly code: NewsErrorCode
  /** With `STATUS`: the HTTP status. */
  readonly status: number | undefined

  constructor(code: NewsErrorCode, what: string, status?: number) {
    super(what)
    this.code = code
    this.status = status
  }
}

/** How long a visitor's page waits for a response, in ms. */
const PATIENCE = 8000
/** Bytes. A hundred long entries have far fewer. */
const MOST = 8 * 1024 * 1024

/**
 * @param fresh has caches revalidate their copy; a current one costs only headers
 * @throws {NewsError} or the signal's reason
 */
export async function getJson(url: string, signal: AbortSignal, fresh = false): Promise<unknown> {
  const call = new AbortController()
  const cancel = () => call.abort()
  const timer = setTimeout(cancel, PATIENCE)
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    const response = await fetch(url, {
      // A page behind a password has its news there as well. To other hosts nothing is sent.
      credentials: 'same-origin',
      signal: call.signal,
      ...(fresh && { cache: 'no-cache' }),
    })
    if (!response.ok) throw new NewsError('STATUS', `${url}: HTTP ${response.status}`, response.status)
    return parsed(await limitedText(response, url), url)
  } catch (error) {
    signal.throwIfAborted()
    if (call.signal.aborted) throw new NewsError('TIMED_OUT', `${url}: no answer within ${PATIENCE} ms`)
    throw error instanceof NewsError ? error : new NewsError('UNREACHABLE', `${url}: ${error}`)
  } finally {
    // The rest of a refused response is not loaded.
    cancel()
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

async function limitedText({ body }: Response, url: string): Promise<string> {
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
