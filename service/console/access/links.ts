/** Links that sign in once: 256 bits, kept as hashes in memory, for a quarter of an hour. */
import { hashOf, sameHash } from '../../store/secret.ts'

export interface SignInLinks {
  /** A new token for a link. */
  make(): string
  /** True for a live token, which is used up by that. */
  use(token: string): boolean
}

export const LINK_MINUTES = 15
/** Links that wait at one time; the oldest goes for the next. */
const MOST_LINKS = 20

export function signInLinks(now: () => number, newSecret: () => string): SignInLinks {
  let waiting: { hash: Buffer; until: number }[] = []
  return {
    make() {
      const token = newSecret()
      const fresh = { hash: hashOf(token), until: now() + LINK_MINUTES * 60_000 }
      waiting = [...waiting.filter(({ until }) => now() < until).slice(1 - MOST_LINKS), fresh]
      return token
    },
    use(token) {
      const asked = hashOf(token)
      // Each is looked at, whether or not one has been found: wrong, used and expired ones take the same work.
      const found = waiting.filter(({ hash }) => sameHash(hash, asked))
      waiting = waiting.filter(link => !found.includes(link))
      return found.some(({ until }) => now() < until)
    },
  }
}
