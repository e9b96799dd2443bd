/**
 * Readiness: every stream was copied at least once, so the agent can serve. Freshness: the last success of every stream is
 * recent. Whichever agent made it: one that waits for the lease is as fresh as the holder keeps the store.
 *
 * An agent with old news is ready: during an outage of the service, old news is better than none.
 */
import { type Stream, streamName } from '../stream.ts'
import { inWords } from './age.ts'
import type { Health, StreamHealth } from './status.ts'

export interface Readiness {
  /** Every stream was copied at least once. */
  ready: boolean
  /** Every stream was copied within `staleAfterMs`, into a store that is still the file of its name. */
  fresh: boolean
  /** Streams without a recent success. */
  stale: StaleStream[]
  /** Another problem, which concerns no stream: a folder that cannot be written, a store that was replaced or is full. */
  note?: string
}

/** Instants are ISO 8601 in UTC. */
export interface StaleStream extends Stream, Pick<StreamHealth, 'lastSuccess' | 'aheadMs' | 'lastError'> {
  /** End of the last cycle, done or failed. */
  lastAttempt?: string
  /** Scheduled cycles are skipped until then. */
  heldUntil?: string
}

export function readinessOf({ streams, replaced, unrecorded, unpublished }: Health): Readiness {
  const stale = streams.filter(stream => stream.stale).map(staleStream)
  const ready = streams.every(({ lastSuccess }) => lastSuccess !== undefined)
  const note = replaced ?? unrecorded ?? unpublished
  return { ready, fresh: stale.length === 0 && !replaced, stale, ...(note && { note }) }
}

function staleStream({
  siteId,
  lang,
  lastSuccess,
  aheadMs,
  lastError,
  ...stream
}: StreamHealth): StaleStream {
  const { lastRun: run, breaker } = stream
  const endMs = run && Date.parse(run.startedAt) + run.durationMs
  // Of a failure that the store did not take, there is no run.
  const attemptMs = Math.max(endMs ?? 0, lastError ? Date.parse(lastError.at) : 0)
  return {
    ...{ siteId, lang },
    ...(lastSuccess && { lastSuccess }),
    ...(aheadMs !== undefined && { aheadMs }),
    ...(attemptMs > 0 && { lastAttempt: new Date(attemptMs).toISOString() }),
    ...(breaker.until && { heldUntil: breaker.until }),
    ...(lastError && { lastError }),
  }
}

/** One line for logs: which streams, since when, and why. */
export function staleness(stale: readonly StaleStream[]): string {
  return stale
    .map(({ lastSuccess, aheadMs, lastError, ...stream }) => {
      const since = lastSuccess ? `last copied ${lastSuccess}` : 'never copied'
      const ahead = aheadMs === undefined ? '' : `, ${inWords(aheadMs)} ahead of this machine's clock`
      return `${streamName(stream)} ${since}${ahead}${lastError ? ` (${lastError.message})` : ''}`
    })
    .join('; ')
}
