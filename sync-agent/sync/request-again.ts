/**
 * Entries that are requested again by their identifiers: those in contradictions, and those in quarantine.
 *
 * A contradiction is an entry that is both listed and deleted in one response, or listed although the store has a
 * tombstone. It may have been withdrawn and published again, its identifier may belong to a new entry, or it changed while
 * the response was made; only the service knows its current state. In an hour that the clock shows twice, a deletion of the
 * first hour can be sent again after the entry was published in the second one, whose wall clock is earlier and therefore
 * not "after". There, every deletion of a published entry is checked.
 *
 * An entry in quarantine cannot be published, and does not stop the others. It is stored as received, and its last good
 * version stays published. It is requested again first after a minute, later every hour, and when an operator asks for it.
 */

import { SUCCESS } from '../../shared/contract/return-code.ts'
import { instantsOf, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SyncParts } from '../context.ts'
import { isPaused } from '../pause.ts'
import { apply } from '../store/apply.ts'
import { LONGEST_RETRY_MS, quarantinedIds } from '../store/quarantine-rows.ts'
import { knownEntries } from '../store/reading.ts'
import type { QuarantinedId, RunRecord } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import { durationSince, failureCode, messageOf, noteFailure } from './failure.ts'
import { ReceivedEntries } from './received-entries.ts'
import type { RetryReport } from './reports.ts'
import { type Answer, isRequestable, requestEntries } from './request-news.ts'

/**
 * @returns the deleted identifiers; they are removed from the received
 * @throws {ClientError} a call failed, so the run must fail
 */
export async function resolveContradictions(
  stream: Stream,
  { received, end, from }: Answer,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<string[]> {
  const deleted = new Set(end.delNewsIds)
  const doubtful = isRepeated(from, parts.zone) ? await published(stream, end.delNewsIds, parts) : []
  const contradicted = end.delNewsIds.filter(id => received.listed.has(id))
  const disputed = new Set([...contradicted, ...received.tombstoned, ...doubtful])
  const requestable = [...disputed].filter(id => isRequestable(id, parts.serviceUrl))
  const verdict = await requestEntries(stream, requestable, received, parts, signal)
  const isIgnored = requestable.length > 0 && verdict.listed.size + verdict.deleted.size === 0
  for (const newsId of requestable) {
    if (verdict.listed.has(newsId)) deleted.delete(newsId)
    else if (!isIgnored) deleted.add(newsId)
  }
  // Only the list is left to say that an entry is there again.
  if (isIgnored && requestable.some(newsId => !deleted.has(newsId)))
    parts.warnOnce(
      { ...stream, code: SUCCESS },
      `the service says nothing of entries of ${streamName(stream)} that newsIDs names; what it lists counts. If this goes on, see: schoolbell sync doctor`,
    )
  // One that cannot be requested counts as deleted: a withdrawn entry must not stay on a public page.
  for (const newsId of deleted) received.withdraw(newsId)
  return [...deleted]
}

/** Whether the zone shows this wall clock twice. */
const isRepeated = (from: string, zone: string) => instantsOf(parseWireDateTime(from), zone).length > 1

async function published(stream: Stream, newsIds: string[], { store }: SyncParts): Promise<string[]> {
  const known = await knownEntries(store, stream, newsIds)
  return newsIds.filter(newsId => known.get(newsId) !== undefined)
}

/** Most entries requested in one cycle. */
const MOST = 500

interface Retried {
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
  const due = (await quarantinedIds(parts.store, stream)).filter(
    ({ newsId, retryAt }) =>
      !isPaused(retryAt.epochMilliseconds, now, LONGEST_RETRY_MS) &&
      !received.listed.has(newsId) &&
      !isDeleted.has(newsId) &&
      isRequestable(newsId, parts.serviceUrl),
  )
  const entries = due.slice(0, MOST)
  try {
    return await requestQuarantined(stream, entries, received, parts, signal)
  } catch (error) {
    signal.throwIfAborted()
    parts.logger.warn(
      { ...stream, code: failureCode(error) },
      `cannot request quarantined entries: ${messageOf(error)}`,
    )
    return { deleted: [], putOff: entries.map(({ newsId }) => newsId) }
  }
}

/** Requests quarantined entries again for an operator, due or not. */
export async function retryQuarantined(
  stream: Stream,
  entries: readonly QuarantinedId[],
  token: number,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<RetryReport[]> {
  const { store, clock, serviceUrl } = parts
  const run: RunRecord = { kind: 'retry', startedAt: clock.now(), durationMs: 0 }
  const reports = (outcome: (newsId: string) => Pick<RetryReport, 'outcome' | 'reason'>): RetryReport[] =>
    entries.map(({ id, newsId }) => ({ ...stream, id, newsId, ...outcome(newsId) }))
  try {
    const received = new ReceivedEntries({ ...parts, stream, token, signal })
    const requestable = entries.filter(({ newsId }) => isRequestable(newsId, serviceUrl))
    const { deleted, putOff } = await requestQuarantined(stream, requestable, received, parts, signal)
    signal.throwIfAborted()
    run.durationMs = durationSince(run, clock)
    run.rows = received.rows
    const batch = { ...received.batch(deleted), putOff }
    await apply(store, token, stream, batch, { run, finishedAt: clock.now(), serviceUrl, signal })
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

/** @throws {ClientError} */
async function requestQuarantined(
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
