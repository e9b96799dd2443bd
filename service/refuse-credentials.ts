/**
 * The one answer to wrong keys and tokens, whatever is wrong with them; too many of them are asked to wait.
 *
 * Only failures count, and who comes with the right credentials is never asked to wait: a school system behind the same
 * address as somebody who guesses goes on working.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Attempts, limitAttempts } from '../shared/server/attempts.ts'
import { sendProblem } from '../shared/server/problem.ts'

/** A client with an old key asks again at every poll, and must hear that it is old. */
const FAILURES_PER_MINUTE = 120

export const credentialAttempts = (elapsedMs: () => number): Attempts =>
  limitAttempts({
    perAddress: FAILURES_PER_MINUTE,
    overall: Number.POSITIVE_INFINITY,
    windowMs: 60_000,
    elapsedMs,
  })

export function refuseCredentials(
  request: FastifyRequest,
  reply: FastifyReply,
  attempts: Attempts,
  detail: string,
): FastifyReply {
  const seconds = attempts.waitFor(request.ip)
  if (seconds === 0) {
    attempts.failed(request.ip)
    return sendProblem(reply, { status: 401, title: 'Unauthorized', detail })
  }
  return sendProblem(reply.header('retry-after', `${seconds}`), {
    status: 429,
    title: 'Too Many Requests',
    detail: 'Too many wrong keys or tokens came from this address; right ones are answered all the same',
  })
}
