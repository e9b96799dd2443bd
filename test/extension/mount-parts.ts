/** What the small web-app of the adapters' tests is made of, in every framework. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Extension, JsonValue } from '../../extension/index.ts'

export interface Mounted extends AsyncDisposable {
  /** As in `http://127.0.0.1:40300`. */
  origin: string
}

export interface Mount {
  (extension: Extension<JsonValue>): Promise<Mounted>
  /** Routes that the framework itself never answers. */
  unanswered?: readonly string[]
  /** The framework drops what the route has set when it fails. */
  failsWithoutCookies?: boolean
  /** Whether the web-app reads the visit is not known: each response to a visitor is for one only. */
  supposesReading?: boolean
  /** The adapter runs before the route and apart from it: what it says of caching replaces what the route says. */
  decidesBefore?: boolean
}

/** A single sign-on response is longer than what Node takes otherwise. */
export const maxHeaderSize = 64 * 1024
export const THEME = 'theme=dark; Path=/'
/** For everybody to keep: so say the web-app, and its word to a CDN, to a proxy and to old caches. */
export const FOR_ALL = {
  'Cache-Control': 'public, max-age=60',
  'CDN-Cache-Control': 'public, max-age=600',
  'Surrogate-Control': 'max-age=600',
  Expires: 'Tue, 01 Jan 2999 00:00:00 GMT',
}

/** What a server of Node passes beside a Request. */
export interface Platform {
  incoming: IncomingMessage
}
export type Answer = (request: Request, platform: Platform) => Response | Promise<Response>
/** Starts a server for a function from Request to Response. */
export type Serve = (answer: Answer) => Promise<Mounted>

const STUMBLES = 'a mistake that the error handler stumbles over'
/** What routes throw. New each time, because a framework may write its own fields on an error. */
export const THROWN: Readonly<Record<string, () => unknown>> = {
  '/fails': () => new Error('a mistake of the web-app'),
  '/fails-twice': () => new Error(STUMBLES),
  '/throws-text': () => 'a text',
  '/throws-null': () => null,
  '/throws-nothing': () => undefined,
}
export const failAgain = (error: unknown) => {
  if (error instanceof Error && error.message === STUMBLES) throw error
}

/** What the routes below answer: the visit, or nobody. */
export const shown = (visit: { user: { fullName: string } } | undefined) => visit ?? { nobody: true }
export const parts = () => Readable.from(['first ', 'second ', 'third'])
export const webParts = () => Readable.toWeb(parts()) as ReadableStream

/** The functions of an adapter whose routes answer with a Response. `At` is what a route is given: a request or an event. */
export interface WebFunctions<At> {
  requireVisit: (...given: [object, (at: At) => unknown] | [(at: At) => unknown]) => (at: At) => unknown
  visitOf: (at: At) => unknown
  findVisit: (at: At) => unknown
  isEntrance: (at: At) => unknown
  signOut: (at: At) => unknown
  /** All that a log could find of a request's headers. */
  headersOf: (at: At) => unknown
}

/** @param path decides, with the method */
export function webApp<At>({
  requireVisit,
  visitOf,
  findVisit,
  isEntrance,
  signOut,
  headersOf,
}: WebFunctions<At>) {
  const found = async (at: At) => shown((await findVisit(at)) as { user: { fullName: string } } | undefined)
  const cookies = (...lines: string[]) => lines.map(line => ['Set-Cookie', line] as [string, string])
  const routes: Record<string, (at: At) => unknown> = {
    'GET /': requireVisit(async at => Response.json(await visitOf(at))),
    'GET /staff': requireVisit({ role: 'Staff' }, () => new Response('for staff')),
    'GET /family': requireVisit({ role: ['Guardian', 'Student'] }, () => new Response('family')),
    'GET /open': async at => Response.json(await found(at)),
    'GET /from': async at => Response.json(await isEntrance(at)),
    'GET /redirect': () =>
      new Response(null, { status: 302, headers: [['Location', '/'], ...cookies(THEME, 'b=2')] }),
    'GET /stream': async at => {
      await findVisit(at)
      return new Response(webParts(), { headers: cookies(THEME) })
    },
    'GET /file': () => new Response('file', { headers: FOR_ALL }),
    'GET /file-by-hand': () => new Response('file', { headers: new Headers(FOR_ALL) }),
    'GET /own-caching': async at => {
      await findVisit(at)
      return new Response('page', { headers: { 'Cache-Control': 'private, max-age=60' } })
    },
    'GET /by-hand': () => byHand(),
    'GET /headers': async at => Response.json(await headersOf(at)),
    'POST /write': requireVisit(() => new Response('written')),
    'POST /sign-out': async at => {
      await signOut(at)
      return Response.json(await found(at))
    },
  }
  return async (at: At, method: string, path: string): Promise<Response> => {
    const thrown = THROWN[path]
    if (thrown) throw thrown()
    const answer = await routes[`${method === 'HEAD' ? 'GET' : method} ${path}`]?.(at)
    return (answer as Response | undefined) ?? new Response('nothing here', { status: 404 })
  }
}

/** An answer that cannot be changed, as one is that was fetched from elsewhere. */
export async function byHand(): Promise<Response> {
  const upstream = createServer((_request, response) =>
    response.writeHead(200, { 'set-cookie': [THEME, 'b=2'], 'x-mark': 'kept' }).end('by hand'),
  )
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`)
  upstream.close()
  return answer
}

export async function onSocket(listener: RequestListener): Promise<Mounted> {
  const server = createServer({ maxHeaderSize }, listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return mountedOn(server)
}

/** A function from Request to Response on Node's own server. */
export const served: Serve = async answer =>
  await onSocket((incoming, outgoing) => void answerOn(answer, incoming, outgoing))

async function answerOn(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const { method = 'GET', url = '/', headers } = incoming
  const request = new Request(`http://${headers.host}${url}`, {
    ...{ method, signal: gone.signal, headers: headers as Record<string, string> },
  })
  const { status, headers: sent, body } = await answer(request, { incoming })
  for (const [name, value] of sent) outgoing.appendHeader(name, value)
  outgoing.writeHead(status)
  // A visitor who has gone needs no answer.
  if (body && method !== 'HEAD')
    await pipeline(Readable.fromWeb(body as NodeStream), outgoing).catch(() => {})
  else outgoing.end()
}

export function mountedOn(server: Server): Mounted {
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
