/** How the copy stands, as a value. */
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../shared/clock.ts'
import type { Run } from './reports.ts'
import { openSqliteStore } from './store/sqlite.ts'
import type { AgentStore, StreamCounts, StreamState } from './store/store.ts'
import type { Stream } from './stream.ts'
import { type Breaker, breakerOf } from './sync/retry.ts'

/** Instants are ISO 8601 in UTC. */
export interface StreamStatus extends Stream {
  /** Every event up to here has been answered for; absent before the first sync. */
  cursor?: string
  lastSuccess?: string
  /** How far the copy is behind now, milliseconds. */
  lagMs?: number
  /** The last cycle that failed, even when later ones succeeded. */
  lastError?: { at: string; code: string; message: string }
  /** Failed cycles since the last success; 0 when all is well. */
  failuresInARow: number
  entries: number
  /** Tombstones, those of entries never seen included. */
  deleted: number
  /** Entries that do not fit the contract. */
  quarantined: number
  breaker: Breaker
  /** The last cycle, done or failed. */
  lastRun?: Run
  /** Service's clock ahead of this machine's, milliseconds; absent when its replies are not dated. */
  skewMs?: number
  lastDurationMs?: number
}

export interface Status {
  /** Where the news comes from: the service's address, or the store's file when no agent was asked. */
  source: string
  streams: StreamStatus[]
  lease: LeaseStatus
}

/** Which agent writes the store. */
export interface LeaseStatus {
  /** Its name for itself; absent when none does. */
  holder?: string
  /** Goes up with each holder. */
  token: number
  /** Whether it is the agent asked. */
  ours: boolean
}

export interface StatusParts {
  source: string
  streams: readonly Stream[]
  clock: Clock
  /** Of the agent asked, when it writes. */
  token?: number | undefined
}

export async function readStatus(
  store: AgentStore,
  { source, streams, clock, token }: StatusParts,
): Promise<Status> {
  const now = clock.now()
  const lease = await store.lease()
  const statuses = streams.map(async stream => {
    const run = await store.lastCycle(stream)
    const status = streamStatus(stream, await store.state(stream), await store.count(stream), now)
    return { ...status, ...(run && { lastRun: run }) }
  })
  return {
    source,
    streams: await Promise.all(statuses),
    lease: {
      ...(lease.holder !== undefined && { holder: lease.holder }),
      token: lease.token,
      ours: lease.holder !== undefined && lease.token === token,
    },
  }
}

/**
 * How every stream of a store stands; the agent that writes it may be running.
 *
 * @param path of a store that is there
 * @throws {StoreError} the file cannot be read, or is something else
 */
export async function readStoreStatus(path: string, clock: Clock): Promise<Status> {
  const store = openSqliteStore(path)
  try {
    return await readStatus(store, { source: path, streams: await store.streams(), clock })
  } finally {
    await store.close()
  }
}

function streamStatus(
  stream: Stream,
  state: StreamState,
  counts: StreamCounts,
  now: Temporal.Instant,
): StreamStatus {
  const { cursor, lastSuccessAt, lastFailure, failuresInARow, skewMs } = state
  return {
    ...stream,
    ...(cursor && { cursor: cursor.at.toString(), lastDurationMs: cursor.cycleMs }),
    ...(cursor && { lagMs: now.since(cursor.at).total('milliseconds') }),
    ...(lastSuccessAt && { lastSuccess: lastSuccessAt.toString() }),
    ...(lastFailure && { lastError: { ...lastFailure, at: lastFailure.at.toString() } }),
    failuresInARow,
    entries: counts.entries,
    deleted: counts.tombstones,
    quarantined: counts.quarantined,
    breaker: breakerOf(state, now),
    ...(skewMs !== undefined && { skewMs }),
  }
}
