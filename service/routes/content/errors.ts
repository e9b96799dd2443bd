/** Errors of the content API: each becomes a return code in an envelope. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { returnCodeOf, returnMessage, type Verdict } from '../../../shared/contract/return-code.ts'
import { answerError as answerProblem, HttpProblem } from '../../../shared/server/problem.ts'
import { InvalidParameter } from '../../../shared/server/validation.ts'
import { sendFailure } from '../../envelope.ts'
import { AnswerTimeout } from './time-limit.ts'

/** For Fastify's `setErrorHandler`. A method that is not allowed is no call of the interface: it stays a problem. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof HttpProblem) return answerProblem(error, request, reply)
  return sendFailure(request, reply, verdictOn(error, request))
}

/** What went wrong inside is for the log, found again by the txID. */
function verdictOn(error: Error, request: FastifyRequest): Verdict {
  if (error instanceof InvalidParameter) return returnCodeOf(error)
  const code = error instanceof AnswerTimeout ? 'D20003' : 'D20000'
  request.log.error({ err: error, code }, 'a call of the content API failed')
  return { code, message: returnMessage(code) }
}
