/** `/docs`: the OpenAPI document as a page for people. The page and all that it loads come from this service. */
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

export async function documentationPage(server: FastifyInstance): Promise<void> {
  server.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
  })
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    theme: { title: 'schoolbell reference service' },
    // Without the bar for addresses of other documents.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, validatorUrl: null },
  })
}
