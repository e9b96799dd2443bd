/**
 * Mark and sweep: all news of the service is listed and compared with the store. Missing and changed entries are
 * corrected. Entries that the service no longer lists are requested once more by their identifiers, and then deleted.
 *
 * A large deletion is probably an error of the service: more than a tenth and more than ten entries, or a list without
 * any entry, is refused and reported, unless an operator forces it.
 */

import { SUCCESS } from '../../shared/contract/return-code.ts'
import type { SyncParts } from '../context.ts'
import { apply } from '../store/apply.ts'
import { storedAfter } from '../store/reading.ts'
import type { RunRecord } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import { FIRST_SYNC } from './cursor.ts'
import { durationSince, noteFailure } from './failure.ts'
import { type Difference, factsOf, type ReconcileOptions, type ReconcileReport } from './reports.ts'
import { resolveContradictions } from './request-again.ts'
import { type Answer, isRequestable, requestEntries, requestNews } from './request-news.ts'

const SWEPT_SHARE = 0.1
const SWEPT_ENTRIES = 10
const PAGE = 1000

/** @param token of the lease; undefined for a dry run, which writes nothing */
export async function runReconcile(
  stream: Stream,
  token: number | undefined,
  { force = false }: Pick<ReconcileOptions, 'force'>,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<ReconcileReport> {
  const { store, clock, logger, serviceUrl } = parts
  const run: RunRecord = { kind: 'reconcile', startedAt: clock.now(), durationMs: 0 }
  const dryRun = token === undefined
  const differences = new Map<string, Difference>()
  try {
    const answer = await requestNews(stream, { from: FIRST_SYNC, token, run, differences }, parts, signal)
    const deleted = await resolveContradictions(stream, answer, parts, signal)
    const { unlisted, stored } = await markUnlisted(stream, answer, parts)
    const gone = await confirm(stream, unlisted, answer, force, parts, signal)
    for (const { newsId, title } of gone) differences.set(newsId, { newsId, kind: 'surplus', title })
    const reason = force ? undefined : refusal(gone.length, stored, answer.received.listed.size)
    signal.throwIfAborted()

    run.durationMs = durationSince(run, clock)
    run.refused = reason
    const report = {
      ...stream,
      ...factsOf(run),
      outcome: 'done' as const,
      dryRun,
      differences: [...differences.values()],
      ...(reason && { refused: { reason } }),
    }
    if (reason) logger.warn({ ...stream, code: SUCCESS, txID: run.txID }, nothingDeleted(stream, reason))
    if (dryRun) return report

    const neverStored = deleted.filter(newsId => !unlisted.has(newsId))
    const swept = reason ? [] : gone.map(({ newsId }) => newsId)
    const batch = answer.received.batch([...neverStored, ...swept])
    const applied = await apply(store, token, stream, batch, {
      run,
      finishedAt: clock.now(),
      serviceUrl,
      signal,
    })
    logger.info(
      { ...stream, code: SUCCESS, txID: run.txID, ...applied, differences: differences.size },
      'news reconciled',
    )
    return { ...report, applied }
  } catch (error) {
    const failure = await noteFailure(stream, { token, run }, parts, signal, error)
    const found = [...differences.values()]
    return { ...stream, ...factsOf(run), outcome: 'failed', dryRun, differences: found, failure }
  }
}

/** For the log and alerts. */
export const nothingDeleted = (stream: Stream, reason: string): string =>
  `nothing of ${streamName(stream)} is deleted: ${reason}`

interface Unlisted {
  newsId: string
  title: string
}

/** Stored entries that are not in the service's list. */
async function markUnlisted(stream: Stream, { received }: Answer, { store }: SyncParts) {
  const unlisted = new Map<string, Unlisted>()
  let stored = 0
  for (let page = await storedAfter(store, stream, '', PAGE); page.length > 0; ) {
    for (const entry of page) if (!received.listed.has(entry.newsId)) unlisted.set(entry.newsId, entry)
    stored += page.length
    page = await storedAfter(store, stream, page.at(-1)?.newsId ?? '', PAGE)
  }
  return { unlisted, stored }
}

/** Those that the service does not return by their identifiers either. */
async function confirm(
  stream: Stream,
  unlisted: Map<string, Unlisted>,
  { received }: Answer,
  force: boolean,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<Unlisted[]> {
  const all = [...unlisted.values()]
  // It is refused anyway; thousands of calls would not change that.
  if (received.listed.size === 0 && !force) return all
  const requestable = all
    .map(({ newsId }) => newsId)
    .filter(newsId => isRequestable(newsId, parts.serviceUrl))
  const { listed } = await requestEntries(stream, requestable, received, parts, signal)
  return all.filter(({ newsId }) => !listed.has(newsId))
}

function refusal(gone: number, stored: number, listed: number): string | undefined {
  if (stored > 0 && listed === 0) return `the service lists no entry, but ${stored} are stored`
  if (gone <= SWEPT_ENTRIES || gone <= stored * SWEPT_SHARE) return undefined
  return `${gone} of ${stored} stored entries are no longer published, more than a tenth`
}
