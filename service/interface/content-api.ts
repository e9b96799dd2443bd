/** The content API (interface, Endpoints 1 and 2): popups and news, open to the scripts of any website. */
import cors from '@fastify/cors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { returnCodeOf, returnMessage, type Verdict } from '../../shared/contract/return-code.ts'
import { READ_METHODS, readOnly } from '../../shared/server/methods.ts'
import { NO_PAGE } from '../../shared/server/no-page.ts'
import { answerBadAddress, HttpProblem } from '../../shared/server/problem.ts'
import { InvalidParameter } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { sendFailure } from './envelope.ts'
import { newsRoute } from './news.ts'
import { popupRoute } from './popups.ts'
import { AnswerTimeout } from './time-limit.ts'
import { watchCalls } from './watch-calls.ts'

export async function contentApi(server: FastifyInstance, context: ServiceContext): Promise<void> {
  // Both calls are served without their first path segment as well.
  for (const first of new Set([context.settings.contentPath, ''])) {
    await addCall(server, `${first}/api/v1/popupmsg`, 'popups', popupRoute, context)
    await addCall(server, `${first}/api/v1/news`, 'news', newsRoute, context)
  }
  for (const prefix of contentPaths(context.settings))
    await server.register(async scope => refuseUnknown(scope), { prefix })
}

/** Everything below these belongs to the content API. */
export const contentPaths = ({ contentPath }: { contentPath: string }): string[] =>
  [...new Set([contentPath, '/api/v1'])].filter(path => path !== '')

async function addCall(
  server: FastifyInstance,
  prefix: string,
  endpoint: 'popups' | 'news',
  route: typeof popupRoute,
  context: ServiceContext,
): Promise<void> {
  await server.register(
    async scope => {
      // Before the plugin that answers OPTIONS.
      readOnly(scope)
      await scope.register(cors, {
        methods: READ_METHODS,
        allowedHeaders: '*',
        maxAge: 86_400,
        strictPreflight: false,
      })
      scope.setErrorHandler(answerError)
      watchCalls(scope, endpoint, context)
      await scope.register(route, context)
    },
    { prefix },
  )
}

/**
 * Each error becomes a return code in an envelope, also where there is no call or no such method. A refusal that is no call of
 * the interface keeps its HTTP status.
 */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof HttpProblem)
    return sendRefusal(request, reply.headers(error.headers), error.statusCode, error.message)
  return sendFailure(request, reply, verdictOn(error, request))
}

/** For a scope whose prefix has no other addresses than those of the content API. */
function refuseUnknown(server: FastifyInstance): void {
  server.setErrorHandler(answerError)
  // Before a body is read: none can bring another error.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    const [path] = request.originalUrl.split('?')
    done(request.is404 ? new HttpProblem(404, `There is nothing at ${request.method} ${path}`) : undefined)
  })
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, 404, 'There is nothing here'))
}

/** For Fastify's `frameworkErrors`: an address that cannot be decoded or is too long, below one of these paths or elsewhere. */
export const badAddressBelow =
  (paths: readonly string[]) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!paths.some(path => request.url.startsWith(`${path}/`)))
      return void answerBadAddress(error, request, reply)
    const [status, reason] =
      error.statusCode === 414 ? [414, 'The address is too long'] : [400, 'The address cannot be decoded']
    reply.headers({ ...NO_PAGE, 'access-control-allow-origin': '*' })
    sendRefusal(request, reply, status, reason)
  }

/** The interface has no code for what is no call: it is the unclassified one, and the message says more. */
const sendRefusal = (request: FastifyRequest, reply: FastifyReply, status: number, reason: string) =>
  sendFailure(request, reply.code(status), {
    code: 'D20000',
    message: `${returnMessage('D20000')}: ${reason}`,
  })

/** What went wrong inside is for the log, found again by the txID. */
function verdictOn(error: Error, request: FastifyRequest): Verdict {
  if (error instanceof InvalidParameter) return returnCodeOf(error)
  const code = error instanceof AnswerTimeout ? 'D20003' : 'D20000'
  request.log.error({ err: error, code }, 'a call of the content API failed')
  return { code, message: returnMessage(code) }
}
