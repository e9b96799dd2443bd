/** One call of a target: a POST under the guard, 15 s at most, whose answer matters by its head alone. */
import { retryAfter } from '../../../shared/client/request.ts'
import { createGuardedFetch, type Lookup } from '../guarded-fetch.ts'
import { addressFault } from './address.ts'
import type { Signed } from './signature.ts'

export interface Answer {
  status: number
  retryAfterMs: number | undefined
  /** Its first words, for an operator who asked for them; they may repeat the address, or a secret. */
  text?: string
}

/** @throws an error that says why there is no answer */
export type Send = (
  url: string,
  message: { signed: Signed; body: string },
  signal: AbortSignal,
) => Promise<Answer>

export interface SendParts {
  /** Hosts, `host` or `host:port`, that may be called although their address is private, and without TLS. */
  allowedHosts: readonly string[]
  timeoutMs?: number
  /** All addresses of a name. Default: the system's. */
  lookup?: Lookup
  /** Whether the answer's first words are waited for. Default: they are not read. */
  readsText?: boolean
}

/** More of an answer is left unread. */
const MOST_BYTES = 64 * 1024

export function createSend({ allowedHosts, timeoutMs = 15_000, lookup, readsText }: SendParts): Send {
  const guarded = createGuardedFetch({ hosts: 'any', privateHosts: allowedHosts, ...(lookup && { lookup }) })
  return async (url, { signed, body }, signal) => {
    // A host may be allowed no longer since the target was added.
    const fault = addressFault(url, allowedHosts)
    if (fault) throw new Error(fault)
    const headers = {
      ...signed,
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
      'user-agent': 'schoolbell-webhooks',
    }
    const limits = { timeoutMs, totalMs: timeoutMs, maxBytes: Number.POSITIVE_INFINITY, signal }
    const answer = await guarded(url, { method: 'POST', headers, body, ...limits })
    const seconds = retryAfter(answer.headers)
    const head = {
      status: answer.status,
      retryAfterMs: seconds === undefined ? undefined : Math.ceil(seconds * 1000),
    }
    if (readsText) return { ...head, text: await firstWords(answer.body) }
    answer.discard()
    return head
  }
}

/** The verdict has come with the head: a body that breaks off or never ends changes nothing. */
async function firstWords(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= MOST_BYTES) break
    }
  } catch {
    // Too late, or cut off.
  }
  return Buffer.concat(parts).toString('utf8')
}
