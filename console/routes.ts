/** The console under /console: its pages, its API below /console/api, and what guards both. */
import type { FastifyInstance } from 'fastify'
import { NO_PAGE } from '../shared/server/no-page.ts'
import { HttpProblem } from '../shared/server/problem.ts'
import type { TypeBoxProvider, TypedServer } from '../shared/server/validation.ts'
import { downloadTicketsApi } from './access/download-tickets.ts'
import { checkAccess, checkHost } from './access/guard.ts'
import { signInApi } from './access/sign-in.ts'
import { signOutApi } from './access/sign-out.ts'
import { consoleApi } from './api/index.ts'
import type { ConsoleContext } from './context.ts'
import { answerError } from './errors.ts'
import { consoleHeaders } from './headers.ts'
import { consolePages } from './pages.ts'
import { previewRoutes } from './preview/routes.ts'

export async function consoleRoutes(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { access, origin } = context
  await server.register(
    async console => {
      console.decorateRequest('consoleSession', null)
      console.addHook('onRequest', async (request, reply) => {
        reply.headers(consoleHeaders(origin(), access.origins.isSecureContext(request.headers.host)))
        checkHost(request, access.origins)
      })
      await console.register(consolePages, context)
      await console.register(async preview => previewRoutes(preview, context), { prefix: '/preview' })
      await console.register(async api => apiRoutes(api.withTypeProvider<TypeBoxProvider>(), context), {
        prefix: '/api',
      })
    },
    { prefix: '/console' },
  )
  server.get('/console', (_request, reply) => reply.redirect('/console/', 308))
}

async function apiRoutes(server: TypedServer, context: ConsoleContext): Promise<void> {
  server.setErrorHandler(answerError)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(NO_PAGE)
    checkAccess(request, context.access)
  })
  // JSON alone: text/plain is what a form of another website can send without asking.
  server.removeContentTypeParser('text/plain')
  // A route, so that the pages' own route for every address does not answer.
  server.all('/*', async ({ method, originalUrl }) => {
    throw new HttpProblem(404, `The console’s API has nothing at ${method} ${originalUrl.split('?')[0]}`)
  })
  await server.register(signInApi, context)
  await server.register(signOutApi, context)
  await server.register(downloadTicketsApi, context)
  await server.register(consoleApi, context)
}
