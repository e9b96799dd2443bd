/** Reports of the mirror for operators. */
import type { MediaCounts, MediaFailure } from '../../store/media-types.ts'

/** State of the mirror. */
export type MediaStatus = MediaCounts

/** A file that is not mirrored yet; instants are ISO 8601 in UTC. */
export interface MediaFailureReport {
  /** For `retry`. */
  id: number
  url: string
  /** Stable, for programs. */
  code: string
  reason: string
  attempts: number
  failedAt: string
  /** Time of the next attempt. */
  retryAt: string
}

export function failureReport(failure: MediaFailure): MediaFailureReport {
  const { id, url, code, reason, attempts, failedAt, retryAt } = failure
  const written = (ms: number) => new Date(ms).toISOString()
  return { id, url, code, reason, attempts, failedAt: written(failedAt), retryAt: written(retryAt) }
}
