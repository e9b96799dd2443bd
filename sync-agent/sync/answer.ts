/** One call of the news API, with retries. Entries are processed while the response streams in; it counts only when it is complete. */
import type { Temporal } from 'temporal-polyfill'
import type { NewsStreamEnd } from '../../shared/client/content.ts'
import { SUCCESS } from '../../shared/contract/return-code.ts'
import type { RunRecord } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import { skewMs } from './cursor.ts'
import type { SyncParts } from './parts.ts'
import { type ReceivedEntries, receiveEntries } from './received-entries.ts'
import type { Difference } from './reports.ts'
import { withRetries } from './retry.ts'

export interface Question {
  /** `lastSyncTime`. */
  from: string
  /** Token of the lease; undefined: compare only, write nothing. */
  token: number | undefined
  /** Called with the progress, also when the call fails. */
  run: RunRecord
  differences?: Map<string, Difference>
}

export interface Answer {
  /** The `lastSyncTime` of the request. */
  from: string
  received: ReceivedEntries
  /** Start of the successful attempt. */
  startedAt: Temporal.Instant
  end: NewsStreamEnd
}

/** @throws {ClientError} three attempts without a complete response with D00000; nothing of them is applied */
export async function requestNews(
  stream: Stream,
  { from, token, run, differences }: Question,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Answer> {
  const { content, recent, store, clock, zone, onSyncProgress, warnOnce } = parts
  run.from = from
  return withRetries(
    async attempt => {
      run.attempts = attempt
      // Remove entries of an earlier attempt or an interrupted run.
      if (token !== undefined) await store.clearStaged(token, stream)
      differences?.clear()
      const startedAt = clock.now()
      const received = await receiveEntries(stream, {
        store,
        token,
        signal,
        zone,
        recent,
        ...(differences && { differences }),
      })
      const end = await content.streamNews(
        { ...stream, lastSyncTime: from },
        async (raw, { bytes, totalBytes }) => {
          await received.take(raw)
          onSyncProgress({
            stream,
            entries: received.rows,
            bytes,
            elapsedMs: clock.now().since(startedAt).total('milliseconds'),
            ...(totalBytes !== undefined && { totalBytes }),
          })
        },
        signal,
      )
      for (const { path, came, done } of end.remarks)
        warnOnce(
          { ...stream, code: SUCCESS },
          `${streamName(stream)}: ${path} ${came} is ${done}; an entry deleted so stays until the next reconciliation, or until the service sends its identifier`,
        )
      run.txID = end.txID || undefined
      run.rows = end.count
      run.answeredAtMs = end.answeredAtMs
      run.skewMs = skewMs(end, startedAt)
      return { from, received, startedAt, end }
    },
    parts,
    signal,
  )
}
