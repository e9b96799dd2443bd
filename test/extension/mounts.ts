/** One and the same small web-app, mounted in each framework that npm ci brings. */
import fastify from 'fastify'
import { Hono } from 'hono'
import { forFastify } from '../../extension/fastify.ts'
import { forFetch } from '../../extension/fetch.ts'
import { forHono } from '../../extension/hono.ts'
import {
  byHand,
  FOR_ALL,
  failAgain,
  type Mount,
  maxHeaderSize,
  type Platform,
  parts,
  type Serve,
  served,
  shown,
  THEME,
  THROWN,
  type WebFunctions,
  webApp,
  webParts,
} from './mount-parts.ts'

const mountFastify: Mount = async extension => {
  const { findVisit, isEntrance, requireVisit, signOut, visitOf, visits } = forFastify(extension)
  const app = fastify({ http: { maxHeaderSize }, forceCloseConnections: true })
  await app.register(visits)
  app.get('/', { preHandler: requireVisit() }, async request => visitOf(request))
  app.get('/staff', { preHandler: requireVisit({ role: 'Staff' }) }, async () => 'for staff')
  app.get('/family', { onRequest: requireVisit({ role: ['Guardian', 'Student'] }) }, async () => 'family')
  app.get('/open', async request => shown(findVisit(request)))
  app.get('/from', async request => isEntrance(request))
  app.get('/redirect', (_request, reply) =>
    reply.header('Set-Cookie', THEME).header('Set-Cookie', 'b=2').redirect('/'),
  )
  app.get('/stream', (request, reply) => {
    findVisit(request)
    return reply.header('Set-Cookie', THEME).send(parts())
  })
  app.setErrorHandler((error, _request, reply) => {
    failAgain(error)
    return reply.code(500).send('Internal Server Error')
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, async (_request, reply) => {
      reply.header('Set-Cookie', THEME)
      throw thrown()
    })
  app.get('/file', (_request, reply) => reply.headers(FOR_ALL).send('file'))
  app.get('/file-by-hand', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, Object.entries(FOR_ALL).flat()).end('file')
  })
  app.get('/own-caching', (request, reply) => {
    findVisit(request)
    return reply.header('Cache-Control', 'private, max-age=60').send('page')
  })
  app.get('/by-hand', (_request, reply) => {
    reply.hijack()
    reply.raw.setHeader('Set-Cookie', 'lost=1')
    reply.raw.writeHead(200, ['Set-Cookie', THEME, 'Set-Cookie', 'b=2', 'X-Mark', 'kept']).end('by hand')
  })
  app.get('/headers', async ({ headers, raw }) => [headers, raw.rawHeaders])
  app.post('/write', { preHandler: requireVisit() }, async () => 'written')
  app.post('/sign-out', async request => {
    signOut(request)
    return shown(findVisit(request))
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, [Symbol.asyncDispose]: () => app.close() }
}

/** @param adapter from the sources, or as it is packed */
export const honoOn =
  (serve: Serve, adapter = forHono): Mount =>
  async extension => {
    const { findVisit, isEntrance, requireVisit, signOut, visitOf, visits } = adapter(extension)
    const app = new Hono()
    app.use(visits)
    app.onError((error, c) => {
      failAgain(error)
      return c.text('Internal Server Error', 500)
    })
    app.get('/', requireVisit(), c => c.json(visitOf(c)))
    app.get('/staff', requireVisit({ role: 'Staff' }), c => c.text('for staff'))
    app.get('/family', requireVisit({ role: ['Guardian', 'Student'] }), c => c.text('family'))
    app.get('/open', c => c.json(shown(findVisit(c))))
    app.get('/from', c => c.json(isEntrance(c)))
    app.get('/redirect', c => {
      c.header('Set-Cookie', THEME)
      c.header('Set-Cookie', 'b=2', { append: true })
      return c.redirect('/')
    })
    app.get('/stream', c => {
      findVisit(c)
      c.header('Set-Cookie', THEME)
      return c.body(webParts())
    })
    for (const [path, thrown] of Object.entries(THROWN))
      app.get(path, c => {
        c.header('Set-Cookie', THEME)
        throw thrown()
      })
    for (const path of ['/file', '/file-by-hand']) app.get(path, c => c.text('file', 200, FOR_ALL))
    app.get('/own-caching', c => {
      findVisit(c)
      return c.text('page', 200, { 'Cache-Control': 'private, max-age=60' })
    })
    app.get('/by-hand', () => byHand())
    app.get('/headers', c => {
      const { headers, rawHeaders } = (c.env as Platform).incoming
      return c.json([c.req.header(), [...c.req.raw.headers].flat(), headers, rawHeaders])
    })
    app.post('/write', requireVisit(), c => c.text('written'))
    app.post('/sign-out', c => {
      signOut(c)
      return c.json(shown(findVisit(c)))
    })
    return await serve((request, platform) => app.fetch(request, platform))
  }

/** @param adapter from the sources, or as it is packed */
export const fetchOn =
  (serve: Serve, adapter = forFetch): Mount =>
  async extension => {
    const { visits, ...functions } = adapter(extension)
    const platforms = new WeakMap<Request, Platform>()
    const app = webApp<Request>({
      ...(functions as Omit<WebFunctions<Request>, 'headersOf'>),
      headersOf(request) {
        const { headers, rawHeaders } = platforms.get(request)?.incoming ?? {}
        return [Object.fromEntries(request.headers), [...request.headers].flat(), headers, rawHeaders]
      },
    })
    return await serve(
      visits(
        (request, platform: Platform) => {
          platforms.set(request, platform)
          return app(request, request.method, new URL(request.url).pathname)
        },
        {
          onError(error) {
            failAgain(error)
            return new Response('Internal Server Error', { status: 500, headers: [['Set-Cookie', THEME]] })
          },
        },
      ),
    )
  }

export const MOUNTS = {
  'Fastify 5': mountFastify,
  'Hono 4': honoOn(served),
  'plain fetch': fetchOn(served),
} as const satisfies Record<string, Mount>
