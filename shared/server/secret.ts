/** Keys and tokens: made of 256 random bits, kept as a hash only. */
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * What the store keeps of a secret. A plain SHA-256 and no slow password hash: a secret of 256 random bits cannot be
 * guessed from its hash, and the check runs at every request.
 */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether two hashes are the same, in a time that does not depend on where they differ. */
export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
