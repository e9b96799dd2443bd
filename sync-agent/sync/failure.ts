/** What is said and kept of a run that failed. */

import { ClientError, ServiceError } from '../../shared/client/errors.ts'
import type { Clock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'
import { LeaseLostError } from '../store/fence.ts'
import type { Failure, FailureNote, RunRecord } from '../store/types.ts'
import { type Stream, streamName } from '../stream.ts'
import type { SyncParts } from './parts.ts'

export interface FailedRun {
  token: number | undefined
  run: RunRecord
  /** For the stream's own record, where the failure counts for its next cycles. */
  forStream?: NonNullable<FailureNote['stream']>
}

/** Logs and notes it. A cancelled run leaves no note, and neither does one whose lease another agent holds by now. */
export async function noteFailure(
  stream: Stream,
  { token, run, forStream }: FailedRun,
  { store, clock, logger }: Pick<SyncParts, 'store' | 'clock' | 'logger'>,
  signal: AbortSignal,
  error: unknown,
): Promise<Failure> {
  const at = clock.now()
  run.durationMs = durationSince(run, clock)
  // Cleared again when the next run starts, should this fail.
  if (token !== undefined) await store.clearStaged(token, stream).catch(() => undefined)
  if (signal.aborted) return { at, code: 'ABORTED', message: 'cancelled before its answer was applied' }
  const failure = { at, code: failureCode(error), message: messageOf(error) }
  if (error instanceof ServiceError) run.txID = error.txID
  const address = error instanceof ClientError ? error.address : undefined
  const what = run.kind === 'reconcile' ? 'not reconciled' : 'not copied'
  logger.error(
    { ...stream, code: failure.code, txID: run.txID, address },
    `news of ${streamName(stream)} ${what}: ${failure.message}`,
  )
  if (token === undefined || error instanceof LeaseLostError) return failure
  try {
    await store.recordFailure(token, stream, failure, { run, ...(forStream && { stream: forStream }) })
  } catch (noteError) {
    // A full disk, say, was told of already.
    const level = failureCode(noteError) === failure.code ? 'debug' : 'error'
    logger[level](
      { ...stream, code: failureCode(noteError), txID: run.txID },
      `failure not noted: ${messageOf(noteError)}`,
    )
  }
  return failure
}

export const durationSince = ({ startedAt }: RunRecord, clock: Clock) =>
  clock.now().since(startedAt).total('milliseconds')

/** A return code of the service says more than that it was one. */
export const failureCode = (error: unknown): string =>
  error instanceof ServiceError ? error.returnCode : codeOf(error) || 'UNEXPECTED'

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
