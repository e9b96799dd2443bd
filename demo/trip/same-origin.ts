/** Whether a form was sent from a page of this web-app: a browser says so, and no other site can make it say so. */
import type { FastifyRequest } from 'fastify'

export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  // The scheme may be another: a proxy in front may speak TLS.
  return URL.canParse(origin) && new URL(origin).host === host
}
