/** Calls as a visitor's browser makes them: redirects are followed, a few times, and told. */
import { limitedFetch, reasonOf } from '../../../shared/client/limited-fetch.ts'
import { decoderOf } from '../../../shared/client/reply.ts'
import { readText } from '../../../shared/client/request.ts'
import { codeOf } from '../../../shared/error-code.ts'

export interface Answer {
  /** Where it came from in the end. */
  url: URL
  isRedirected: boolean
  status: number
  headers: Headers
  text: string
}

/** @returns a function that throws only when the signal is aborted; a fault is one sentence */
export type AskPage = (url: URL, headers?: Record<string, string>) => Promise<Answer | { fault: string }>

const MOST_REDIRECTS = 5
const MAX_BYTES = 8 * 1024 * 1024
const CIRCLE = `redirects ${MOST_REDIRECTS} times and goes on; give the address at its end, or correct the redirects`
const TOO_LARGE = 'is larger than 8 MB, more than the doctor reads; make it smaller, or give another page'

export function pageCaller(
  { timeoutMs, fetch }: { timeoutMs: number; fetch: typeof globalThis.fetch },
  signal: AbortSignal | undefined,
): AskPage {
  return async (asked, headers = {}) => {
    let url = asked
    let redirects = 0
    const following: typeof globalThis.fetch = async (_input, init) => {
      for (;;) {
        const response = await fetch(url, init)
        const target = redirectTarget(response, url)
        if (!target || redirects === MOST_REDIRECTS) return response
        await response.body?.cancel()
        url = target
        redirects += 1
      }
    }
    try {
      const limits = { timeoutMs, maxBytes: MAX_BYTES, fetch: following, signal }
      return await limitedFetch(asked, { headers }, limits, async ({ status, headers, body }) => ({
        ...{ url, isRedirected: redirects > 0, status, headers },
        text: await readText(body, decoderOf(url.href, { status, headers })),
      }))
    } catch (error) {
      signal?.throwIfAborted()
      if (redirects === MOST_REDIRECTS) return { fault: CIRCLE }
      return { fault: codeOf(error) === 'TOO_LARGE' ? TOO_LARGE : reasonOf(error, asked) }
    }
  }
}

function redirectTarget({ status, headers }: Response, url: URL): URL | undefined {
  const target = [301, 302, 303, 307, 308].includes(status)
    ? URL.parse(headers.get('location') ?? '', url)
    : null
  return target && /^https?:$/.test(target.protocol) ? target : undefined
}

/** @returns undefined: it is no JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
