/** Links that sign in once: 256 bits, kept as hashes in memory, for a quarter of an hour. */
import { hashOf, sameHash } from '../../service/store/secret.ts'

export interface SignInLinks {
  /** A new token for a link. */
  make(): string
  /** `live`: it signs in, and is used up by that; `spent`: it was one of ours, used or expired; `unknown`: it never was. */
  use(token: string): 'live' | 'spent' | 'unknown'
}

export const LINK_MINUTES = 15
/** Links that are remembered, spent ones too; the oldest goes for the next. */
const MOST_LINKS = 100

export function signInLinks(now: () => number, newSecret: () => string): SignInLinks {
  let links: { hash: Buffer; until: number; isUsed: boolean }[] = []
  return {
    make() {
      const token = newSecret()
      const fresh = { hash: hashOf(token), until: now() + LINK_MINUTES * 60_000, isUsed: false }
      links = [...links.slice(1 - MOST_LINKS), fresh]
      return token
    },
    use(token) {
      const asked = hashOf(token)
      // Each is looked at, whether or not one has been found: wrong, used and expired ones take the same work.
      const found = links.filter(({ hash }) => sameHash(hash, asked))
      const isLive = found.some(({ until, isUsed }) => !isUsed && now() < until)
      for (const link of found) link.isUsed = true
      if (isLive) return 'live'
      return found.length > 0 ? 'spent' : 'unknown'
    },
  }
}
