/** Links that sign in once: 256 bits, kept as hashes in memory, for a quarter of an hour. */
import { hashOf, sameHash } from '../../shared/server/secret.ts'

export interface SignInLinks {
  /** A new token for a link. */
  make(): string
  /** `live`: it signs in, and is used up by that; `spent`: one of ours, used or expired; `unknown`: none of ours. */
  use(token: string): 'live' | 'spent' | 'unknown'
  /** No link made so far signs anybody in any more. */
  endAll(): void
  /** Another link is needed: one has signed somebody in, a spent one was tried, or somebody has ended them all. */
  announceUse(): void
  /** Calls back at each {@link announceUse}. @returns ends it */
  onUse(listener: () => void): () => void
}

export const LINK_MINUTES = 15
/** Links that are remembered, spent ones included; the oldest goes for the next. */
const MAX_LINKS = 100

export function signInLinks(now: () => number, newSecret: () => string): SignInLinks {
  let links: { hash: Buffer; until: number; isUsed: boolean }[] = []
  const listeners = new Set<() => void>()
  return {
    make() {
      const token = newSecret()
      const fresh = { hash: hashOf(token), until: now() + LINK_MINUTES * 60_000, isUsed: false }
      links = [...links.slice(1 - MAX_LINKS), fresh]
      return token
    },
    use(token) {
      const hash = hashOf(token)
      // Every link is compared, whether or not one has been found: wrong, used and expired ones take the same time.
      const found = links.filter(link => sameHash(link.hash, hash))
      const isLive = found.some(({ until, isUsed }) => !isUsed && now() < until)
      for (const link of found) link.isUsed = true
      if (isLive) return 'live'
      return found.length > 0 ? 'spent' : 'unknown'
    },
    endAll() {
      for (const link of links) link.isUsed = true
    },
    announceUse() {
      for (const listener of listeners) listener()
    },
    onUse(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
