/** Errors of the console's API as problems. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DraftError } from '../service/office/refuse.ts'
import { isDiskFull } from '../shared/error-code.ts'
import { answerError as answerOtherError, HttpProblem } from '../shared/server/problem.ts'
import { InvalidParameter } from '../shared/server/validation.ts'

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The caller broke off sending and waits for no answer.
  if (request.raw.destroyed && !request.raw.complete && !(error instanceof HttpProblem)) return reply.hijack()
  return answerOtherError(problemFor(error) ?? error, request, reply)
}

function problemFor(error: FastifyError): HttpProblem | undefined {
  if (error instanceof DraftError) return new HttpProblem(422, error.message, { errors: error.faults })
  // An invalid identifier in the address names nothing.
  if (error instanceof InvalidParameter && error.validationContext === 'params')
    return new HttpProblem(404, `There is nothing at this address: ${error.message}`)
  if (isDiskFull(error))
    return new HttpProblem(
      507,
      'There is no room left on the service’s disk, and nothing was changed: make room and try again',
    )
  return undefined
}
