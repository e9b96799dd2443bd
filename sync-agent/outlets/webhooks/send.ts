/** One call of a target, of webhooks and alerts: a POST through guarded-fetch.ts, 15 s at most. Only the status of the response counts. */
import { limitedFetch } from '../../../shared/client/limited-fetch.ts'
import { retryAfter } from '../../../shared/client/reply.ts'
import { createGuardedFetch, type Lookup } from '../guarded-fetch.ts'
import { addressFault } from './address.ts'

export interface Answer {
  status: number
  retryAfterMs: number | undefined
  /** Its beginning, for an operator's test; it may contain the address or a secret. */
  text?: string
}

/** @throws an error with the reason why there is no response */
export type Send = (
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
) => Promise<Answer>

export interface SendParts {
  /** Hosts, `host` or `host:port`, that may be private or without TLS. */
  allowedHosts: readonly string[]
  timeoutMs?: number
  /** Looks up all addresses of a name. Default: the system's. */
  lookup?: Lookup
  /** Whether to read the beginning of the response. Default: no. */
  readsText?: boolean
}

/** Bytes of a response to read. */
const MOST_BYTES = 64 * 1024

export function createSend({ allowedHosts, timeoutMs = 15_000, lookup, readsText }: SendParts): Send {
  const fetch = createGuardedFetch({
    ...{ hosts: 'any', privateHosts: allowedHosts },
    ...(lookup && { lookup }),
  })
  return async (url, { headers: own, body }, signal) => {
    // The host may no longer be allowed.
    const fault = addressFault(url, allowedHosts)
    if (fault) throw new Error(fault)
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'schoolbell-webhooks' },
      ...own,
    }
    const limits = { fetch, signal, timeoutMs, maxBytes: Number.POSITIVE_INFINITY }
    return await limitedFetch(url, { method: 'POST', headers, body }, limits, async answer => {
      const seconds = retryAfter(answer.headers)
      return {
        status: answer.status,
        retryAfterMs: seconds === undefined ? undefined : Math.ceil(seconds * 1000),
        ...(readsText && { text: await firstWords(answer.body) }),
      }
    })
  }
}

/** The status is already known: an interrupted or endless body changes nothing. */
async function firstWords(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= MOST_BYTES) break
    }
  } catch {
    // Too late, or interrupted.
  }
  return Buffer.concat(parts).toString('utf8')
}
