/** Follows a sync agent's change log, so that a host's own database holds the same news, deletions included. */
import type { Attachment } from '../contract/news.ts'
import type { Language, SiteId } from '../contract/site.ts'
import { ContractError, TransportError } from './errors.ts'
import { isPassing, type Pause, spreadWaitAfter, timer } from './patience.ts'
import {
  type Answer,
  addressOf,
  endpoint,
  getJson,
  isSuccess,
  type RequestLimits,
  statusError,
} from './request.ts'

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
  attachments: Attachment[]
  seq: number
}

/** The last change of one entry. */
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

/** To be written in one transaction with `next`. */
export interface ChangeBatch {
  /** The agent's store is another than before: forget every entry first, these begin it anew. */
  startsOver: boolean
  /** Oldest first; empty when only the place has moved, past news that was not asked for. */
  changes: PublishedChange[]
  /** The place behind them, to be given as `after` at the next start. */
  next: string
}

export interface FollowOptions extends Pick<RequestLimits, 'fetch' | 'maxBytes'> {
  /** The agent's address, as in `http://127.0.0.1:4020`, with the path that it is mounted under. */
  url: string | URL
  /** Where to begin: a batch's `next`. Default: everything there is. */
  after?: string | undefined
  siteId?: SiteId | undefined
  lang?: Language | undefined
  /** Changes in a batch, at most. Default 100. */
  limit?: number | undefined
  /** How long the agent may hold an answer back until there is a change. Seconds up to 30, the default is 25. */
  waitSeconds?: number | undefined
  /** Ends the following. */
  signal?: AbortSignal | undefined
  /** Waits before it asks again. Default: a timer. */
  pause?: Pause | undefined
  /** From 0 up to 1, as `Math.random`, which is the default: spreads the followers of an agent that comes back. */
  random?: (() => number) | undefined
}

/**
 * Every change behind a place, and from then on each as it comes, until the signal ends it.
 *
 * An agent that is down is asked again, first after a second, then ever more slowly, up to half a minute; one that says in
 * `Retry-After` for how long it wants to be left alone, no sooner than that.
 *
 * @throws {TransportError} the agent refuses the question
 * @throws {ContractError} something else than an agent answers
 *
 * @example
 * for await (const { startsOver, changes, next } of followChanges({ url, after: saved })) {
 *   // In one transaction: forget all when it starts over, write the changes, save `next`.
 * }
 */
export async function* followChanges(options: FollowOptions): AsyncGenerator<ChangeBatch, void, void> {
  const { signal, after = '0', pause = timer, random = Math.random } = options
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

/** Beyond the agent's own patience: the network's. */
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
  // Only from 0 there is nothing to start over.
  if (answer.status === 410 && place !== '0') return 'other history'
  if (!isSuccess(answer.status)) throw statusError(addressOf(url), answer)
  return page(addressOf(url), answer)
}

function page(address: string, { json }: Answer): Pick<ChangeBatch, 'changes' | 'next'> {
  const { changes, next } = (json ?? {}) as { changes?: unknown; next?: unknown }
  if (Array.isArray(changes) && typeof next === 'string') return { changes, next }
  throw new ContractError(address, '', 'is no page of changes, as a sync agent gives')
}
