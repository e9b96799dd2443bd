/**
 * Remembers for a short time what the session service has refused, so that it is not asked again at once: tokens, and the
 * pause that it asks for with `Retry-After`.
 *
 * Only a 503 stops all calls. A 429 may be for wrong tokens, which a stranger sends, perhaps to another web-app of the school: it stops
 * its own token.
 */
import type { Clock } from '../shared/clock.ts'
import { ExtensionError, type ExtensionFault } from './errors.ts'

export interface RefusedTokens {
  /** What the service would answer now, without asking it; undefined when it must be asked. */
  refusalOf(tokenHash: string): ExtensionError | undefined
  /** @param status HTTP status of the service's response, when there was one */
  note(tokenHash: string, error: ExtensionError, status: number | undefined): void
}

interface Refusal {
  error: ExtensionError
  /** Milliseconds since the epoch. A clock that is set back ends the refusal. */
  since: number
  until: number
}

/** Short, because a service may be wrong for a moment: a session that not all of its machines know yet. */
const REFUSED_MS = 30_000
const LONGEST_PAUSE_MS = 60_000
const MOST_TOKENS = 1_000
/** Errors that another call with the same token would repeat. */
const OF_THE_TOKEN: readonly ExtensionFault[] = ['TOKEN_REJECTED', 'APP_MISMATCH', 'EXPIRED']

export function refusedTokens(clock: Clock): RefusedTokens {
  /** Oldest first. */
  const ofTokens = new Map<string, Refusal>()
  let ofAll: Refusal | undefined
  const remember = (tokenHash: string, refusal: Refusal) => {
    ofTokens.delete(tokenHash)
    ofTokens.set(tokenHash, refusal)
    const [oldest = ''] = ofTokens.keys()
    if (ofTokens.size > MOST_TOKENS) ofTokens.delete(oldest)
  }
  const now = () => clock.now().epochMilliseconds
  const lasts = (refusal: Refusal | undefined): refusal is Refusal =>
    refusal !== undefined && refusal.since <= now() && now() < refusal.until

  return {
    refusalOf(tokenHash) {
      for (const refusal of [ofTokens.get(tokenHash), ofAll])
        if (lasts(refusal)) return withWait(refusal, now())
      return undefined
    },
    note(tokenHash, error, status) {
      const { code, retryAfterSeconds } = error
      const isOfToken = OF_THE_TOKEN.includes(code)
      const ms = isOfToken ? REFUSED_MS : Math.min((retryAfterSeconds ?? 0) * 1_000, LONGEST_PAUSE_MS)
      const refusal = { error, since: now(), until: now() + ms }
      if (isOfToken || status === 429) remember(tokenHash, refusal)
      // A call that began before the pause may end in it, with a shorter one or none.
      if (status === 503 && !(lasts(ofAll) && ofAll.until > refusal.until)) ofAll = refusal
    },
  }
}

/** The error with the seconds that are left of the pause. */
function withWait({ error, until }: Refusal, now: number): ExtensionError {
  const { code, message, retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return error
  return new ExtensionError(code, message, { retryAfterSeconds: Math.ceil((until - now) / 1_000) })
}
