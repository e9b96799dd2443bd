/** What the OpenAPI document says of signing in and out. */
import Type from 'typebox'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { LINK_MINUTES } from './links.ts'
import { SESSION_HOURS } from './sessions.ts'

const TAG = 'Console: access'

/** What signs in. */
export const SignInSecret = Type.Union(
  [
    Type.Object({
      token: Type.String({ maxLength: 200, description: 'What stands behind `#sign-in=` in a link.' }),
    }),
    Type.Object({ password: Type.String({ maxLength: 1000, description: 'The administrator’s password.' }) }),
  ],
  { title: 'SignInSecret' },
)

export const ACCESS: Operation = {
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

export const SIGN_IN: Operation = {
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

export const SIGN_OUT: Operation = {
  tag: TAG,
  summary: 'Sign this browser out',
  answers: { 204: { description: 'It is signed out' } },
}

export const SIGN_OUT_EVERYWHERE: Operation = {
  tag: TAG,
  summary: 'Sign every browser out',
  answers: { 204: { description: 'They are signed out' } },
}

export const SIGN_IN_LINKS: Operation = {
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

export const DOWNLOAD_TICKETS: Operation = {
  tag: TAG,
  summary: 'Make a ticket for a download',
  description:
    'A browser that follows a link sends no key: `?ticket=` stands for it, once, within a minute. Programs need none.',
  answers: {
    201: {
      description: 'The ticket; empty for a program',
      type: 'application/json',
      schema: Type.Object({ ticket: Type.String() }),
    },
  },
}

export const EVENTS: Operation = {
  tag: 'Console: overview',
  summary: 'What changes, as it does',
  security: [['consoleCookie'], ['consoleToken']],
  description:
    'Server-sent events, as in `data: {"topic":"popups"}`. The topic `everything`: the whole state was replaced.',
  answers: {
    200: {
      description: 'A stream that goes on until the session ends',
      type: 'text/event-stream',
      schema: Type.String(),
    },
  },
}
