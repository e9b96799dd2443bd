/**
 * A service that moved: the new address must have the newest entries of the store. Then the store remembers it, and cursor,
 * `seq`, webhooks and followers go on.
 */

import { setTimeout } from 'node:timers/promises'
import { createContentClient } from '../../shared/client/content.ts'
import type { Clock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { fetchAsAgent } from '../fetch-as-agent.ts'
import { serviceAddress } from '../service-address.ts'
import { readLease } from '../store/fence.ts'
import { openStore } from '../store/open.ts'
import { listNews } from '../store/reading.ts'
import { noteMoved, serviceSource } from '../store/service-source.ts'
import type { AgentStore } from '../store/store.ts'
import { listStreams, readState } from '../store/stream-rows.ts'
import type { StoredEntry } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import { contentHash } from '../sync/received-entries.ts'
import { isRequestable, requestEntries } from '../sync/request-news.ts'

export interface MoveOptions {
  /** The agent's store. */
  db: string
  /** The new address, with its first segment. */
  serviceUrl: string | URL
  /** The school's zone. Default `Asia/Hong_Kong`. */
  zone?: string | undefined
  timeoutMs?: number | undefined
  totalMs?: number | undefined
  maxBytes?: number | undefined
  clock: Clock
  fetch?: typeof fetch | undefined
}

export interface MoveReport {
  from: string
  to: string
  streams: ComparedStream[]
  /** The agent that writes the store now, with the old address until it is started again. */
  holder?: string
}

export interface ComparedStream extends Stream {
  /** Newest stored entries that were asked for. */
  compared: number
  /** Of these, those that are the same at the new address, or deleted there. */
  same: number
}

/** The store still has the old address. */
export class MoveError extends Error {
  override name = 'MoveError'
  readonly code: 'SERVICE_DIFFERS' | 'NOTHING_COPIED'

  constructor(code: MoveError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Of each stream. */
const COMPARED_ENTRIES = 20
const NAMED_DIFFERENCES = 3

/**
 * @throws {MoveError} the new address is another school's, or nothing was copied yet
 * @throws {ClientError} the new address does not answer a stream of the store
 * @throws {StoreError} the store cannot be used
 */
export async function moveService(options: MoveOptions, signal: AbortSignal): Promise<MoveReport> {
  const store = await openStore(options.db, { mustExist: true })
  try {
    const from = (await serviceSource(store.reading)).url
    const to = serviceAddress(options.serviceUrl)
    if (from === undefined) throw nothingCopied(options.db)
    const compared: Comparison[] = []
    for (const stream of await listStreams(store)) {
      const { lastSuccessAt } = await readState(store.reading, stream)
      if (lastSuccessAt) compared.push(await compare(stream, store, partsOf(options, to), signal))
    }
    refuseOther(compared, { from, to })
    signal.throwIfAborted()
    await noteMoved(store, to)
    const { holder } = await readLease(store.reading)
    return {
      ...{ from, to },
      streams: compared.map(({ differences: _, ...stream }) => stream),
      ...(holder !== undefined && { holder }),
    }
  } finally {
    await store.close()
  }
}

const nothingCopied = (db: string) =>
  new MoveError('NOTHING_COPIED', `${db} has no news yet: start the agent with the address that you want`)

type RequestParts = Parameters<typeof requestEntries>[3]

function partsOf(
  { zone = 'Asia/Hong_Kong', clock, ...limits }: MoveOptions,
  serviceUrl: string,
): RequestParts {
  const { timeoutMs, totalMs, maxBytes, fetch = fetchAsAgent } = limits
  return {
    ...{ zone, clock, serviceUrl },
    content: createContentClient({
      ...{ serviceUrl, zone },
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(totalMs !== undefined && { totalMs }),
      ...(maxBytes !== undefined && { maxBytes }),
      fetch,
    }),
    random: Math.random,
    wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  }
}

interface Comparison extends ComparedStream {
  differences: string[]
}

async function compare(
  stream: Stream,
  store: AgentStore,
  parts: RequestParts,
  signal: AbortSignal,
): Promise<Comparison> {
  const { entries } = await listNews(store, { ...stream, limit: COMPARED_ENTRIES })
  const asked = entries.filter(({ newsId }) => isRequestable(newsId, parts.serviceUrl))
  const came = new Map<string, unknown>()
  const take = async (raw: readonly unknown[]) => {
    for (const element of raw) came.set(String(fieldOf(element, 'newsId')), element)
  }
  // Also without entries: the service must know the site and the language.
  const ids = asked.length > 0 ? asked.map(({ newsId }) => newsId) : ['0']
  const { deleted } = await requestEntries(stream, ids, { take }, parts, signal)
  const differences = asked.flatMap(entry =>
    deleted.has(entry.newsId) ? [] : (differenceOf(entry, came.get(entry.newsId)) ?? []),
  )
  return { ...stream, compared: asked.length, same: asked.length - differences.length, differences }
}

/** An edited entry, or one whose files have moved as well, still has its title or its time. */
function differenceOf(
  { newsId, title, newsDateTime, hash }: StoredEntry,
  there: unknown,
): string | undefined {
  if (there === undefined) return `${newsId} "${title}" is not there`
  if (contentHash(there) === hash) return undefined
  const otherTitle = fieldOf(there, 'newsTitle')
  if (otherTitle === title || fieldOf(there, 'newsDateTime') === newsDateTime) return undefined
  return `${newsId} is "${title}" here and "${String(otherTitle).slice(0, 80)}" there`
}

/** Some entries may be edited or gone; of the same school, most of the newest ones are there. */
function refuseOther(compared: readonly Comparison[], { from, to }: { from: string; to: string }): void {
  const other = compared.find(({ compared: all, same }) => 2 * same < all)
  if (!other) return
  const { compared: all, same, differences } = other
  const more = differences.length - NAMED_DIFFERENCES
  const named = [...differences.slice(0, NAMED_DIFFERENCES), ...(more > 0 ? [`and ${more} more`] : [])]
  throw new MoveError(
    'SERVICE_DIFFERS',
    `${to} looks like another school's service: of the newest ${counted(all, 'entry', 'entries')} of ${streamName(other)}, ${same} ${same === 1 ? 'is' : 'are'} the same (${named.join('; ')}); the store keeps ${from}`,
  )
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
