/** One and the same small web-app, mounted in each framework on a real socket. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type HttpBindings, serve } from '@hono/node-server'
import express, { type ErrorRequestHandler } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import * as inExpress from '../../extension/express.ts'
import * as inFastify from '../../extension/fastify.ts'
import * as inFetch from '../../extension/fetch.ts'
import * as inHono from '../../extension/hono.ts'
import type { Extension, JsonValue } from '../../extension/index.ts'

export interface Mounted extends AsyncDisposable {
  /** As in `http://127.0.0.1:40300`. */
  origin: string
}

export type Mount = (extension: Extension<JsonValue>) => Promise<Mounted>

/** A single sign-on response is longer than what Node takes otherwise. */
const maxHeaderSize = 64 * 1024
const THEME = 'theme=dark; Path=/'
/** For everybody to keep: so say the web-app, and its word to a CDN, to a proxy and to old caches. */
const FOR_ALL = {
  'Cache-Control': 'public, max-age=60',
  'CDN-Cache-Control': 'public, max-age=600',
  'Surrogate-Control': 'max-age=600',
  Expires: 'Tue, 01 Jan 2999 00:00:00 GMT',
}
/** What routes throw. */
const THROWN: Readonly<Record<string, unknown>> = {
  '/fails': new Error('a mistake of the web-app'),
  '/fails-twice': new Error('a mistake that the error handler stumbles over'),
  '/throws-text': 'a text',
  '/throws-null': null,
  '/throws-nothing': undefined,
}
const failAgain = (error: unknown) => {
  if (error === THROWN['/fails-twice']) throw error
}

/** What the routes below answer: the visit, or nobody. */
const shown = (visit: { user: { fullName: string } } | undefined) => visit ?? { nobody: true }
const parts = () => Readable.from(['first ', 'second ', 'third'])
const webParts = () => Readable.toWeb(parts()) as ReadableStream

const mountExpress: Mount = async extension => {
  const { getVisit, isEntrance, requireVisit, signOut, visits } = inExpress
  const app = express().disable('x-powered-by')
  // Its own answer, without the error's story in the test's output.
  app.set('env', 'test')
  // What stands before it may have looked at all headers, which Node then keeps.
  app.use(({ headersDistinct }, _response, next) => next(headersDistinct ? undefined : 'error'))
  app.use(visits(extension))
  app.get('/', requireVisit(), (request, response) => void response.json(shown(getVisit(request))))
  app.get('/staff', requireVisit({ role: 'Staff' }), (_request, response) => void response.send('for staff'))
  app.get(
    '/family',
    requireVisit({ role: ['Guardian', 'Student'] }),
    (_, response) => void response.send('family'),
  )
  app.get('/open', (request, response) => void response.json(shown(getVisit(request))))
  app.get('/from', (request, response) => void response.json(isEntrance(request)))
  app.get(
    '/redirect',
    (_request, response) => void response.cookie('theme', 'dark').append('Set-Cookie', 'b=2').redirect('/'),
  )
  app.get('/stream', (request, response) => {
    getVisit(request)
    response.append('Set-Cookie', THEME)
    parts().pipe(response)
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, async (_request, response) => {
      response.append('Set-Cookie', THEME)
      throw thrown
    })
  app.get('/file', (_request, response) => void response.set(FOR_ALL).send('file'))
  app.get('/file-by-hand', (_request, response) => void response.writeHead(200, FOR_ALL).end('file'))
  app.get('/own-caching', (request, response) => {
    getVisit(request)
    response.set('Cache-Control', 'private, max-age=60').send('page')
  })
  app.get('/by-hand', (_request, response) => {
    response.setHeader('Set-Cookie', 'lost=1')
    response.writeHead(200, 'Fine', { 'set-COOKIE': [THEME, 'b=2'], 'x-mark': 'kept' }).end('by hand')
  })
  app.get(
    '/headers',
    ({ headers, headersDistinct, rawHeaders }, response) =>
      void response.json([headers, headersDistinct, rawHeaders]),
  )
  app.post('/write', requireVisit(), (_request, response) => void response.send('written'))
  app.post('/sign-out', (request, response) => {
    signOut(request)
    response.json(shown(getVisit(request)))
  })
  const onError: ErrorRequestHandler = (error, _request, _response, next) => {
    failAgain(error)
    next(error)
  }
  app.use(onError)
  return await onSocket(app)
}

const mountFastify: Mount = async extension => {
  const { getVisit, isEntrance, requireVisit, signOut, visits } = inFastify
  const app = fastify({ http: { maxHeaderSize }, forceCloseConnections: true })
  await app.register(visits, { extension })
  app.get('/', { preHandler: requireVisit() }, async request => shown(getVisit(request)))
  app.get('/staff', { preHandler: requireVisit({ role: 'Staff' }) }, async () => 'for staff')
  app.get('/family', { onRequest: requireVisit({ role: ['Guardian', 'Student'] }) }, async () => 'family')
  app.get('/open', async request => shown(getVisit(request)))
  app.get('/from', async request => isEntrance(request))
  app.get('/redirect', (_request, reply) =>
    reply.header('Set-Cookie', THEME).header('Set-Cookie', 'b=2').redirect('/'),
  )
  app.get('/stream', (request, reply) => {
    getVisit(request)
    return reply.header('Set-Cookie', THEME).send(parts())
  })
  app.setErrorHandler((error, _request, reply) => {
    failAgain(error)
    return reply.code(500).send('Internal Server Error')
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, async (_request, reply) => {
      reply.header('Set-Cookie', THEME)
      throw thrown
    })
  app.get('/file', (_request, reply) => reply.headers(FOR_ALL).send('file'))
  app.get('/file-by-hand', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, Object.entries(FOR_ALL).flat()).end('file')
  })
  app.get('/own-caching', (request, reply) => {
    getVisit(request)
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
    return shown(getVisit(request))
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, [Symbol.asyncDispose]: () => app.close() }
}

const mountHono: Mount = async extension => {
  const { getVisit, isEntrance, requireVisit, signOut, visits } = inHono
  const app = new Hono()
  app.use(visits(extension))
  app.onError((error, c) => {
    failAgain(error)
    return c.text('Internal Server Error', 500)
  })
  app.get('/', requireVisit(), c => c.json(shown(getVisit(c))))
  app.get('/staff', requireVisit({ role: 'Staff' }), c => c.text('for staff'))
  app.get('/family', requireVisit({ role: ['Guardian', 'Student'] }), c => c.text('family'))
  app.get('/open', c => c.json(shown(getVisit(c))))
  app.get('/from', c => c.json(isEntrance(c)))
  app.get('/redirect', c => {
    c.header('Set-Cookie', THEME)
    c.header('Set-Cookie', 'b=2', { append: true })
    return c.redirect('/')
  })
  app.get('/stream', c => {
    getVisit(c)
    c.header('Set-Cookie', THEME)
    return c.body(webParts())
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, c => {
      c.header('Set-Cookie', THEME)
      throw thrown
    })
  for (const path of ['/file', '/file-by-hand']) app.get(path, c => c.text('file', 200, FOR_ALL))
  app.get('/own-caching', c => {
    getVisit(c)
    return c.text('page', 200, { 'Cache-Control': 'private, max-age=60' })
  })
  app.get('/by-hand', () => byHand())
  app.get('/headers', c => {
    const { headers, rawHeaders } = (c.env as HttpBindings).incoming
    return c.json([c.req.header(), [...c.req.raw.headers].flat(), headers, rawHeaders])
  })
  app.post('/write', requireVisit(), c => c.text('written'))
  app.post('/sign-out', c => {
    signOut(c)
    return c.json(shown(getVisit(c)))
  })
  return await served((request, platform) => app.fetch(request, platform))
}

const mountFetch: Mount = async extension => {
  const { getVisit, isEntrance, requireVisit, signOut, withVisits } = inFetch
  const cookies = (...lines: string[]) => lines.map(line => ['Set-Cookie', line] as [string, string])
  type Route = (request: Request, platform: HttpBindings) => Response | Promise<Response>
  const routes: Record<string, Route> = {
    'GET /': request => Response.json(shown(requireVisit(request))),
    'GET /staff': request => {
      requireVisit(request, { role: 'Staff' })
      return new Response('for staff')
    },
    'GET /family': request => {
      requireVisit(request, { role: ['Guardian', 'Student'] })
      return new Response('family')
    },
    'GET /open': request => Response.json(shown(getVisit(request))),
    'GET /from': request => Response.json(isEntrance(request)),
    'GET /redirect': () =>
      new Response(null, { status: 302, headers: [['Location', '/'], ...cookies(THEME, 'b=2')] }),
    'GET /stream': request => {
      getVisit(request)
      return new Response(webParts(), { headers: cookies(THEME) })
    },
    'GET /file': () => new Response('file', { headers: FOR_ALL }),
    'GET /file-by-hand': () => new Response('file', { headers: new Headers(FOR_ALL) }),
    'GET /own-caching': request => {
      getVisit(request)
      return new Response('page', { headers: { 'Cache-Control': 'private, max-age=60' } })
    },
    'GET /by-hand': () => byHand(),
    'GET /headers': ({ headers }, { incoming }) =>
      Response.json([
        Object.fromEntries(headers),
        [...headers].flat(),
        incoming.headers,
        incoming.rawHeaders,
      ]),
    'POST /write': request => {
      requireVisit(request)
      return new Response('written')
    },
    'POST /sign-out': request => {
      signOut(request)
      return Response.json(shown(getVisit(request)))
    },
  }
  return await served(
    withVisits(
      extension,
      (request, platform: HttpBindings) => {
        const method = request.method === 'HEAD' ? 'GET' : request.method
        const { pathname } = new URL(request.url)
        if (pathname in THROWN) throw THROWN[pathname]
        const route = routes[`${method} ${pathname}`]
        return route?.(request, platform) ?? new Response('nothing here', { status: 404 })
      },
      {
        onError(error) {
          failAgain(error)
          return new Response('Internal Server Error', { status: 500, headers: cookies(THEME) })
        },
      },
    ),
  )
}

/** An answer that cannot be changed, as one is that was fetched from elsewhere. */
async function byHand(): Promise<Response> {
  const upstream = createServer((_request, response) =>
    response.writeHead(200, { 'set-cookie': [THEME, 'b=2'], 'x-mark': 'kept' }).end('by hand'),
  )
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`)
  upstream.close()
  return answer
}

async function onSocket(listener: RequestListener): Promise<Mounted> {
  const server = createServer({ maxHeaderSize }, listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return mountedOn(server)
}

async function served(
  answer: (request: Request, platform: HttpBindings) => Response | Promise<Response>,
): Promise<Mounted> {
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const server = serve(
    {
      fetch: (request, platform) => answer(request, platform as HttpBindings),
      port: 0,
      hostname: '127.0.0.1',
      serverOptions: { maxHeaderSize },
    },
    () => resolve(),
  )
  await listening
  return mountedOn(server as ReturnType<typeof createServer>)
}

function mountedOn(server: ReturnType<typeof createServer>): Mounted {
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

export const MOUNTS = {
  'Express 5': mountExpress,
  'Fastify 5': mountFastify,
  'Hono 4': mountHono,
  'plain fetch': mountFetch,
} as const satisfies Record<string, Mount>
