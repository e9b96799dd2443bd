/** Errors of the console's API as problems: an invalid record with each of its faults, the rest as elsewhere. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DraftError } from '../service/records/draft.ts'
import { isDiskFull } from '../shared/disk-full.ts'
import { problemOf, sendProblem } from '../shared/server/problem.ts'

export function answerError(
  error: FastifyError | DraftError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DraftError)
    return sendProblem(reply, {
      status: 422,
      title: 'Unprocessable Content',
      detail: error.message,
      errors: error.faults,
    })
  // The caller broke off sending and waits for no answer.
  if (request.raw.destroyed && !request.raw.complete) return reply.hijack()
  const status = error.statusCode ?? 500
  if (status < 500) return sendProblem(reply, problemOf(error))
  request.log.error({ err: error }, 'a call of the console failed')
  if (isDiskFull(error))
    return sendProblem(reply, {
      status: 507,
      title: 'Insufficient Storage',
      detail: 'There is no room left on the service’s disk, and nothing was changed: make room and try again',
    })
  return sendProblem(reply, { status, title: 'Internal Server Error' })
}
