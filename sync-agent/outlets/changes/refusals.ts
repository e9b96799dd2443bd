/** How the change log refuses: a question that makes no sense, a place in another history, one follower too many. */
import type { FastifyReply } from 'fastify'
import { sendProblem } from '../../../shared/server/problem.ts'
import type { AgentStore } from '../../store/store.ts'
import { QueryError } from '../news/query.ts'
import { OtherHistoryError } from './page.ts'

/** Answers what the reading throws as a problem. */
export async function refusing(
  reply: FastifyReply,
  { identity }: Pick<AgentStore, 'identity'>,
  read: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof QueryError) {
      return sendProblem(reply, { status: 400, title: 'Bad Request', detail: error.message })
    }
    if (!(error instanceof OtherHistoryError)) throw error
    const problem = {
      status: 410,
      title: 'Other History',
      detail: `${error.message}. Forget what you hold and start again with after=0`,
      seq: error.seq,
      store: identity,
    }
    return sendProblem(reply.header('schoolbell-store', identity), problem)
  }
}

const RETRY_AFTER_SECONDS = '5'

export function refuseMore(reply: FastifyReply, doing: 'wait' | 'stream'): FastifyReply {
  return sendProblem(reply.header('retry-after', RETRY_AFTER_SECONDS), {
    status: 503,
    title: 'Too Many Followers',
    detail: `As many as may ${doing} at a time do; ask again later, or without waiting at /v1/changes`,
  })
}
