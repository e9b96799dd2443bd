/**
 * Drops a site and language that is no longer copied. Its entries are deleted through the change log, so followers, webhooks
 * and published folders hear of it like of any deletion. Then the store forgets the stream.
 */

import { hostname } from 'node:os'
import { type Logger, pino } from 'pino'
import type { Clock } from '../../shared/clock.ts'
import { apply } from '../store/apply.ts'
import { readLease } from '../store/fence.ts'
import { listRuns } from '../store/journal.ts'
import { openStore } from '../store/open.ts'
import { storedAfter } from '../store/reading.ts'
import { serviceSource } from '../store/service-source.ts'
import type { AgentStore } from '../store/store.ts'
import { forgetStream, listStreams } from '../store/stream-rows.ts'
import { type Stream, sameStream, streamName } from '../stream.ts'
import { Lease } from '../sync/lease.ts'
import { inWords } from './age.ts'

export interface DropReport extends Stream {
  /** Entries that were deleted. */
  deleted: number
}

/** The store has no such stream, or an agent still copies it. */
export class DropError extends Error {
  override name = 'DropError'
  readonly code: 'STREAM_UNKNOWN' | 'STREAM_COPIED'

  constructor(code: DropError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const LEASE_MS = 15_000
const PAGE = 1_000
/** An agent that has not copied a stream for so long, and for so many of its cycles, does not copy it any more. */
const LONGEST_SILENCE_MS = 30_000
const CYCLES = 1.5
const LONGEST_CYCLE_MS = 24 * 60 * 60_000

/**
 * A running agent waits meanwhile.
 *
 * @param name as in `academy/zh-HK`
 * @throws {DropError}
 * @throws {StoreError} the store cannot be used
 */
export async function dropStream(
  { db, name, clock }: { db: string; name: string; clock: Clock },
  signal: AbortSignal,
): Promise<DropReport> {
  const store = await openStore(db, { mustExist: true })
  const logger = pino({ level: 'silent' })
  const lease = new Lease({ store, holder: `${hostname()}:${process.pid}`, leaseMs: LEASE_MS, logger })
  try {
    const streams = await listStreams(store)
    const stream = streams.find(known => streamName(known) === name)
    if (!stream) {
      const known = streams.map(streamName).join(', ') || 'no stream'
      throw new DropError('STREAM_UNKNOWN', `${name} is not in ${db}, which has ${known}`)
    }
    await refuseCopied(stream, store, clock)
    const token = await lease.acquire({ takeOver: true, signal })
    const deleted = await storedIds(stream, store)
    const at = clock.now()
    const run = { kind: 'reconcile', startedAt: at, durationMs: 0 } as const
    const serviceUrl = (await serviceSource(store.reading)).url ?? ''
    await apply(store, token, stream, { listed: [], deleted }, { run, finishedAt: at, serviceUrl })
    await forgetStream(store, token, stream)
    return { ...stream, deleted: deleted.length }
  } finally {
    await lease.release()
    await store.close()
  }
}

/** An agent would copy all of it anew, and followers would be told of a first sync. */
async function refuseCopied(stream: Stream, store: AgentStore, clock: Clock): Promise<void> {
  const { holder } = await readLease(store.reading)
  const [last, before] = await listRuns(store, { stream, limit: 2 })
  if (holder === undefined || !last) return
  const [lastAt = 0, beforeAt = 0] = [last, before].map(run => run && Date.parse(run.startedAt))
  const agoMs = clock.now().epochMilliseconds - lastAt
  if (agoMs > Math.max(LONGEST_SILENCE_MS, CYCLES * Math.min(lastAt - beforeAt, LONGEST_CYCLE_MS))) return
  throw new DropError(
    'STREAM_COPIED',
    `the agent ${holder} copied ${streamName(stream)} ${inWords(Math.max(agoMs, 0))} ago: stop it first, or start it without this site or language and wait for two of its cycles`,
  )
}

/** Says once at the start of an agent what its store has and it does not copy. */
export async function tellNotCopied(
  store: AgentStore,
  streams: readonly Stream[],
  logger: Logger,
): Promise<void> {
  const others = (await listStreams(store)).filter(
    known => !streams.some(stream => sameStream(stream, known)),
  )
  for (const { siteId, lang } of others) {
    const name = streamName({ siteId, lang })
    logger.warn(
      { siteId, lang },
      `${name} is in the store, but this agent does not copy it, so it gets old: name it with --site and --lang, or remove its news with: schoolbell sync drop ${name}`,
    )
  }
}

async function storedIds(stream: Stream, store: AgentStore): Promise<string[]> {
  const ids: string[] = []
  for (let page = await storedAfter(store, stream, '', PAGE); page.length > 0; ) {
    ids.push(...page.map(({ newsId }) => newsId))
    page = await storedAfter(store, stream, ids.at(-1) ?? '', PAGE)
  }
  return ids
}
