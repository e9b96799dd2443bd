/**
 * One pass of one stream: ask what changed, prepare it, apply it and move the cursor in one transaction.
 *
 * Delivers at least once and applies exactly once: an answer seen twice changes nothing. Only a whole answer with code
 * D00000 counts; after anything else the store is as it was, but for a note of what went wrong.
 */
import type { Logger } from 'pino'
import type { ContentClient } from '../../shared/client/content.ts'
import { ClientError, ServiceError } from '../../shared/client/errors.ts'
import type { Clock } from '../../shared/clock.ts'
import type { CycleDone, CycleReport } from '../reports.ts'
import type { AgentStore, Failure } from '../store/store.ts'
import { type Stream, streamName } from '../stream.ts'
import { askFrom, nextCursor, skewMs } from './cursor.ts'
import { ingest } from './ingest.ts'

export interface CycleParts {
  content: ContentClient
  store: AgentStore
  clock: Clock
  logger: Logger
  /** The school's, as in `Asia/Hong_Kong`. */
  zone: string
}

const NOTABLE_SKEW_MS = 30_000

/** Never throws: what goes wrong is in the report, the log and the store. */
export async function runCycle(stream: Stream, parts: CycleParts, signal: AbortSignal): Promise<CycleReport> {
  const startedAt = parts.clock.now()
  try {
    return await copyNews(stream, parts, signal)
  } catch (error) {
    const durationMs = parts.clock.now().since(startedAt).total('milliseconds')
    return {
      ...stream,
      outcome: 'failed',
      durationMs,
      failure: await noteFailure(stream, parts, signal, error),
    }
  }
}

async function copyNews(
  stream: Stream,
  { content, store, clock, logger, zone }: CycleParts,
  signal: AbortSignal,
): Promise<CycleDone> {
  const startedAt = clock.now()
  const { cursor, skewMs: lastSkewMs, failuresInARow } = await store.state(stream)
  const from = askFrom(cursor, zone)
  const answer = await content.news({ ...stream, lastSyncTime: from }, signal)
  const skew = skewMs(answer, startedAt)
  const batch = await ingest(answer, signal)
  signal.throwIfAborted()

  const finishedAt = clock.now()
  const durationMs = Math.max(finishedAt.since(startedAt).total('milliseconds'), answer.elapsedMs)
  const applied = await store.apply(stream, batch, {
    cursor: { ...nextCursor(answer, startedAt), cycleMs: durationMs },
    finishedAt,
    skewMs: skew,
  })

  const changes = applied.new + applied.changed + applied.deleted
  logger[changes > 0 ? 'info' : 'debug']({ ...stream, from, ...applied, durationMs }, 'news copied')
  if (failuresInARow > 0) {
    logger.info(
      { ...stream },
      `news of ${streamName(stream)} has recovered after ${failuresInARow} failed cycles`,
    )
  }
  if (isNotable(skew) && !isNotable(lastSkewMs)) {
    logger.warn({ ...stream, skewMs: skew }, `the service's clock and this machine's differ by ${skew} ms`)
  }
  return { ...stream, outcome: 'done', from, applied, durationMs }
}

async function noteFailure(
  stream: Stream,
  { store, clock, logger }: CycleParts,
  signal: AbortSignal,
  error: unknown,
): Promise<Failure> {
  const at = clock.now()
  if (signal.aborted) return { at, code: 'ABORTED', message: 'cancelled before its answer was applied' }
  const failure = { at, code: codeOf(error), message: messageOf(error) }
  const address = error instanceof ClientError ? error.address : undefined
  logger.error(
    { ...stream, code: failure.code, address },
    `news of ${streamName(stream)} not copied: ${failure.message}`,
  )
  try {
    await store.recordFailure(stream, failure)
  } catch (noteError) {
    logger.error({ ...stream, code: codeOf(noteError) }, `failure not noted: ${messageOf(noteError)}`)
  }
  return failure
}

const isNotable = (skew: number | undefined) => skew !== undefined && Math.abs(skew) > NOTABLE_SKEW_MS

/** A return code of the service says more than that it was one. */
function codeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.returnCode
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'UNEXPECTED'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
