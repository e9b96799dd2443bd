/**
 * The one answer to wrong keys and tokens, whatever is wrong with them; after too many of them the caller has to wait.
 *
 * Only failures count, and a caller with the right credentials never waits: a school system with the same address as an
 * attacker keeps working.
 */
import type { FastifyRequest } from 'fastify'
import { type Attempts, limitAttempts } from '../../shared/server/attempts.ts'
import { HttpProblem } from '../../shared/server/problem.ts'

/** A client with an old key asks again at every poll, and must learn that its key is old. */
const FAILURES_PER_MINUTE = 120

export const credentialAttempts = (elapsedMs: () => number): Attempts =>
  limitAttempts({
    perAddress: FAILURES_PER_MINUTE,
    overall: Number.POSITIVE_INFINITY,
    windowMs: 60_000,
    elapsedMs,
  })

/** Counts the attempt. @returns what to throw */
export function wrongCredentials(
  { ip }: Pick<FastifyRequest, 'ip'>,
  attempts: Attempts,
  detail: string,
): HttpProblem {
  const seconds = attempts.waitFor(ip)
  if (seconds === 0) {
    attempts.failed(ip)
    return new HttpProblem(401, detail)
  }
  return new HttpProblem(
    429,
    'Too many wrong keys or tokens came from this address; right ones are answered all the same',
    { headers: { 'retry-after': `${seconds}` } },
  )
}
