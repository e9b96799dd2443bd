/** Requests quarantined entries again for an operator, due or not. */

import type { QuarantinedId, RunRecord } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { startArrivals } from './arrivals.ts'
import { isAskable } from './ask-again.ts'
import { durationSince, noteFailure } from './failure.ts'
import type { SyncParts } from './parts.ts'
import { retry } from './quarantine.ts'
import type { RetryReport } from './reports.ts'

export async function retryQuarantined(
  stream: Stream,
  entries: readonly QuarantinedId[],
  token: number,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<RetryReport[]> {
  const { store, clock, serviceUrl } = parts
  const run: RunRecord = { kind: 'retry', startedAt: clock.now(), durationMs: 0 }
  const reports = (
    outcome: (newsId: string) => Pick<RetryReport, 'outcome' | 'reason'>,
    some = entries,
  ): RetryReport[] => some.map(({ id, newsId }) => ({ ...stream, id, newsId, ...outcome(newsId) }))
  try {
    const arrivals = await startArrivals(stream, { store, token, signal })
    const askable = entries.filter(({ newsId }) => isAskable(newsId, serviceUrl))
    const { deleted, putOff } = await retry(stream, askable, arrivals, parts, signal)
    signal.throwIfAborted()
    run.durationMs = durationSince(run, clock)
    run.rows = arrivals.rows
    const batch = { ...arrivals.batch(deleted), putOff }
    await store.apply(token, stream, batch, { run, finishedAt: clock.now(), serviceUrl })
    return reports(newsId => {
      if (!isAskable(newsId, serviceUrl)) return { outcome: 'unaskable' }
      if (deleted.includes(newsId)) return { outcome: 'deleted' }
      const reason = arrivals.unfit.get(newsId)
      if (reason !== undefined) return { outcome: 'unfit', reason }
      return { outcome: putOff.includes(newsId) ? 'absent' : 'published' }
    })
  } catch (error) {
    const { message } = await noteFailure(stream, { token, run }, parts, signal, error)
    return reports(() => ({ outcome: 'failed', reason: message }))
  }
}
