/** What the agent tells of its work: one value a run, for programs and for the table an operator reads. */
import type { Applied, Failure, QuarantinedEntry, QuarantinedEntryWithRaw, RunFacts } from '../store/types.ts'
import type { Stream } from '../stream.ts'

export interface CycleDone extends Stream, RunFacts {
  outcome: 'done'
  from: string
  applied: Applied
}

export interface CycleFailed extends Stream, RunFacts {
  outcome: 'failed'
  /** Code `ABORTED` when the cycle was cancelled; the store keeps no note of that. */
  failure: Failure
}

export type CycleReport = CycleDone | CycleFailed

/** Where the store and the service's whole list do not say the same. */
export interface Difference {
  newsId: string
  /** `missing` and `changed` from the store's side; `surplus` stands in the store and is published no more. */
  kind: 'missing' | 'changed' | 'surplus'
  title: string
}

interface Comparison extends Stream, RunFacts {
  dryRun: boolean
  differences: Difference[]
}

export interface ReconcileDone extends Comparison {
  outcome: 'done'
  /** What was put right; absent after a dry run. */
  applied?: Applied
  /** Why nothing was swept away. What was missing or changed is put right all the same. */
  refused?: { reason: string }
}

export interface ReconcileFailed extends Comparison {
  outcome: 'failed'
  failure: Failure
}

export type ReconcileReport = ReconcileDone | ReconcileFailed

/** What became of a quarantined entry that was asked for again. */
export interface RetryReport extends Stream {
  id: number
  newsId?: string
  /**
   * `waiting`: another agent writes this store and asks for it with its next cycle; `unaskable`: its identifier cannot
   * stand in a question; `absent`: the service says nothing of it.
   */
  outcome: 'published' | 'deleted' | 'unfit' | 'absent' | 'unaskable' | 'waiting' | 'failed'
  reason?: string
}

export interface Quarantine {
  /** Newest first. */
  list(): Promise<QuarantinedEntry[]>
  show(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Asks for these again, or for all, due or not. */
  retry(ids?: readonly number[]): Promise<RetryReport[]>
  /** Forgets it; it comes back when the service delivers it so again. False when there is none. */
  drop(id: number): Promise<boolean>
}

export interface ReconcileOptions {
  /** Only report; nothing is written. */
  dryRun?: boolean
  /** Sweep although much would go. */
  force?: boolean
  /** Take the lease from an agent that holds it; that one waits until this agent is closed. */
  takeOver?: boolean
  signal?: AbortSignal
}
