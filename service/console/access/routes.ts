/** Signing in and out over HTTP. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { Attempts } from '../../../shared/server/attempts.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import { hashOf, sameHash } from '../../store/secret.ts'
import { bodyOf } from '../body.ts'
import { endedCookie, sessionCookie } from './cookie.ts'
import { sendTooMany } from './guard.ts'
import type { SignInLinks } from './links.ts'
import type { OwnOrigins } from './origins.ts'
import type { ConsoleSessions } from './sessions.ts'

export interface AccessParts {
  origins: OwnOrigins
  sessions: ConsoleSessions
  links: SignInLinks
  /** The address of a link that signs in, for a token. */
  linkTo(token: string): string
  /** Hash of the administrator's password. */
  adminPassword: Buffer | undefined
  attempts: Attempts
  port(): string
  /** Somebody has signed in by a link. */
  onLinkUsed(): void
  /** A session is over: streams of events that belong to it end. */
  onEnded(): void
}

const SignIn = Compile(
  Type.Union([
    Type.Object({ token: Type.String({ maxLength: 200 }) }),
    Type.Object({ password: Type.String({ maxLength: 1000 }) }),
  ]),
)

export async function accessApi(server: FastifyInstance, parts: AccessParts): Promise<void> {
  const { origins, sessions, links, linkTo, adminPassword, attempts, port, onLinkUsed, onEnded } = parts
  const open = { config: { open: true }, bodyLimit: 4096 }

  /** A secret that is wrong, used up or expired is refused alike, after the same work. */
  const isRight = (given: { token: string } | { password: string }) =>
    'token' in given
      ? links.use(given.token)
      : adminPassword !== undefined && sameHash(hashOf(given.password), adminPassword)

  server.get('/access', open, ({ consoleSession }, reply) =>
    reply.send({ signedIn: consoleSession !== null, hasPassword: adminPassword !== undefined }),
  )

  server.post('/sign-in', open, (request, reply) => {
    const given = bodyOf(SignIn, request)
    // A right link is let in whoever else has failed from there: nobody guesses 256 bits.
    const seconds = 'token' in given ? 0 : attempts.waitFor(request.ip)
    if (seconds > 0) return sendTooMany(reply, seconds)
    if (!isRight(given)) return refuse(reply, request.ip, 'token' in given)
    attempts.succeeded(request.ip)
    if (request.consoleSession) sessions.end(request.consoleSession)
    const { token, expireAt } = sessions.begin()
    if ('token' in given) onLinkUsed()
    return reply
      .header('set-cookie', sessionCookie(token, port(), isSecure(request.headers)))
      .send({ signedIn: true, expireAt: new Date(expireAt).toISOString() })
  })

  server.post('/sign-out', (request, reply) => {
    if (request.consoleSession) sessions.end(request.consoleSession)
    onEnded()
    return goodbye(reply, isSecure(request.headers))
  })

  server.post('/sign-out-everywhere', (request, reply) => {
    sessions.endAll()
    onEnded()
    return goodbye(reply, isSecure(request.headers))
  })

  server.post('/sign-in-links', (_request, reply) => reply.code(201).send({ link: linkTo(links.make()) }))

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
