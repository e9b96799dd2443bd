/** Logs and records a failed run, in memory when the store does not take it. */

import { ClientError, ServiceError } from '../../shared/client/errors.ts'
import type { Clock } from '../../shared/clock.ts'
import { codeOf } from '../../shared/error-code.ts'
import type { SyncParts } from '../context.ts'
import { recordFailure } from '../store/apply.ts'
import { levelOf } from '../store/availability.ts'
import { LeaseLostError } from '../store/fence.ts'
import { clearStaged } from '../store/staging.ts'
import type { Failure, FailureNote, RunRecord } from '../store/types.ts'
import { addUnrecorded } from '../store/unrecorded.ts'
import { type Stream, streamName } from '../stream.ts'

export interface FailedRun {
  token: number | undefined
  run: RunRecord
  /** Also record it for the stream, because it affects its next cycles. */
  forStream?: NonNullable<FailureNote['stream']>
}

/** Logs and records the failure, but not if the run was cancelled or another agent has taken the lease. */
export async function noteFailure(
  stream: Stream,
  { token, run, forStream }: FailedRun,
  { store, clock, logger, unrecorded }: Pick<SyncParts, 'store' | 'clock' | 'logger' | 'unrecorded'>,
  signal: AbortSignal,
  error: unknown,
): Promise<Failure> {
  const at = clock.now()
  run.durationMs = durationSince(run, clock)
  // If this fails, the next run clears it.
  if (token !== undefined) await clearStaged(store, token, stream).catch(() => undefined)
  if (signal.aborted)
    return { at, code: 'ABORTED', message: 'cancelled; of an answer all is stored or nothing' }
  const failure = { at, code: failureCode(error), message: messageOf(error) }
  if (error instanceof ServiceError) run.txID = error.txID || undefined
  const address = error instanceof ClientError ? error.address : undefined
  const what = run.kind === 'reconcile' ? 'not reconciled' : 'not copied'
  logger[levelOf('error', error)](
    { ...stream, code: failure.code, txID: run.txID, address },
    `news of ${streamName(stream)} ${what}: ${failure.message}`,
  )
  if (token === undefined || error instanceof LeaseLostError) return failure
  try {
    await recordFailure(store, token, stream, failure, { run, ...(forStream && { stream: forStream }) })
  } catch (noteError) {
    if (forStream && !(noteError instanceof LeaseLostError)) addUnrecorded(unrecorded, stream, failure)
    // For example a full disk, which is already logged.
    const level = failureCode(noteError) === failure.code ? 'debug' : 'error'
    logger[level](
      { ...stream, code: failureCode(noteError), txID: run.txID },
      `cannot record the failure: ${messageOf(noteError)}`,
    )
  }
  return failure
}

/** 0 if the clock was set back meanwhile. */
export const durationSince = ({ startedAt }: RunRecord, clock: Clock) =>
  Math.max(0, clock.now().since(startedAt).total('milliseconds'))

/** The service's return code, if there is one. */
export const failureCode = (error: unknown): string =>
  error instanceof ServiceError ? error.returnCode : codeOf(error) || 'UNEXPECTED'

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
