/** One question, as often as it takes to get a whole answer: read as it streams in, judged at its end. */
import type { Temporal } from 'temporal-polyfill'
import type { NewsStreamEnd } from '../../shared/client/content.ts'
import type { RunRecord } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { type Arrivals, startArrivals } from './arrivals.ts'
import { skewMs } from './cursor.ts'
import type { SyncParts } from './parts.ts'
import type { Difference } from './reports.ts'
import { withRetries } from './retry.ts'

export interface Question {
  /** `lastSyncTime`. */
  from: string
  /** The lease to write under; undefined: only compare. */
  token: number | undefined
  /** Told how far it came, also when it fails. */
  run: RunRecord
  differences?: Map<string, Difference>
}

export interface Answer {
  /** The `lastSyncTime` that was answered. */
  from: string
  arrivals: Arrivals
  /** When the attempt that succeeded began. */
  startedAt: Temporal.Instant
  end: NewsStreamEnd
}

/** @throws {ClientError} no whole answer with D00000 came, in three attempts; what was staged of it counts for nothing */
export async function askForNews(
  stream: Stream,
  { from, token, run, differences }: Question,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Answer> {
  const { content, store, clock, onSyncProgress } = parts
  run.from = from
  return withRetries(
    async attempt => {
      run.attempts = attempt
      // What an earlier attempt or an interrupted run has left.
      if (token !== undefined) await store.clearStaged(token, stream)
      differences?.clear()
      const startedAt = clock.now()
      const arrivals = await startArrivals(stream, {
        store,
        token,
        signal,
        ...(differences && { differences }),
      })
      const end = await content.streamNews(
        { ...stream, lastSyncTime: from },
        async (raw, { bytes, totalBytes }) => {
          await arrivals.take(raw)
          onSyncProgress({
            stream,
            entries: arrivals.rows,
            bytes,
            elapsedMs: clock.now().since(startedAt).total('milliseconds'),
            ...(totalBytes !== undefined && { totalBytes }),
          })
        },
        signal,
      )
      run.txID = end.txID
      run.rows = end.count
      run.answeredAtMs = end.answeredAtMs
      run.skewMs = skewMs(end, startedAt)
      return { from, arrivals, startedAt, end }
    },
    parts,
    signal,
  )
}
