/** The content API (interface, Endpoints 1 and 2): popups and news, open to the scripts of any website. */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { READ_METHODS, readOnly } from '../../../shared/server/methods.ts'
import type { ServiceContext } from '../../context.ts'
import { watchCalls } from '../watch-calls.ts'
import { answerError, refuseUnknown } from './errors.ts'
import { newsRoute } from './news-route.ts'
import { popupRoute } from './popup-route.ts'

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
