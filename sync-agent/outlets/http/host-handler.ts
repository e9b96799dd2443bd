/** The agent inside a host's own server: a plain `(request, response)` handler for any framework. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { withoutEnd } from '../../../shared/text/without-end.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface HostHandler {
  /** For a host that keeps the path prefix in the URL; a prefix that is already removed is fine. */
  at(prefix: string): RequestHandler
  /** Refuses new requests; resolves when the current ones have ended. */
  end(): Promise<void>
}

/** Properties of Express; Fastify and others have them, too. */
type MountedRequest = IncomingMessage & { baseUrl?: string; originalUrl?: string }

/** The agent's mount path, as in `/school`; empty for its own server. */
export const mountOf = (request: IncomingMessage): string => (request as MountedRequest).baseUrl ?? ''

/** URLs for this visitor. */
export function underMount(
  request: IncomingMessage,
  addresses: Record<string, string>,
): Record<string, string> {
  const at = mountOf(request)
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, at + address]))
}

/**
 * For the agent's own server with a path in the public address: the server in front may keep this path in the URL, as nginx
 * does if `proxy_pass` has no path, or remove it.
 */
export function underPublicPath(publicUrl: string | undefined): (request: MountedRequest) => void {
  const path = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
  if (path === '') return () => undefined
  return request => {
    stripPrefix(request, path)
    request.baseUrl = path
  }
}

export function createHostHandler(server: FastifyInstance): HostHandler {
  const answering = new Set<ServerResponse>()
  let ready: PromiseLike<unknown> | undefined
  let ended = false
  let whenIdle = () => {}

  const answer: RequestHandler = (request, response) => {
    if (ended) return refuse(response)
    answering.add(response)
    response.once('close', () => {
      answering.delete(response)
      if (answering.size === 0) whenIdle()
    })
    ready ??= server.ready()
    ready.then(
      () => server.routing(request, response),
      error => {
        server.log.error({ err: error }, 'cannot start the HTTP server')
        refuse(response)
      },
    )
  }

  return {
    at(prefix) {
      const path = withoutEnd(prefix, '/')
      return function answerForHost(request, response) {
        if (path !== '') stripPrefix(request, path)
        answer(request, response)
      }
    },
    async end() {
      ended = true
      if (answering.size === 0) return
      await new Promise<void>(resolve => {
        whenIdle = resolve
      })
    },
  }
}

function stripPrefix(request: MountedRequest, path: string): void {
  const { url = '/' } = request
  const rest = url.slice(path.length)
  if (!url.startsWith(path) || !/^([/?]|$)/.test(rest)) return
  request.originalUrl ??= url
  request.baseUrl = (request.baseUrl ?? '') + path
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

function refuse(response: ServerResponse): void {
  const problem = { type: 'about:blank', status: 503, title: 'Service Unavailable' }
  response.writeHead(503, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(problem))
}
