/**
 * Quarantine: an entry that cannot be published does not stop the others. It is stored as received, its last
 * good version stays published, and it is requested again by its identifier, first after a minute, later every hour.
 */
import { isPaused } from '../pause.ts'
import { LONGEST_RETRY_MS } from '../store/quarantine-rows.ts'
import type { QuarantinedId } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { failureCode, messageOf } from './failure.ts'
import type { SyncParts } from './parts.ts'
import type { ReceivedEntries } from './received-entries.ts'
import { isRequestable, requestEntries } from './request-entries.ts'

/** Most entries requested in one cycle. */
const MOST = 500

export interface Retried {
  deleted: string[]
  /** Still invalid, or not in the response. */
  putOff: string[]
}

/** Requests due entries of which this cycle's answer said nothing. A failed call does not fail the cycle. */
export async function retryDue(
  stream: Stream,
  received: ReceivedEntries,
  deleted: readonly string[],
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Retried> {
  const now = parts.clock.now().epochMilliseconds
  const isDeleted = new Set(deleted)
  const due = (await parts.store.quarantinedIds(stream)).filter(
    ({ newsId, retryAt }) =>
      !isPaused(retryAt.epochMilliseconds, now, LONGEST_RETRY_MS) &&
      !received.listed.has(newsId) &&
      !isDeleted.has(newsId) &&
      isRequestable(newsId, parts.serviceUrl),
  )
  const entries = due.slice(0, MOST)
  try {
    return await retry(stream, entries, received, parts, signal)
  } catch (error) {
    signal.throwIfAborted()
    parts.logger.warn(
      { ...stream, code: failureCode(error) },
      `cannot request quarantined entries: ${messageOf(error)}`,
    )
    return { deleted: [], putOff: entries.map(({ newsId }) => newsId) }
  }
}

/** @throws {ClientError} */
export async function retry(
  stream: Stream,
  entries: readonly QuarantinedId[],
  received: ReceivedEntries,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Retried> {
  const newsIds = entries.map(({ newsId }) => newsId)
  const verdict = await requestEntries(stream, newsIds, received, parts, signal)
  const isGood = (newsId: string) => verdict.listed.has(newsId) && !received.invalid.has(newsId)
  return {
    deleted: [...verdict.deleted],
    putOff: newsIds.filter(newsId => !isGood(newsId) && !verdict.deleted.has(newsId)),
  }
}
