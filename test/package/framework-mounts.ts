/** The small web-app of the adapters' tests in frameworks that are installed beside the packed kit. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  type Answer,
  FOR_ALL,
  failAgain,
  type Mount,
  maxHeaderSize,
  mountedOn,
  onSocket,
  parts,
  type Serve,
  shown,
  THEME,
  THROWN,
  type WebFunctions,
  webApp,
} from '../extension/mount-parts.ts'
import { fetchOn, honoOn } from '../extension/mounts.ts'
import { installedFolder } from '../support/installed.ts'

const require = createRequire(join(installedFolder(), 'program.js'))
const { forExpress }: typeof import('../../extension/express.ts') = require('@schoolbell/extension/express')
const { forFetch }: typeof import('../../extension/fetch.ts') = require('@schoolbell/extension/fetch')
const { forHono }: typeof import('../../extension/hono.ts') = require('@schoolbell/extension/hono')
export const { forNitro }: typeof import('../../extension/nitro.ts') = require('@schoolbell/extension/nitro')

/** What the web-app uses of Express. */
interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): void
  set(name: string, value: unknown): unknown
  use(handler: ExpressHandler): unknown
  use(handler: ExpressErrorHandler): unknown
  get(path: string, ...handlers: ExpressHandler[]): unknown
  post(path: string, ...handlers: ExpressHandler[]): unknown
}
interface ExpressResponse extends ServerResponse {
  append(name: string, value: string): ExpressResponse
  cookie(name: string, value: string): ExpressResponse
  json(body: unknown): void
  redirect(path: string): void
  send(body: string): void
  set(headers: Record<string, string>): ExpressResponse
}
type Next = (error?: unknown) => void
type ExpressHandler = (request: IncomingMessage, response: ExpressResponse, next: Next) => unknown
type ExpressErrorHandler = (error: unknown, ...request: Parameters<ExpressHandler>) => unknown

/** An event of h3 1: of Nuxt 4 and Nitro 2. */
export interface H3Event {
  headers: Headers
  method: string
  path: string
  node: { req: IncomingMessage; res: ServerResponse }
}
interface H3 {
  createApp(options?: { onError: (error: Error, event: H3Event) => void }): { use(handler: unknown): void }
  defineEventHandler(handler: (event: H3Event) => unknown): unknown
  toNodeListener(app: object): RequestListener
  toWebRequest(event: H3Event): Request
}
/** An event of h3 2: of Nitro 3. */
export interface H3v2Event {
  req: Request
  url: URL
  runtime?: { node?: H3Event['node'] }
}
interface H3v2App {
  use(handler: (event: H3v2Event) => unknown): void
  all(path: string, handler: (event: H3v2Event) => unknown): void
}

const express: () => ExpressApp = require('express')
export const h3: H3 = require('h3')
export const { H3: H3v2 }: { H3: new (options: { silent: true }) => H3v2App } = require('h3-2')
export const { toNodeHandler }: { toNodeHandler: (app: H3v2App) => RequestListener } = require('h3-2/node')
const { serve }: { serve: (options: object, listening: (at: AddressInfo) => void) => never } =
  require('@hono/node-server')

const mountExpress: Mount = async extension => {
  const { findVisit, isEntrance, requireVisit, signOut, visitOf, visits } = forExpress(extension)
  const app = express()
  // Its own answer, without the error's story in the test's output.
  app.set('env', 'test')
  // What stands before it may have looked at all headers, which Node then keeps.
  app.use(({ headersDistinct }, _response, next) => next(headersDistinct ? undefined : 'error'))
  app.use(visits)
  app.get('/', requireVisit(), (request, response) => response.json(visitOf(request)))
  app.get('/staff', requireVisit({ role: 'Staff' }), (_, response) => response.send('for staff'))
  app.get('/family', requireVisit({ role: ['Guardian', 'Student'] }), (_, response) =>
    response.send('family'),
  )
  app.get('/open', (request, response) => response.json(shown(findVisit(request))))
  app.get('/from', (request, response) => response.json(isEntrance(request)))
  app.get('/redirect', (_, response) =>
    response.cookie('theme', 'dark').append('Set-Cookie', 'b=2').redirect('/'),
  )
  app.get('/stream', (request, response) => {
    findVisit(request)
    parts().pipe(response.append('Set-Cookie', THEME))
  })
  for (const [path, thrown] of Object.entries(THROWN))
    app.get(path, async (_, response) => {
      response.append('Set-Cookie', THEME)
      throw thrown()
    })
  app.get('/file', (_, response) => response.set(FOR_ALL).send('file'))
  app.get('/file-by-hand', (_, response) => response.writeHead(200, FOR_ALL).end('file'))
  app.get('/own-caching', (request, response) => {
    findVisit(request)
    response.set({ 'Cache-Control': 'private, max-age=60' }).send('page')
  })
  app.get('/by-hand', (_, response) => {
    response.setHeader('Set-Cookie', 'lost=1')
    response.writeHead(200, 'Fine', { 'set-COOKIE': [THEME, 'b=2'], 'x-mark': 'kept' }).end('by hand')
  })
  app.get('/headers', ({ headers, headersDistinct, rawHeaders }, response) =>
    response.json([headers, headersDistinct, rawHeaders]),
  )
  app.post('/write', requireVisit(), (_, response) => response.send('written'))
  app.post('/sign-out', (request, response) => {
    signOut(request)
    response.json(shown(findVisit(request)))
  })
  const onError: ExpressErrorHandler = (error, _request, _response, next) => {
    failAgain(error)
    next(error)
  }
  app.use(onError)
  return await onSocket(app)
}

const mountH3: Mount = async extension => {
  const { visits, ...functions } = forNitro(extension)
  const answer = webApp<H3Event>({
    ...(functions as Omit<WebFunctions<H3Event>, 'headersOf'>),
    headersOf: ({ headers, node: { req } }) => [
      [...headers].flat(),
      req.headers,
      req.headersDistinct,
      req.rawHeaders,
    ],
  })
  const app = h3.createApp({
    onError(error, { node }) {
      failAgain(error.cause ?? error)
      node.res.writeHead(500).end()
    },
  })
  // What stands before it may have looked at all headers, which h3 then keeps.
  app.use(h3.defineEventHandler(({ headers }) => void headers.has('accept')))
  app.use(h3.defineEventHandler(visits))
  app.use(h3.defineEventHandler(event => answer(event, event.method, event.path)))
  return await onSocket(h3.toNodeListener(app))
}

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

/** Hono's server puts classes of its own in their places, which other frameworks do not expect. */
const NATIVE = { Request, Response }
const servedByHono: Serve = async (answer: Answer) => {
  const { promise: listening, resolve } = Promise.withResolvers<unknown>()
  const server = serve(
    { fetch: answer, port: 0, hostname: '127.0.0.1', serverOptions: { maxHeaderSize } },
    resolve,
  )
  await listening
  const mounted = mountedOn(server)
  return {
    ...mounted,
    async [Symbol.asyncDispose]() {
      await mounted[Symbol.asyncDispose]()
      Object.assign(globalThis, NATIVE)
    },
  }
}

export const MOUNTS: Readonly<Record<string, Mount>> = {
  'Express 5': mountExpress,
  'Hono 4 on its own server': honoOn(servedByHono, forHono),
  'plain fetch on Hono’s server': fetchOn(servedByHono, forFetch),
  'h3 1': mountH3,
  'h3 2': mountH3v2,
}
