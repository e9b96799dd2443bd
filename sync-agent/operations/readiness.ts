/**
 * Readiness: every stream was copied at least once, so the agent can serve. Freshness: the last success of every stream is
 * recent. Whichever agent made it: one that waits for the lease is as fresh as the holder keeps the store.
 *
 * An agent with old news is ready: during an outage of the service, old news is better than none.
 */
import type { AgentContext } from '../context.ts'
import type { Publishing } from '../outlets/files/keep-current.ts'
import { type Stream, streamName } from '../stream.ts'
import { heldUntil } from '../sync/retry.ts'
import { aheadMs, isFresh } from './age.ts'
import { inWords } from './status-table.ts'

export interface Readiness {
  /** Every stream was copied at least once. */
  ready: boolean
  /** Every stream was copied within `staleAfterMs`, into a store that is still the file of its name. */
  fresh: boolean
  /** Streams without a recent success. */
  stale: StaleStream[]
  /** Another problem, which concerns no stream: a folder that cannot be written, a store that was replaced. */
  note?: string
}

/** Instants are ISO 8601 in UTC. */
export interface StaleStream extends Stream {
  lastSuccess?: string
  /** How far that is ahead of this machine's clock, milliseconds; absent unless the clock was set back since. */
  aheadMs?: number
  /** End of the last cycle, done or failed. */
  lastAttempt?: string
  /** Scheduled cycles are skipped until then. */
  heldUntil?: string
  lastError?: { at: string; code: string; message: string }
}

/** @throws {StoreError} the store does not respond */
export async function readReadiness(
  { store, streams, clock, settings: { staleAfterMs } }: AgentContext,
  publishing: Pick<Publishing, 'problem'> | undefined,
): Promise<Readiness> {
  const now = clock.now()
  const stale: StaleStream[] = []
  for (const stream of streams) {
    const state = await store.state(stream)
    if (isFresh(state.lastSuccessAt, now, staleAfterMs)) continue
    const { lastSuccessAt, lastFailure } = state
    const run = await store.lastRun(stream, 'cycle')
    const held = heldUntil(state, now)
    const ahead = aheadMs(lastSuccessAt, now)
    stale.push({
      ...stream,
      ...(lastSuccessAt && { lastSuccess: `${lastSuccessAt}` }),
      ...(ahead !== undefined && { aheadMs: ahead }),
      ...(run && { lastAttempt: new Date(Date.parse(run.startedAt) + run.durationMs).toISOString() }),
      ...(held && { heldUntil: `${held}` }),
      ...(lastFailure && { lastError: { ...lastFailure, at: `${lastFailure.at}` } }),
    })
  }
  const replaced = await store.replaced()
  const note = replaced ?? publishing?.problem()
  const ready = stale.every(({ lastSuccess }) => lastSuccess !== undefined)
  return { ready, fresh: stale.length === 0 && !replaced, stale, ...(note && { note }) }
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
