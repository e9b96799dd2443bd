/**
 * What every console call must pass before anything of it is read: our own name in Host, no other website behind it,
 * and somebody signed in.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesOneHost } from '../../service/one-host.ts'
import { hashOf, sameHash } from '../../service/store/secret.ts'
import type { Attempts } from '../../shared/server/attempts.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { tokensIn } from './cookie.ts'
import type { OwnOrigins } from './origins.ts'
import type { ConsoleSessions } from './sessions.ts'
import type { DownloadTickets } from './tickets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered to whoever is not signed in as well: signing in itself. */
    open?: boolean
    /** Harmless, and asked for by the browser itself, which sends no key: pictures of a page, events. */
    byCookie?: boolean
    /** A download, which a ticket opens as well. */
    byTicket?: boolean
  }
  interface FastifyRequest {
    /** The console session of the browser that asks; null for programs and for whoever is not signed in. */
    consoleSession: Buffer | null
  }
}

export interface GuardParts {
  origins: OwnOrigins
  sessions: ConsoleSessions
  tickets: DownloadTickets
  /** Hash of the token that programs use. */
  consoleToken: Buffer | undefined
  attempts: Attempts
  /** The port of this service, which is part of its cookie's name. */
  port(): string
}

/** What our own pages send beside the cookie. */
export const KEY_HEADER = 'x-console-key'

export type Guard = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/** Refuses a call under a name that is not ours. */
export function hostGuard(origins: OwnOrigins): Guard {
  return (request, reply) => {
    if (!namesOneHost(request.raw))
      return sendProblem(reply, {
        status: 400,
        title: 'Bad Request',
        detail: 'There are several Host headers',
      })
    if (origins.hasHost(request.headers.host)) return undefined
    return sendProblem(reply, {
      status: 421,
      title: 'Misdirected Request',
      detail:
        'The console answers under the address that the service printed, on localhost, and under its public address ' +
        '(option publicUrl, --public-url): open it there',
    })
  }
}

/** Refuses what another website sent, and whoever is not signed in. */
export function accessGuard({ origins, sessions, tickets, consoleToken, attempts, port }: GuardParts): Guard {
  const admitsBearer = (token: string) => consoleToken !== undefined && sameHash(hashOf(token), consoleToken)

  /** A cookie alone opens next to nothing (sessions.ts). */
  function isWhole(session: Buffer, { headers, query, routeOptions }: FastifyRequest): boolean {
    const { byCookie, byTicket } = routeOptions.config
    if (byCookie || sessions.hasKey(session, `${headers[KEY_HEADER] ?? ''}`)) return true
    return byTicket === true && tickets.use(`${(query as { ticket?: unknown }).ticket ?? ''}`, session)
  }

  return function guardAccess(request, reply) {
    const { authorization, cookie, host } = request.headers
    const bearer = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
    if (!isOwnPage(request, origins, bearer !== undefined))
      return sendProblem(reply, {
        status: 403,
        title: 'Forbidden',
        detail:
          'The console takes calls from its own pages only, and from programs that send a console token',
      })
    if (bearer !== undefined) {
      const right = admitsBearer(bearer)
      if (right) return undefined
      const seconds = attempts.waitFor(request.ip)
      if (seconds > 0) return sendTooMany(reply, seconds)
      attempts.failed(request.ip)
    }
    for (const token of bearer === undefined
      ? tokensIn(cookie, port(), origins.isSecure(host, undefined))
      : []) {
      const session = sessions.find(token)
      if (!session || !isWhole(session, request)) continue
      request.consoleSession = session
      return undefined
    }
    if (request.routeOptions.config.open) return undefined
    return sendProblem(reply, {
      status: 401,
      title: 'Unauthorized',
      detail: 'Sign in to the console, or send a console token (Authorization: Bearer)',
    })
  }
}

export function sendTooMany(reply: FastifyReply, seconds: number): FastifyReply {
  return sendProblem(reply.header('retry-after', `${seconds}`), {
    status: 429,
    title: 'Too Many Requests',
    detail: `Too many attempts have failed; try again in ${seconds} seconds`,
  })
}

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
