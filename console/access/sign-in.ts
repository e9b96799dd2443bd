/** Signing in to the console, by a link or the administrator's password; and making links for other browsers. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { hashOf, sameHash } from '../../service/store/secret.ts'
import { checkOf } from '../../shared/client/check.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import type { ConsoleAccess } from './access.ts'
import { sessionCookie } from './cookie.ts'
import { sendTooMany } from './guard.ts'
import { LINK_MINUTES } from './links.ts'
import { SESSION_HOURS } from './sessions.ts'

const SignInSecret = Type.Union(
  [
    Type.Object({
      token: Type.String({ maxLength: 200, description: 'What stands behind `#sign-in=` in a link.' }),
    }),
    Type.Object({ password: Type.String({ maxLength: 1000, description: 'The administrator’s password.' }) }),
  ],
  { title: 'SignInSecret' },
)
const signInCheck = checkOf(SignInSecret)

export async function signInApi(server: FastifyInstance, { access }: ConsoleContext): Promise<void> {
  const { attempts, sessions, origins, links } = access

  server.get('/access', { config: { open: true, openapi: ACCESS } }, ({ consoleSession }, reply) =>
    reply.send({ signedIn: consoleSession !== null, hasPassword: access.adminPassword !== undefined }),
  )

  server.post('/sign-in', { config: { open: true, openapi: SIGN_IN }, bodyLimit: 4096 }, (request, reply) => {
    const secret = bodyOf(signInCheck, request)
    const seconds = attempts.waitFor(request.ip)
    // A right link is let in whoever else has failed from there: nobody guesses 256 bits.
    if (seconds > 0 && 'password' in secret) return sendTooMany(reply, seconds)
    if (!isRight(secret, access, seconds > 0)) return refuse(reply, request.ip, access, 'token' in secret)
    attempts.succeeded(request.ip)
    if (request.consoleSession) sessions.end(request.consoleSession)
    const { token, key, expireAt } = sessions.begin()
    const isSecure = origins.isSecure(request.headers.host, request.headers.origin)
    return reply
      .header('set-cookie', sessionCookie(token, access.port(), isSecure))
      .send({ signedIn: true, key, expireAt: new Date(expireAt).toISOString() })
  })

  server.post('/sign-in-links', { config: { openapi: SIGN_IN_LINKS } }, (_request, reply) =>
    reply.code(201).send({ link: access.linkTo(links.make()) }),
  )
}

/** A secret that is wrong, used up or expired is refused alike, after the same work. */
function isRight(
  secret: Static<typeof SignInSecret>,
  { adminPassword, links }: ConsoleAccess,
  isShutOut: boolean,
): boolean {
  if ('password' in secret)
    return adminPassword !== undefined && sameHash(hashOf(secret.password), adminPassword)
  const link = links.use(secret.token)
  // Later, so that the time of the answer does not tell a spent link from a wrong one.
  if (link === 'live' || (link === 'spent' && !isShutOut)) setImmediate(links.announceUse)
  return link === 'live'
}

function refuse(
  reply: FastifyReply,
  address: string,
  { attempts }: ConsoleAccess,
  isLink: boolean,
): FastifyReply {
  const seconds = attempts.waitFor(address)
  if (seconds > 0) return sendTooMany(reply, seconds)
  attempts.failed(address)
  return sendProblem(reply, {
    status: 401,
    title: 'Unauthorized',
    detail: isLink
      ? 'This link is not valid (any more): each signs in once, within a quarter of an hour. If you have not used it ' +
        'yourself, somebody else may have. The terminal in which the service runs shows a fresh one'
      : 'This is not the password',
  })
}

const TAG = 'Console: access'
const ACCESS: Operation = {
  tag: TAG,
  summary: 'Whether the caller is signed in, and how one signs in',
  security: [],
  answers: {
    200: {
      description: 'It is',
      type: 'application/json',
      schema: Type.Object({
        signedIn: Type.Boolean({ description: 'Whether the browser has a session.' }),
        hasPassword: Type.Boolean({ description: 'Whether there is an administrator’s password.' }),
      }),
    },
  },
}
const SIGN_IN: Operation = {
  tag: TAG,
  summary: 'Sign in by a link or the password',
  description:
    `A link signs in once, within ${LINK_MINUTES} minutes. A wrong, used or expired one is refused alike. Whoever fails ` +
    'too often waits.',
  security: [],
  body: SignInSecret,
  answers: {
    200: {
      description:
        `The browser is signed in for ${SESSION_HOURS} hours, by the cookie in Set-Cookie and the key in X-Console-Key, ` +
        'both together',
      type: 'application/json',
      schema: Type.Object({
        signedIn: Type.Literal(true),
        key: Type.String({ description: 'For our own pages; shown this once.' }),
        expireAt: Type.String({ format: 'date-time' }),
      }),
    },
    401: refusal('The link or the password is not valid'),
    422: recordRefusal('The body is neither'),
    429: refusal('Too many attempts have failed; Retry-After says how long to wait'),
  },
}
const SIGN_IN_LINKS: Operation = {
  tag: TAG,
  summary: 'Make a link that signs another browser in',
  answers: {
    201: {
      description: 'The link, shown this once',
      type: 'application/json',
      schema: Type.Object({ link: Type.String({ format: 'uri' }) }),
    },
  },
}
