/** What a follower is to its runner. */
import type { Subject } from '../store/followers.ts'
import type { Queries } from '../store/tables.ts'
import type { Change, Synced } from '../store/types.ts'

export interface Follower {
  /** As it stands in the table `follower`. */
  name: string
  /** How many changes it is handed at most; one while its target fails. */
  atMost: number
  /** Whether its target is to be told of this. Default: of everything. */
  wants?(given: Given): boolean
  /**
   * Writes what follows from these changes into the store itself, in the transaction that moves the cursor: exactly once. An
   * entry may have changed since; then it comes again.
   *
   * @param at epoch milliseconds
   */
  record?(db: Queries, changes: readonly Given[], at: number): Promise<void>
  /**
   * Takes these changes to its target; one that it was given before may come again.
   *
   * @returns those that its target has not taken
   * @throws {FollowerError} its target takes nothing at all; the same changes come again
   */
  apply?(changes: readonly Given[], call: ApplyCall): Promise<Refused[]>
}

/** A change as it is handed over. */
export interface Given {
  change: Change | Synced
  /** Changes of the same entry up to here are applied. */
  appliedSeq: number
}

export interface ApplyCall {
  /** Of the lease. */
  token: number
  /** The agent ends, or does not lead any more. */
  signal: AbortSignal
}

export interface Refused extends Given {
  /** For operators; without secrets. */
  reason: string
  /** The target said nothing, or that it is not there: its next answer makes this due. */
  isUnanswered: boolean
  /** The target asks for a pause. */
  retryAfterMs?: number | undefined
}

/** The target takes nothing at all. */
export class FollowerError extends Error {
  override name = 'FollowerError'
  readonly code = 'FOLLOWER_FAILED'
  /** The target asks for a pause. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** An operator has paused or removed it meanwhile: the batch counts for nothing. */
export class FollowerOverError extends Error {
  override name = 'FollowerOverError'
  readonly code = 'FOLLOWER_OVER'
}

export function subjectOf({ change }: Pick<Given, 'change'>): Subject {
  const { siteId, lang } = change.kind === 'upsert' ? change.entry : change
  if (change.kind === 'synced') return { siteId, lang, newsId: undefined }
  return { siteId, lang, newsId: change.kind === 'upsert' ? change.entry.newsId : change.newsId }
}
