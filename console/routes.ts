/** The console under /console: its pages, its API below /console/api, and what guards both. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../service/changes.ts'
import { DraftError } from '../service/records/draft.ts'
import { isDiskFull } from '../shared/disk-full.ts'
import { problemOf, sendProblem } from '../shared/server/problem.ts'
import { accessGuard, type GuardParts, hostGuard } from './access/guard.ts'
import { type AccessParts, accessApi } from './access/routes.ts'
import { type ConsoleApiParts, consoleApi } from './api/index.ts'
import { eventsApi } from './events.ts'
import { consoleHeaders } from './headers.ts'
import { consolePages } from './pages.ts'
import { previewRoutes } from './preview/routes.ts'

export interface ConsoleParts {
  consoleDir: string
  widgetDir: string
  access: AccessParts & GuardParts
  changes: Changes
  api: Omit<ConsoleApiParts, 'goesOn'>
  /** Origin of media, as news name them. */
  mediaOrigin(): string
}

export async function consoleRoutes(
  server: FastifyInstance,
  { consoleDir, widgetDir, access, changes, api, mediaOrigin }: ConsoleParts,
): Promise<void> {
  const guardHost = hostGuard(access.origins)
  const guardAccess = accessGuard(access)

  await server.register(
    async console => {
      console.decorateRequest('consoleSession', null)
      console.addHook('onRequest', async (request, reply) => {
        reply.headers(consoleHeaders(mediaOrigin(), access.origins.isHeeded(request.headers.host)))
        return guardHost(request, reply)
      })
      await console.register(consolePages, { consoleDir })
      await console.register(previewRoutes, { widgetDir, mediaOrigin, prefix: '/preview' })
      await console.register(
        async server => {
          server.addHook('onRequest', async (request, reply) => guardAccess(request, reply))
          // JSON alone: text/plain is what a form of another website can send without asking.
          server.removeContentTypeParser('text/plain')
          server.setErrorHandler(answerFault)
          // A route, so that the pages' own for every address does not answer.
          server.all('/*', ({ method, originalUrl }, reply) =>
            sendProblem(reply, {
              status: 404,
              title: 'Not Found',
              detail: `The console’s API has nothing at ${method} ${originalUrl.split('?')[0]}`,
            }),
          )
          await server.register(accessApi, access)
          await server.register(eventsApi, { changes, sessions: access.sessions })
          await server.register(consoleApi, { ...api, goesOn: access.sessions.isLive })
        },
        { prefix: '/api' },
      )
    },
    { prefix: '/console' },
  )
  server.get('/console', (_request, reply) => reply.redirect('/console/', 308))
}

/** A record at fault, said with each of its places; the rest as the service says it elsewhere. */
function answerFault(error: FastifyError | DraftError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof DraftError)
    return sendProblem(reply, {
      status: 422,
      title: 'Unprocessable Content',
      detail: error.message,
      errors: error.faults,
    })
  // Whoever breaks off what is being sent waits for no answer.
  if (request.raw.destroyed && !request.raw.complete) return reply.hijack()
  const status = error.statusCode ?? 500
  if (status < 500) return sendProblem(reply, problemOf(error, status))
  request.log.error({ err: error }, 'a call of the console failed')
  if (isDiskFull(error))
    return sendProblem(reply, {
      status: 507,
      title: 'Insufficient Storage',
      detail: 'There is no room left on the service’s disk, and nothing was changed: make room and try again',
    })
  return sendProblem(reply, { status, title: 'Internal Server Error' })
}
