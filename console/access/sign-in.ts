/** Signing in to the console, by a link or the administrator's password; and making links for other browsers. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import { hashOf, sameHash } from '../../shared/server/secret.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import type { ConsoleAccess } from './access.ts'
import { sessionCookie } from './cookie.ts'
import { tooManyAttempts } from './guard.ts'
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
const Access = Type.Object({
  signedIn: Type.Boolean({ description: 'Whether the browser has a session.' }),
  hasPassword: Type.Boolean({ description: 'Whether there is an administrator’s password.' }),
})
export type Access = Static<typeof Access>

const SignedIn = Type.Object({
  signedIn: Type.Literal(true),
  key: Type.String({ description: 'For our own pages; shown this once.' }),
  expireAt: Type.String({ format: 'date-time' }),
})
export type SignedIn = Static<typeof SignedIn>

export async function signInApi(server: TypedServer, { access }: ConsoleContext): Promise<void> {
  const { attempts, sessions, origins, links } = access

  server.get('/access', { schema: ACCESS, config: { open: true } }, ({ consoleSession }) => ({
    signedIn: consoleSession !== null,
    hasPassword: access.adminPassword !== undefined,
  }))

  server.post('/sign-in', { schema: SIGN_IN, config: { open: true }, bodyLimit: 4096 }, (request, reply) => {
    const { body: secret, ip, headers } = request
    const seconds = attempts.waitFor(ip)
    // A right link is accepted however often others have failed from there: nobody guesses 256 bits.
    if (seconds > 0 && 'password' in secret) throw tooManyAttempts(seconds)
    if (!isRight(secret, access, seconds > 0)) throw refusalOf(ip, access, 'token' in secret)
    attempts.succeeded(ip)
    if (request.consoleSession) sessions.end(request.consoleSession)
    const { token, key, expireAt } = sessions.begin()
    const isSecure = origins.isSecure(headers.host, headers.origin)
    reply.header('set-cookie', sessionCookie(token, access.port(), isSecure))
    return { signedIn: true as const, key, expireAt: new Date(expireAt).toISOString() }
  })

  server.post('/sign-in-links', { schema: SIGN_IN_LINKS }, (_request, reply) => {
    reply.code(201)
    return { link: access.linkTo(links.make()) }
  })
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
  // Later, so that the time of the answer does not distinguish a spent link from a wrong one.
  if (link === 'live' || (link === 'spent' && !isShutOut)) setImmediate(links.announceUse)
  return link === 'live'
}

/** Counts the failure. */
function refusalOf(address: string, { attempts }: ConsoleAccess, isLink: boolean): HttpProblem {
  const seconds = attempts.waitFor(address)
  if (seconds > 0) return tooManyAttempts(seconds)
  attempts.failed(address)
  return new HttpProblem(
    401,
    isLink
      ? 'This link is not valid (any more): each signs in once, within a quarter of an hour. If you have not used it ' +
          'yourself, somebody else may have. The terminal in which the service runs shows a fresh one'
      : 'This is not the password',
  )
}

const tags: Tag[] = ['Console: access']

const ACCESS = {
  tags,
  operationId: 'getAccess',
  summary: 'Whether the caller is signed in, and how to sign in',
  security: [],
  response: { 200: json('It is', Access) },
}
const SIGN_IN = {
  tags,
  operationId: 'signIn',
  summary: 'Sign in by a link or the password',
  description:
    `A link signs in once, within ${LINK_MINUTES} minutes. A wrong, used or expired one is refused alike. After too ` +
    'many failures the caller has to wait.',
  security: [],
  body: SignInSecret,
  response: {
    200: json(
      `The browser is signed in for ${SESSION_HOURS} hours, by the cookie in Set-Cookie and the key in X-Console-Key, ` +
        'both together',
      SignedIn,
    ),
    401: refusal('The link or the password is not valid'),
    422: recordRefusal('The body is neither'),
    429: refusal('Too many attempts have failed; Retry-After says how long to wait'),
  },
}
const SIGN_IN_LINKS = {
  tags,
  operationId: 'createSignInLink',
  summary: 'Make a link that signs another browser in',
  response: {
    201: json('The link, shown this once', Type.Object({ link: Type.String({ format: 'uri' }) })),
  },
}
