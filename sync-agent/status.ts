/** How the copy stands: one value for programs, one table for people. */
import { openSqliteStore } from './store/sqlite.ts'
import type { AgentStore, StreamCounts, StreamState } from './store/store.ts'
import { type Stream, streamName } from './stream.ts'

/** Instants are ISO 8601 in UTC. */
export interface StreamStatus extends Stream {
  /** Every event up to here has been answered for; absent before the first sync. */
  cursor?: string
  lastSuccess?: string
  /** The last cycle that failed, even when later ones succeeded. */
  lastError?: { at: string; code: string; message: string }
  /** Failed cycles since the last success; 0 when all is well. */
  failuresInARow: number
  entries: number
  /** Tombstones, those of entries never seen included. */
  deleted: number
  /** Service's clock ahead of this machine's, milliseconds; absent when its replies are not dated. */
  skewMs?: number
  lastDurationMs?: number
}

export interface Status {
  /** Where the news comes from: the service's address, or the store's file when no agent was asked. */
  source: string
  streams: StreamStatus[]
}

export async function readStatus(
  store: AgentStore,
  { source, streams }: { source: string; streams: readonly Stream[] },
): Promise<Status> {
  const statuses = streams.map(async stream =>
    streamStatus(stream, await store.state(stream), await store.count(stream)),
  )
  return { source, streams: await Promise.all(statuses) }
}

/**
 * How every stream of a store stands; the agent that writes it may be running.
 *
 * @param path of a store that is there
 * @throws {StoreError} the file cannot be read, or is something else
 */
export async function readStoreStatus(path: string): Promise<Status> {
  const store = openSqliteStore(path)
  try {
    return await readStatus(store, { source: path, streams: await store.streams() })
  } finally {
    await store.close()
  }
}

function streamStatus(stream: Stream, state: StreamState, counts: StreamCounts): StreamStatus {
  const { cursor, lastSuccessAt, lastFailure, failuresInARow, skewMs } = state
  return {
    ...stream,
    ...(cursor && { cursor: cursor.at.toString(), lastDurationMs: cursor.cycleMs }),
    ...(lastSuccessAt && { lastSuccess: lastSuccessAt.toString() }),
    ...(lastFailure && { lastError: { ...lastFailure, at: lastFailure.at.toString() } }),
    failuresInARow,
    entries: counts.entries,
    deleted: counts.tombstones,
    ...(skewMs !== undefined && { skewMs }),
  }
}

const HEADINGS = ['stream', 'state', 'last success', 'cursor', 'entries', 'deleted', 'skew', 'took']

/** A table of all streams, and below it a line for each that fails. No line end behind the last. */
export function formatStatus({ source, streams }: Status): string {
  const rows = streams.map(stream => [
    streamName(stream),
    stateOf(stream),
    seconds(stream.lastSuccess),
    seconds(stream.cursor),
    `${stream.entries}`,
    `${stream.deleted}`,
    stream.skewMs === undefined ? '-' : `${Math.round(stream.skewMs / 1000)} s`,
    stream.lastDurationMs === undefined ? '-' : `${Math.round(stream.lastDurationMs)} ms`,
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  const failing = streams.flatMap(stream =>
    stream.failuresInARow > 0 && stream.lastError
      ? [`${streamName(stream)}: ${seconds(stream.lastError.at)} ${stream.lastError.message}`]
      : [],
  )
  return [`news from ${source}`, line(HEADINGS), ...rows.map(line), ...failing]
    .map(text => text.trimEnd())
    .join('\n')
}

function stateOf({ failuresInARow, lastSuccess }: StreamStatus): string {
  if (failuresInARow > 0) return `failing (${failuresInARow})`
  return lastSuccess ? 'well' : 'never run'
}

const seconds = (instant: string | undefined) => instant?.replace(/\.\d+Z$/, 'Z') ?? 'never'
