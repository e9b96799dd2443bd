/** The content API over HTTP: popups and news, open to any website's scripts (interface, Endpoints 1 and 2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NewsContent } from '../../shared/contract/news.ts'
import { type ReturnCode, returnMessage } from '../../shared/contract/return-code.ts'
import {
  CallRefused,
  type PopupQuestion,
  type Query,
  readPopupQuestion,
} from '../../shared/server/popup-question.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import type { Operation } from '../openapi.ts'
import { type Content, contentOf } from './content.ts'
import { NEWS_CALL, POPUP_CALL } from './operations.ts'
import { type NewsQuestion, readNewsQuestion } from './parameters.ts'
import { sendContent, sendFailure } from './reply.ts'
import { AnswerTimeout, type TimeLimit, timeLimit } from './time-limit.ts'

export interface ContentParts {
  /** First path segment, as in `/cms`; the calls are served without it too. */
  contentPath: string
  popups(question: PopupQuestion, inTime: TimeLimit): Content
  news(question: NewsQuestion, inTime: TimeLimit): NewsContent
  /** Told each popup call that was asked rightly, by its address. */
  understood(url: string, question: PopupQuestion): void
  answerWithinMs: number
  elapsedMs(): number
  /** Whether nothing else has to be put into the answer of a call or done to it. */
  isPlain(request: FastifyRequest): boolean
  /** Of the calls of a scope: faults and request log. */
  watch(scope: FastifyInstance, endpoint: 'popups' | 'news'): void
}

const ALLOWED = 'GET, HEAD, OPTIONS'
const REFUSED_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

export async function contentRoutes(server: FastifyInstance, parts: ContentParts): Promise<void> {
  const { popups, news, watch } = parts
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
  for (const prefix of new Set([parts.contentPath, ''])) {
    await server.register(async scope => {
      watch(scope, 'popups')
      addCall(scope, `${prefix}/api/v1/popupmsg/check`, POPUP_CALL, parts, (query, inTime, url) => {
        const question = readPopupQuestion(query)
        parts.understood(url, question)
        return popups(question, inTime)
      })
    })
    await server.register(async scope => {
      watch(scope, 'news')
      addCall(scope, `${prefix}/api/v1/news/check`, NEWS_CALL, parts, (query, inTime) =>
        contentOf(news(readNewsQuestion(query), inTime)),
      )
    })
  }
}

/** One call: its answer as an envelope, whatever happens inside; and what HTTP asks for besides GET. */
function addCall(
  server: FastifyInstance,
  path: string,
  openapi: Operation,
  { contentPath, answerWithinMs, elapsedMs, isPlain }: ContentParts,
  answer: (query: Query, inTime: TimeLimit, url: string) => Content,
): void {
  // Told of once: without its first segment the call is the same.
  const config = path.startsWith(`${contentPath}/`) ? { openapi } : {}
  server.get(path, { config }, function answerCall(request, reply) {
    const txID = request.id
    try {
      const inTime = timeLimit(answerWithinMs, elapsedMs)
      const content = answer(request.query as Query, inTime, request.raw.url ?? '')
      sendContent(request, reply, txID, content, isPlain(request))
    } catch (error) {
      sendFailure(request, reply, txID, verdict(error, request))
    }
  })
  server.options(path, (_request, reply) =>
    reply
      .code(204)
      .headers({
        allow: ALLOWED,
        'access-control-allow-methods': ALLOWED,
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
      })
      .send(),
  )
  server.route({
    method: REFUSED_METHODS,
    url: path,
    // Before a body is read, so that no body can bring another refusal.
    onRequest: async (_request, reply) => refuseMethod(reply),
    handler: (_request, reply) => refuseMethod(reply),
  })
}

/** The return code for a call that came to nothing. What went wrong inside is for the log, found again by the txID. */
function verdict(error: unknown, request: FastifyRequest): { code: ReturnCode; message: string } {
  if (error instanceof CallRefused) return error
  const code = error instanceof AnswerTimeout ? 'D20003' : 'D20000'
  request.log.error({ err: error, code }, 'a call of the content API failed')
  return { code, message: returnMessage(code) }
}

const refuseMethod = (reply: FastifyReply) =>
  sendProblem(reply.header('allow', ALLOWED), {
    status: 405,
    title: 'Method Not Allowed',
    detail: `This address answers ${ALLOWED}`,
  })
