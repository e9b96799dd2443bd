/** Addresses that are only read: what they say to OPTIONS, and 405 for every other method. */
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
const ALLOWED = READ_METHODS.join(', ')
const REFUSED = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** For every GET route that is added to the scope from now on. */
export function readOnly(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') reply.header('allow', ALLOWED)
    done()
  })
  server.addHook('onRoute', ({ method, routePath }) => {
    if (![method].flat().includes('GET')) return
    server.route({
      method: REFUSED,
      url: routePath,
      schema: { hide: true },
      // Before a body is read: none can bring another error.
      onRequest: (_request, _reply, done) => done(notAllowed()),
      handler: () => {
        throw notAllowed()
      },
    })
  })
}

const notAllowed = () =>
  new HttpProblem(405, `This address answers ${ALLOWED}`, { headers: { allow: ALLOWED } })
