/**
 * Which pages of other origins may read responses: all, or those on a list.
 *
 * Not @fastify/cors: answers from the cache and for addresses that cannot be decoded pass no plugin, and its OPTIONS does not see
 * that a route allows more.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AllowedOrigins } from '../../options/options.ts'

export interface CrossOrigin {
  /** Headers for a page of this origin. */
  headersFor(origin: string | undefined): OutgoingHttpHeaders
  /** Also `origin` if the response depends on it. */
  vary: string
}

const ALLOWED = 'GET, HEAD, OPTIONS'
/** Request headers that scripts may send, and response headers that they may read. */
const ASKED = 'if-modified-since, if-none-match, last-event-id, range'
export const EXPOSED = 'age, cache-status, content-range, etag, retry-after, schoolbell-store'
const PREFLIGHT_SECONDS = '86400'

export function crossOrigin(allowed: AllowedOrigins): CrossOrigin {
  const common = { 'access-control-expose-headers': EXPOSED, 'x-content-type-options': 'nosniff' }
  if (allowed === '*') {
    const headers = { 'access-control-allow-origin': '*', ...common }
    return { headersFor: () => headers, vary: 'accept-encoding' }
  }
  const byOrigin = new Map(
    allowed.map(origin => [origin, { 'access-control-allow-origin': origin, ...common }]),
  )
  const others = { 'x-content-type-options': 'nosniff' }
  return {
    headersFor: origin => byOrigin.get(origin ?? '') ?? others,
    vary: 'accept-encoding, origin',
  }
}

/** Adds the headers to every response, and answers preflight requests. */
export function crossOriginHooks(server: FastifyInstance, { headersFor, vary }: CrossOrigin): void {
  server.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(headersFor(headers.origin))
  })
  if (vary.includes('origin')) {
    server.addHook('onSend', async (_request, reply) => {
      // A cache must not give one origin's response to another; responses for any origin stay unchanged.
      if (reply.getHeader('access-control-allow-origin') === '*') return
      const vary = reply.getHeader('vary')
      reply.header('vary', vary ? `${vary}, origin` : 'origin')
    })
  }
  server.options('/*', (_request, reply) =>
    reply
      .code(204)
      .headers({
        allow: ALLOWED,
        'access-control-allow-methods': ALLOWED,
        'access-control-allow-headers': ASKED,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  )
}
