/** Follows a sync agent's change log, so that a host's own database holds the same news, without deleted entries. */
import type { Language, SiteId } from '../contract/site.ts'
import type { ReceivedAttachment } from './attachments.ts'
import { ContractError, TransportError } from './errors.ts'
import { refuseNoAddress } from './given.ts'
import { addressOf } from './limited-fetch.ts'
import { isPassing, type Pause, spreadWaitAfter, timer } from './patience.ts'
import { isSuccess, statusError } from './reply.ts'
import { type Answer, endpoint, getJson, type RequestLimits } from './request.ts'

/** An entry as a sync agent publishes it. */
export interface PublishedEntry {
  newsId: string
  siteId: SiteId
  lang: Language
  /** Plain text. */
  title: string
  /** Sanitised. */
  html: string
  /** `YYYY-MM-DD`. */
  date: string
  /** ISO 8601 with the offset of the school's zone. */
  publishedAt: string
  coverUrl?: string
  thumbnailUrl?: string
  attachments: ReceivedAttachment[]
  seq: number
}

/** The latest change of one entry. */
export type PublishedChange =
  | { seq: number; kind: 'upsert'; entry: PublishedEntry }
  | {
      seq: number
      kind: 'deletion'
      siteId: SiteId
      lang: Language
      newsId: string
      /** ISO 8601 in UTC. */
      deletedAt: string
    }

/** Write it in one transaction with `next`. */
export interface ChangeBatch {
  /** The agent has a new store: delete every entry first, then apply these changes. */
  startsOver: boolean
  /** Oldest first. Empty when only the position has moved, past news of another site or language. */
  changes: PublishedChange[]
  /** The position after them; pass it as `after` at the next start. */
  next: string
}

export interface FollowOptions extends Pick<RequestLimits, 'fetch' | 'maxBytes'> {
  /** The agent's URL, as in `http://127.0.0.1:4020`, including the path under which it is mounted. */
  url: string | URL
  /** Where to begin: `next` of a batch. Default: at the beginning. */
  after?: string | undefined
  siteId?: SiteId | undefined
  lang?: Language | undefined
  /** Most changes in a batch. Default 100. */
  limit?: number | undefined
  /** How long the agent may wait for a change before it answers. Seconds up to 30, default 25. */
  waitSeconds?: number | undefined
  /** Ends the following. */
  signal?: AbortSignal | undefined
  /** Waits before the next attempt. Default: a timer. */
  pause?: Pause | undefined
  /** A number from 0 to 1, as `Math.random`, which is the default. Spreads the followers of an agent that comes back. */
  random?: (() => number) | undefined
}

/**
 * Yields every change after a position, then new changes as they come, until the signal ends it.
 *
 * When the agent is down, it is called again: after the time in `Retry-After`, or after one second, then with longer waits
 * of up to half a minute.
 *
 * @throws {TransportError} the agent refuses the call
 * @throws {ContractError} the response does not come from a sync agent
 *
 * @example
 * for await (const { startsOver, changes, next } of followChanges({ url, after: saved })) {
 *   // In one transaction: delete all entries if startsOver is true, write the changes, save `next`.
 * }
 */
export async function* followChanges(options: FollowOptions): AsyncGenerator<ChangeBatch, void, void> {
  const { signal, after = '0', pause = timer, random = Math.random } = options
  refuseNoAddress('url', options.url)
  let place = after
  let startsOver = false
  let failures = 0
  while (!signal?.aborted) {
    const answer = await ask(place, options).catch(error => {
      if (signal?.aborted) return undefined
      if (isPassing(error)) return error
      throw error
    })
    if (answer === undefined) return
    if (answer instanceof TransportError) {
      const waitMs = spreadWaitAfter(answer, failures, random)
      failures += 1
      await pause(waitMs, signal).catch(() => undefined)
      continue
    }
    failures = 0
    if (answer === 'other history') {
      place = '0'
      startsOver = true
      continue
    }
    const { changes, next } = answer
    if (startsOver || next !== place) yield { startsOver, changes, next }
    place = next
    startsOver = false
  }
}

/** Time for the network, added to the agent's waiting time. */
const NETWORK_MS = 10_000

async function ask(place: string, options: FollowOptions) {
  const { siteId, lang, limit = 100, waitSeconds = 25, signal } = options
  const url = endpoint(options.url, 'v1', 'changes')
  url.search = new URLSearchParams({
    after: place,
    limit: `${limit}`,
    wait: `${waitSeconds}`,
    ...(siteId && { siteId }),
    ...(lang && { lang }),
  }).toString()
  const limits = { ...options, timeoutMs: waitSeconds * 1_000 + NETWORK_MS }
  const answer = await getJson(url, {}, limits, signal)
  // From position 0 there is nothing to start over.
  if (answer.status === 410 && place !== '0') return 'other history'
  if (!isSuccess(answer.status)) throw statusError(addressOf(url), answer)
  return page(addressOf(url), answer)
}

function page(address: string, { json }: Answer): Pick<ChangeBatch, 'changes' | 'next'> {
  const { changes, next } = (json ?? {}) as { changes?: unknown; next?: unknown }
  if (Array.isArray(changes) && typeof next === 'string') return { changes, next }
  throw new ContractError(address, '', 'is not a page of changes of a sync agent')
}
