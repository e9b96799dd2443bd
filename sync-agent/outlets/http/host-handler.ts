/** The agent's answers inside a host's own server: a plain `(request, response)` handler for whatever framework it has. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface HostHandler {
  /** For a path prefix that is still in the address; one that the host has taken off already is no fault. */
  at(prefix: string): RequestHandler
  /** Refuses what comes from now on; ends once what is being answered is. */
  end(): Promise<void>
}

/** As Express calls them; Fastify and others read them, too. */
type MountedRequest = IncomingMessage & { baseUrl?: string; originalUrl?: string }

/** The path that the agent is mounted under, as in `/school`; empty when it serves by itself. */
export const mountOf = (request: IncomingMessage): string => (request as MountedRequest).baseUrl ?? ''

/** Addresses as this visitor has to ask for them. */
export function underMount(
  request: IncomingMessage,
  addresses: Record<string, string>,
): Record<string, string> {
  const at = mountOf(request)
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, at + address]))
}

/**
 * For requests to the agent's own server, when the public address has a path: the server in front may leave that path in the
 * address, as nginx does when `proxy_pass` names no path, or take it off.
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
        server.log.error({ err: error }, 'the HTTP outlet cannot begin')
        refuse(response)
      },
    )
  }

  return {
    at(prefix) {
      const path = prefix.replace(/\/+$/, '')
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
