/** Signing in and out over HTTP. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hashOf, sameHash } from '../../service/store/secret.ts'
import { checkOf } from '../../shared/client/check.ts'
import type { Attempts } from '../../shared/server/attempts.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import { endedCookie, sessionCookie } from './cookie.ts'
import { sendTooMany } from './guard.ts'
import type { SignInLinks } from './links.ts'
import {
  ACCESS,
  DOWNLOAD_TICKETS,
  SIGN_IN,
  SIGN_IN_LINKS,
  SIGN_OUT,
  SIGN_OUT_EVERYWHERE,
  SignInSecret,
} from './operations.ts'
import type { OwnOrigins } from './origins.ts'
import type { ConsoleSessions } from './sessions.ts'
import type { DownloadTickets } from './tickets.ts'

export interface AccessParts {
  origins: OwnOrigins
  sessions: ConsoleSessions
  links: SignInLinks
  tickets: DownloadTickets
  /** The address of a link that signs in, for a token. */
  linkTo(token: string): string
  /** Hash of the administrator's password. */
  adminPassword: Buffer | undefined
  attempts: Attempts
  port(): string
  /** A link has signed somebody in, or one that no longer does was tried: another is needed. */
  onLinkUsed(): void
  /** A session is over: streams of events that belong to it end. */
  onEnded(): void
}

const signInCheck = checkOf(SignInSecret)

export async function accessApi(server: FastifyInstance, parts: AccessParts): Promise<void> {
  const { origins, sessions, links, tickets, linkTo, adminPassword, attempts, port, onLinkUsed, onEnded } =
    parts

  /** A secret that is wrong, used up or expired is refused alike, after the same work. */
  function isRight(given: { token: string } | { password: string }, isShutOut: boolean): boolean {
    if ('password' in given)
      return adminPassword !== undefined && sameHash(hashOf(given.password), adminPassword)
    const link = links.use(given.token)
    // Later, so that the time of the answer does not tell a spent one from a wrong one.
    if (link === 'live' || (link === 'spent' && !isShutOut)) setImmediate(onLinkUsed)
    return link === 'live'
  }

  server.get('/access', { config: { open: true, openapi: ACCESS } }, ({ consoleSession }, reply) =>
    reply.send({ signedIn: consoleSession !== null, hasPassword: adminPassword !== undefined }),
  )

  server.post('/sign-in', { config: { open: true, openapi: SIGN_IN }, bodyLimit: 4096 }, (request, reply) => {
    const given = bodyOf(signInCheck, request)
    // A right link is let in whoever else has failed from there: nobody guesses 256 bits.
    const seconds = attempts.waitFor(request.ip)
    if (seconds > 0 && 'password' in given) return sendTooMany(reply, seconds)
    if (!isRight(given, seconds > 0)) return refuse(reply, request.ip, 'token' in given)
    attempts.succeeded(request.ip)
    if (request.consoleSession) sessions.end(request.consoleSession)
    const { token, key, expireAt } = sessions.begin()
    return reply
      .header('set-cookie', sessionCookie(token, port(), isSecure(request.headers)))
      .send({ signedIn: true, key, expireAt: new Date(expireAt).toISOString() })
  })

  server.post('/sign-out', { config: { openapi: SIGN_OUT } }, (request, reply) => {
    if (request.consoleSession) sessions.end(request.consoleSession)
    onEnded()
    return goodbye(reply, isSecure(request.headers))
  })

  server.post('/sign-out-everywhere', { config: { openapi: SIGN_OUT_EVERYWHERE } }, (request, reply) => {
    sessions.endAll()
    onEnded()
    return goodbye(reply, isSecure(request.headers))
  })

  server.post('/sign-in-links', { config: { openapi: SIGN_IN_LINKS } }, (_request, reply) =>
    reply.code(201).send({ link: linkTo(links.make()) }),
  )

  server.post('/download-tickets', { config: { openapi: DOWNLOAD_TICKETS } }, ({ consoleSession }, reply) =>
    // A program sends its token with the download itself.
    reply.code(201).send({ ticket: consoleSession ? tickets.make(consoleSession) : '' }),
  )

  function refuse(reply: FastifyReply, address: string, byLink: boolean): FastifyReply {
    const seconds = attempts.waitFor(address)
    if (seconds > 0) return sendTooMany(reply, seconds)
    attempts.failed(address)
    return sendProblem(reply, {
      status: 401,
      title: 'Unauthorized',
      detail: byLink
        ? 'This link is not valid (any more): each signs in once, within a quarter of an hour. If you have not used it ' +
          'yourself, somebody else may have. The terminal in which the service runs shows a fresh one'
        : 'This is not the password',
    })
  }

  const isSecure = ({ host, origin }: { host?: string | undefined; origin?: string | undefined }) =>
    origins.isSecure(host, origin)
  const goodbye = (reply: FastifyReply, secure: boolean) =>
    reply.code(204).header('set-cookie', endedCookie(port(), secure)).send()
}
