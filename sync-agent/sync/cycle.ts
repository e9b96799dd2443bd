/**
 * One cycle of one stream: request the changes, resolve contradictions, apply them and move the cursor in one
 * transaction.
 *
 * A response that comes twice changes nothing. Only a complete response with code D00000 counts. Any other leaves the
 * store unchanged, except for the recorded failure.
 *
 * The way of an entry: `request-news.ts` sends the request, `shared/client/content.ts` and `news-stream.ts` read the response,
 * `received-entries.ts` checks (`shared/client/news-entry.ts`), sanitises and collects its entries, `request-again.ts`
 * resolves contradictions, `store/staging.ts` holds a large response, and `store/apply.ts` writes it.
 */

import { Temporal } from 'temporal-polyfill'
import { SUCCESS } from '../../shared/contract/return-code.ts'
import { counted } from '../../shared/text/counted.ts'
import type { SyncParts } from '../context.ts'
import { apply } from '../store/apply.ts'
import { listRuns } from '../store/journal.ts'
import { listNews } from '../store/reading.ts'
import type { RunRecord, StreamState } from '../store/types.ts'
import { readKnownState } from '../store/unrecorded.ts'
import { type Stream, streamName } from '../stream.ts'
import { askFrom, nextCursor, type ReplyTime, stillValid } from './cursor.ts'
import { durationSince, messageOf, noteFailure } from './failure.ts'
import { type CycleDone, type CycleReport, factsOf } from './reports.ts'
import { resolveContradictions, retryDue } from './request-again.ts'
import { requestNews } from './request-news.ts'
import { notBefore } from './retry.ts'
import { datedInAnotherZone } from './zone-evidence.ts'

const NOTABLE_SKEW_MS = 30_000

/**
 * Never throws: failures are in the report, the log and the store.
 *
 * @param token of the lease
 */
export async function runCycle(
  stream: Stream,
  token: number,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<CycleReport> {
  const run: RunRecord = { kind: 'cycle', startedAt: parts.clock.now(), durationMs: 0 }
  let state: StreamState | undefined
  try {
    state = await readKnownState(parts.store, stream, parts.unrecorded)
    return await copyNews(stream, { token, run, state }, parts, signal)
  } catch (error) {
    const forStream = { notBefore: notBefore(error, state ?? { failuresInARow: 0 }, parts.clock.now()) }
    const failure = await noteFailure(stream, { token, run, forStream }, parts, signal, error)
    return { ...stream, ...factsOf(run), outcome: 'failed', failure }
  }
}

interface CycleState {
  token: number
  run: RunRecord
  state: StreamState
}

async function copyNews(
  stream: Stream,
  { token, run, state }: CycleState,
  parts: SyncParts,
  signal: AbortSignal,
): Promise<CycleDone> {
  const { store, clock, zone, serviceUrl } = parts
  const from = askFrom(stillValid(state.cursor, clock.now()), zone)
  const answer = await requestNews(stream, { from, token, run }, parts, signal)
  const { received, end, startedAt } = answer
  const deleted = await resolveContradictions(stream, answer, parts, signal)
  const retried = await retryDue(stream, received, deleted, parts, signal)
  signal.throwIfAborted()

  run.durationMs = Math.max(durationSince(run, clock), end.elapsedMs)
  const cursor = { ...nextCursor(end, startedAt), cycleMs: run.durationMs }
  const batch = { ...received.batch([...deleted, ...retried.deleted]), putOff: retried.putOff }
  const applied = await apply(store, token, stream, batch, {
    run,
    finishedAt: clock.now(),
    cursor,
    serviceUrl,
    signal,
  })
  parts.unrecorded.delete(streamName(stream))

  const report: CycleDone = { ...stream, ...factsOf(run), outcome: 'done', from, applied }
  logCycle(report, state, parts)
  // What was written is written, whether this can be looked at or not.
  const cannotLook = (error: unknown) =>
    parts.logger.debug(`cannot look at what was copied: ${messageOf(error)}`)
  if (applied.new > 0) await warnOfOtherZone(stream, end, parts).catch(cannotLook)
  if (applied.changed > 0) await warnOfEndlessChanges(stream, parts).catch(cannotLook)
  return report
}

const NEWEST_ENTRIES = 20

/** With each cycle that brings entries, so that an agent that starts with a wrong zone says so at once. */
async function warnOfOtherZone(
  stream: Stream,
  { answeredAtMs }: ReplyTime,
  { store, logger, zone }: SyncParts,
): Promise<void> {
  if (answeredAtMs === undefined) return
  const { entries } = await listNews(store, { ...stream, limit: NEWEST_ENTRIES })
  const found = datedInAnotherZone(
    entries.map(({ newsDateTime }) => newsDateTime),
    Temporal.Instant.fromEpochMilliseconds(answeredAtMs),
    zone,
  )
  if (!found) return
  logger.warn(
    { ...stream, code: SUCCESS, newsDateTime: found.newest },
    `news of ${streamName(stream)} is dated in the future with the zone ${zone}; ${found.fits} fits: check --zone, unless entries are scheduled for later`,
  )
}

/**
 * So many cycles, in which each entry of the answer has changed. One that is edited comes unchanged in the next ones. A cycle that
 * failed, or that no entry came with, has changed none.
 */
const ENDLESS_CYCLES = 3

async function warnOfEndlessChanges(stream: Stream, { store, warnOnce }: SyncParts): Promise<void> {
  const runs = await listRuns(store, { stream, limit: ENDLESS_CYCLES })
  const isEndless = runs.every(({ kind, rows, changed }) => kind === 'cycle' && changed && changed === rows)
  if (runs.length < ENDLESS_CYCLES || !isEndless) return
  warnOnce(
    { ...stream, code: SUCCESS },
    `each entry of ${streamName(stream)} has changed in each of the last ${ENDLESS_CYCLES} cycles: the service may sign the addresses of its files anew in each answer. Ask its support for addresses that last; until then every follower gets each entry again in each cycle`,
  )
}

function logCycle(
  { applied, from, durationMs, skewMs, txID, siteId, lang }: CycleDone,
  last: StreamState,
  parts: SyncParts,
) {
  const { logger } = parts
  // Every log line has the stream, the return code and the service's txID.
  const which = { siteId, lang, code: SUCCESS, txID }
  const changes = applied.new + applied.changed + applied.deleted
  logger[changes > 0 ? 'info' : 'debug']({ ...which, from, ...applied, durationMs }, 'news copied')
  if (applied.quarantined > 0) {
    const entries = counted(applied.quarantined, 'entry', 'entries')
    logger.warn(which, `${entries} cannot be published; see the quarantine`)
  }
  if (last.failuresInARow > 0) {
    const name = streamName({ siteId, lang })
    const cycles = counted(last.failuresInARow, 'failed cycle')
    logger.info(which, `news of ${name} has recovered after ${cycles}`)
  }
  if (isNotable(skewMs) && !isNotable(last.skewMs)) {
    logger.warn({ ...which, skewMs }, `the service's clock and this machine's differ by ${skewMs} ms`)
  }
}

const isNotable = (skew: number | undefined) => skew !== undefined && Math.abs(skew) > NOTABLE_SKEW_MS
