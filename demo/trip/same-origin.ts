/** Whether a form was sent from a page of this web-app. Only the browser sets these headers. */
import type { FastifyRequest } from 'fastify'

export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  // Only hosts are compared: a proxy in front may use TLS.
  return URL.canParse(origin) && new URL(origin).host === host
}
