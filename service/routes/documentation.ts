/** `/docs`: an OpenAPI document as a page for people. The page and all that it loads come from this service. */
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenApiDocument, Server } from '../../shared/server/openapi/document.ts'
import { documentOf, type OpenApiHead } from '../../shared/server/openapi/openapi.ts'
import { READABLE } from './documentation.style.ts'

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

export async function documentationPage(
  server: FastifyInstance,
  { at, head }: { at: string; head: OpenApiHead },
): Promise<void> {
  server.addHook('onSend', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
  })
  // The page's plugin asks for it under this name.
  server.decorate('swagger', (() => seenFrom(at, documentOf(server, head))) as never)
  await server.register(swaggerUi, {
    routePrefix: at,
    staticCSP: POLICY,
    theme: { title: 'schoolbell reference service', css: [{ filename: 'readable.css', content: READABLE }] },
    // Without the bar for addresses of other documents.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, validatorUrl: null },
  })
}

/** The page reads the document at `{at}/json`, and the addresses in it are relative to where it lies. */
function seenFrom(at: string, document: OpenApiDocument): OpenApiDocument {
  const root = at.replaceAll(/\/[^/]+/g, '/..').slice(1)
  const moved = ({ url, ...server }: Server) => ({ url: root + url.slice(1), ...server })
  return JSON.parse(JSON.stringify(document, (key, value) => (key === 'servers' ? value.map(moved) : value)))
}
