/** Requests quarantined entries again for an operator, due or not. */

import type { QuarantinedId, RunRecord } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { durationSince, noteFailure } from './failure.ts'
import type { SyncParts } from './parts.ts'
import { retry } from './quarantine.ts'
import { receiveEntries } from './received-entries.ts'
import type { RetryReport } from './reports.ts'
import { isRequestable } from './request-entries.ts'

export async function retryQuarantined(
  stream: Stream,
  entries: readonly QuarantinedId[],
  token: number,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<RetryReport[]> {
  const { store, clock, zone, recent, serviceUrl } = parts
  const run: RunRecord = { kind: 'retry', startedAt: clock.now(), durationMs: 0 }
  const reports = (
    outcome: (newsId: string) => Pick<RetryReport, 'outcome' | 'reason'>,
    some = entries,
  ): RetryReport[] => some.map(({ id, newsId }) => ({ ...stream, id, newsId, ...outcome(newsId) }))
  try {
    const received = await receiveEntries(stream, { store, token, signal, zone, recent })
    const requestable = entries.filter(({ newsId }) => isRequestable(newsId, serviceUrl))
    const { deleted, putOff } = await retry(stream, requestable, received, parts, signal)
    signal.throwIfAborted()
    run.durationMs = durationSince(run, clock)
    run.rows = received.rows
    const batch = { ...received.batch(deleted), putOff }
    await store.apply(token, stream, batch, { run, finishedAt: clock.now(), serviceUrl, signal })
    return reports(newsId => {
      if (!isRequestable(newsId, serviceUrl)) return { outcome: 'unaskable' }
      if (deleted.includes(newsId)) return { outcome: 'deleted' }
      const reason = received.invalid.get(newsId)
      if (reason !== undefined) return { outcome: 'unfit', reason }
      return { outcome: putOff.includes(newsId) ? 'absent' : 'published' }
    })
  } catch (error) {
    const { message } = await noteFailure(stream, { token, run }, parts, signal, error)
    return reports(() => ({ outcome: 'failed', reason: message }))
  }
}
