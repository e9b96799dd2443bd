/** Reports of the agent's runs, for programs and for the tables of the command. */
import { Temporal } from 'temporal-polyfill'
import { labelsOf, type Metrics } from '../metrics.ts'
import type {
  Applied,
  Failure,
  QuarantinedEntry,
  QuarantinedEntryWithRaw,
  RunFacts,
  RunRecord,
} from '../store/types.ts'
import type { Stream } from '../stream.ts'

export interface CycleDone extends Stream, RunFacts {
  outcome: 'done'
  from: string
  applied: Applied
}

export interface CycleFailed extends Stream, RunFacts {
  outcome: 'failed'
  /** Code `ABORTED` when the cycle was cancelled; this is not recorded in the store. */
  failure: Failure
}

export type CycleReport = CycleDone | CycleFailed

/** A difference between the store and the service's list. */
export interface Difference {
  newsId: string
  /** `missing` or `changed` in the store; `surplus`: in the store, but no longer published. */
  kind: 'missing' | 'changed' | 'surplus'
  title: string
}

interface Comparison extends Stream, RunFacts {
  dryRun: boolean
  differences: Difference[]
}

export interface ReconcileDone extends Comparison {
  outcome: 'done'
  /** Corrections; absent after a dry run. */
  applied?: Applied
  /** Why nothing was deleted. Missing and changed entries are corrected anyway. */
  refused?: { reason: string }
}

export interface ReconcileFailed extends Comparison {
  outcome: 'failed'
  failure: Failure
}

export type ReconcileReport = ReconcileDone | ReconcileFailed

/** Result for a quarantined entry that was requested again. */
export interface RetryReport extends Stream {
  id: number
  newsId?: string
  /**
   * `waiting`: another agent writes this store and requests it in its next cycle; `unaskable`: its identifier cannot be
   * in a request; `absent`: the service does not return it.
   */
  outcome: 'published' | 'deleted' | 'unfit' | 'absent' | 'unaskable' | 'waiting' | 'failed'
  reason?: string
}

export interface Quarantine {
  /** Newest first. */
  list(): Promise<QuarantinedEntry[]>
  show(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Requests these again, or all, due or not. */
  retry(ids?: readonly number[]): Promise<RetryReport[]>
  /** Removes it; it comes back if the service sends it again unchanged. False if there is none. */
  drop(id: number): Promise<boolean>
}

export interface ReconcileOptions {
  /** Only report; nothing is written. */
  dryRun?: boolean
  /** Delete even a large part of the store. */
  force?: boolean
  /** Take the lease from its holder, which waits until this agent is closed. */
  takeOver?: boolean
  signal?: AbortSignal
}

/** What a report says of a run. */
export function factsOf({
  from,
  answeredAtMs,
  txID,
  rows,
  skewMs,
  attempts,
  durationMs,
}: RunRecord): RunFacts {
  return {
    ...(from !== undefined && { from }),
    ...(answeredAtMs !== undefined && {
      answeredAt: Temporal.Instant.fromEpochMilliseconds(answeredAtMs).toString(),
    }),
    ...(txID !== undefined && { txID }),
    ...(rows !== undefined && { rows }),
    ...(skewMs !== undefined && { skewMs }),
    ...(attempts !== undefined && { attempts }),
    durationMs,
  }
}

/** Counts runs for the metrics. */
export function countRuns(
  { cycles, cycleSeconds, reconciliations, changes }: Metrics,
  reports: readonly (CycleReport | ReconcileReport)[],
): void {
  for (const report of reports) {
    const labels = labelsOf(report)
    if (!('dryRun' in report)) {
      cycles.inc({ ...labels, outcome: outcomeOf(report) })
      cycleSeconds.observe(labels, report.durationMs / 1000)
    } else if (report.dryRun) continue
    else reconciliations.inc({ ...labels, outcome: outcomeOf(report) })
    if (report.outcome === 'failed' || !report.applied) continue
    for (const kind of ['new', 'changed', 'deleted'] as const) {
      changes.inc({ ...labels, kind }, report.applied[kind])
    }
  }
}

function outcomeOf(report: CycleReport | ReconcileReport): string {
  if (report.outcome === 'failed') return report.failure.code === 'ABORTED' ? 'cancelled' : 'failed'
  return 'refused' in report && report.refused ? 'refused' : 'done'
}
