/** What the agent tells of its work: one value a run, for programs and for the table an operator reads. */
import type { Applied, Failure } from './store/store.ts'
import type { Stream } from './stream.ts'

/** What a run learned before it ended, well or not. Absent: it did not come that far. */
export interface RunFacts {
  /** The `lastSyncTime` asked with. */
  from?: string
  /** The service's clock when it answered, ISO 8601 in UTC. */
  answeredAt?: string
  /** The service's identifier of its answer; its support asks for it. */
  txID?: string
  /** Entries in the answer. */
  rows?: number
  /** Service's clock ahead of this machine's, milliseconds. */
  skewMs?: number
  /** Calls of the main question, failed ones included. */
  attempts?: number
  durationMs: number
}

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

/** An entry that does not fit the contract, kept until it does, is deleted, or is dropped by an operator. */
export interface QuarantinedEntry extends Stream {
  id: number
  /** Absent when the entry has none that can be used; then it cannot be asked for again. */
  newsId?: string
  /** JSON pointer into the entry, as in `/newsDate`. */
  path: string
  reason: string
  /** ISO 8601 in UTC, as all instants here. */
  firstSeen: string
  lastSeen: string
  /** Times it was read and did not fit. */
  attempts: number
  nextRetry?: string
}

export interface QuarantinedEntryWithRaw extends QuarantinedEntry {
  /** Its JSON as it came. */
  raw: string
}

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

/** One line of the journal. */
export interface Run extends Stream, RunFacts {
  id: number
  kind: 'cycle' | 'reconcile' | 'retry'
  startedAt: string
  new?: number
  changed?: number
  deleted?: number
  quarantined?: number
  error?: { code: string; message: string }
}

export interface RunsQuery {
  stream?: Stream
  /** Default 50. */
  limit?: number
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
