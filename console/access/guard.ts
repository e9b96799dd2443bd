/**
 * Every call of the console must pass these checks before anything of it is read: our own name in Host, no other website
 * behind it, and somebody signed in.
 */
import type { FastifyRequest } from 'fastify'
import { namesOneHost } from '../../shared/server/one-host.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import { hashOf, sameHash } from '../../shared/server/secret.ts'
import type { ConsoleAccess } from './access.ts'
import { tokensIn } from './cookie.ts'
import type { OwnOrigins } from './origins.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also for callers that are not signed in: signing in itself. */
    open?: boolean
    /** Harmless, and asked for by the browser itself, which sends no key: pictures of a page, events. */
    byCookie?: boolean
    /** A download, which a ticket opens as well. */
    byTicket?: boolean
  }
  interface FastifyRequest {
    /** The console session of the browser; null for programs and for callers that are not signed in. */
    consoleSession: Buffer | null
  }
}

/** What our own pages send beside the cookie. */
export const KEY_HEADER = 'x-console-key'

/** Refuses a call under a name that is not ours. @throws {HttpProblem} */
export function checkHost(request: FastifyRequest, origins: OwnOrigins): void {
  if (!namesOneHost(request.raw)) throw new HttpProblem(400, 'There are several Host headers')
  if (!origins.hasHost(request.headers.host))
    throw new HttpProblem(
      421,
      'The console answers under the address that the service printed, on localhost, and under its public address ' +
        '(option publicUrl, --public-url): open it there',
    )
}

/** Refuses what another website sent, and callers that are not signed in. @throws {HttpProblem} */
export function checkAccess(request: FastifyRequest, access: ConsoleAccess): void {
  const { origins, consoleToken, attempts } = access
  const bearer = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!isOwnPage(request, origins, bearer !== undefined))
    throw new HttpProblem(
      403,
      'The console takes calls from its own pages only, and from programs that send a console token',
    )
  if (bearer !== undefined) {
    if (consoleToken !== undefined && sameHash(hashOf(bearer), consoleToken)) return
    const seconds = attempts.waitFor(request.ip)
    if (seconds > 0) throw tooManyAttempts(seconds)
    attempts.failed(request.ip)
  } else request.consoleSession = sessionOf(request, access)
  if (!request.consoleSession && !request.routeOptions.config.open)
    throw new HttpProblem(401, 'Sign in to the console, or send a console token (Authorization: Bearer)')
}

/** The session whose both halves the request has. A cookie alone opens next to nothing (sessions.ts). */
function sessionOf(
  { headers, query, routeOptions }: FastifyRequest,
  { origins, sessions, tickets, port }: ConsoleAccess,
): Buffer | null {
  const { byCookie, byTicket } = routeOptions.config
  const key = `${headers[KEY_HEADER] ?? ''}`
  const ticket = `${(query as { ticket?: unknown }).ticket ?? ''}`
  for (const token of tokensIn(headers.cookie, port(), origins.isSecure(headers.host, undefined))) {
    const session = sessions.find(token)
    if (!session) continue
    if (byCookie || sessions.hasKey(session, key)) return session
    if (byTicket && tickets.use(ticket, session)) return session
  }
  return null
}

export const tooManyAttempts = (seconds: number) =>
  new HttpProblem(429, `Too many attempts have failed; try again in ${seconds} seconds`, {
    headers: { 'retry-after': `${seconds}` },
  })

const READS = ['GET', 'HEAD']

/**
 * Whether one of our own pages asks. A write must prove it: by what browsers say of themselves and no page can change
 * (Sec-Fetch-Site, Origin), or by a token that no browser adds on its own.
 */
function isOwnPage({ method, headers }: FastifyRequest, origins: OwnOrigins, hasBearer: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && !origins.hasOrigin(origin)) return false
  if (READS.includes(method)) return site === undefined || site === 'same-origin' || site === 'none'
  if (site !== undefined && site !== 'same-origin') return false
  return site !== undefined || origin !== undefined || hasBearer
}
