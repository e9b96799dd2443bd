/** One and the same small web-app, mounted in each framework on a real socket. */
import type { HttpBindings } from '@hono/node-server'
import express, { type ErrorRequestHandler } from 'express'
import fastify from 'fastify'
import { createApp, defineEventHandler, type H3Event, toNodeListener } from 'h3'
import { H3 as H3v2, type H3Event as H3v2Event } from 'h3-2'
import { toNodeHandler } from 'h3-2/node'
import { Hono } from 'hono'
import { forExpress } from '../../extension/express.ts'
import { forFastify } from '../../extension/fastify.ts'
import { forFetch } from '../../extension/fetch.ts'
import { forHono } from '../../extension/hono.ts'
import { forNitro } from '../../extension/nitro.ts'
import {
  byHand,
  FOR_ALL,
  failAgain,
  type Mount,
  maxHeaderSize,
  onSocket,
  parts,
  served,
  shown,
  THEME,
  THROWN,
  type WebFunctions,
  webApp,
  webParts,
} from './mount-parts.ts'

const mountExpress: Mount = async extension => {
  const { findVisit, isEntrance, requireVisit, signOut, visitOf, visits } = forExpress(extension)
  const app = express().disable('x-powered-by')
  // Its own answer, without the error's story in the test's output.
  app.set('env', 'test')
  // What stands before it may have looked at all headers, which Node then keeps.
  app.use(({ headersDistinct }, _response, next) => next(headersDistinct ? undefined : 'error'))
  app.use(visits)
  app.get('/', requireVisit(), (request, response) => void response.json(visitOf(request)))
  app.get('/staff', requireVisit({ role: 'Staff' }), (_request, response) => void response.send('for staff'))
  app.get(
    '/family',
    requireVisit({ role: ['Guardian', 'Student'] }),
    (_, response) => void response.send('family'),
  )
  app.get('/open', (request, response) => void response.json(shown(findVisit(request))))
  app.get('/from', (request, response) => void response.json(isEntrance(request)))
  app.get(
    '/redirect',
    (_request, response) => void response.cookie('theme', 'dark').append('Set-Cookie', 'b=2').redirect('/'),
  )
  app.get('/stream', (request, response) => {
    findVisit(request)
    response.append('Set-Cookie', THEME)
    parts().pipe(response)
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, async (_request, response) => {
      response.append('Set-Cookie', THEME)
      throw thrown()
    })
  app.get('/file', (_request, response) => void response.set(FOR_ALL).send('file'))
  app.get('/file-by-hand', (_request, response) => void response.writeHead(200, FOR_ALL).end('file'))
  app.get('/own-caching', (request, response) => {
    findVisit(request)
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
    response.json(shown(findVisit(request)))
  })
  const onError: ErrorRequestHandler = (error, _request, _response, next) => {
    failAgain(error)
    next(error)
  }
  app.use(onError)
  return await onSocket(app)
}

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

const mountHono: Mount = async extension => {
  const { findVisit, isEntrance, requireVisit, signOut, visitOf, visits } = forHono(extension)
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
    const { headers, rawHeaders } = (c.env as HttpBindings).incoming
    return c.json([c.req.header(), [...c.req.raw.headers].flat(), headers, rawHeaders])
  })
  app.post('/write', requireVisit(), c => c.text('written'))
  app.post('/sign-out', c => {
    signOut(c)
    return c.json(shown(findVisit(c)))
  })
  return await served((request, platform) => app.fetch(request, platform))
}

const mountFetch: Mount = async extension => {
  const { visits, ...functions } = forFetch(extension)
  const platforms = new WeakMap<Request, HttpBindings>()
  const app = webApp<Request>({
    ...(functions as Omit<WebFunctions<Request>, 'headersOf'>),
    headersOf(request) {
      const { headers, rawHeaders } = platforms.get(request)?.incoming ?? {}
      return [Object.fromEntries(request.headers), [...request.headers].flat(), headers, rawHeaders]
    },
  })
  return await served(
    visits(
      (request, platform: HttpBindings) => {
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

/** The server of Nuxt 4 and Nitro 2. */
const mountH3: Mount = async extension => {
  const { visits, ...functions } = forNitro(extension)
  const answer = webApp<H3Event>({
    ...(functions as Omit<WebFunctions<H3Event>, 'headersOf'>),
    headersOf: ({ headers, node }) => [
      [...headers].flat(),
      node.req.headers,
      node.req.headersDistinct,
      node.req.rawHeaders,
    ],
  })
  const app = createApp({
    onError(error, { node }) {
      failAgain(error.cause ?? error)
      node.res.writeHead(500).end()
    },
  })
  // What stands before it may have looked at all headers, which h3 then keeps.
  app.use(defineEventHandler(({ headers }) => void headers.has('accept')))
  app.use(defineEventHandler(visits))
  app.use(defineEventHandler(event => answer(event, event.method, event.path)))
  return await onSocket(toNodeListener(app))
}

/** The server of Nitro 3. */
const mountH3v2: Mount = async extension => {
  const { visits, ...functions } = forNitro(extension)
  const answer = webApp<H3v2Event>({
    ...(functions as Omit<WebFunctions<H3v2Event>, 'headersOf'>),
    headersOf: ({ req, runtime }) => [
      [...req.headers].flat(),
      runtime?.node?.req.headers,
      runtime?.node?.req.rawHeaders,
    ],
  })
  const app = new H3v2({ silent: true })
  app.use(({ req }) => void [...req.headers])
  app.use(visits)
  app.all('/**', event => answer(event, event.req.method, event.url.pathname))
  return await onSocket(toNodeHandler(app))
}

// Its own error handling reads the message of what was thrown, and lets errors of its error handler through.
mountH3.unanswered = ['/fails-twice', '/throws-null', '/throws-nothing']
for (const mount of [mountH3, mountH3v2])
  Object.assign(mount, { failsWithoutCookies: true, supposesReading: true })

export const MOUNTS = {
  'Express 5': mountExpress,
  'Fastify 5': mountFastify,
  'Hono 4': mountHono,
  'plain fetch': mountFetch,
  'h3 1': mountH3,
  'h3 2': mountH3v2,
} as const satisfies Record<string, Mount>
