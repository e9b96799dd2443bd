/** The options of a web-app, and their check. */

import type { Clock } from '../shared/clock.ts'
import { ENVIRONMENTS, type Environment, type SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import { LONGEST_TIMER_MS } from '../shared/longest-timer.ts'
import { isLoopback } from '../shared/server/listen.ts'
import type { SelectionHint } from './entrance.ts'
import { type ExtensionError, ExtensionOptionError } from './errors.ts'
import { refuseUnknown } from './known-options.ts'
import type { RefusalPage } from './refusal.ts'
import type { JsonValue } from './visit.ts'

export interface ExtensionOptions<Account extends JsonValue> {
  /** The school's app id, as the app sends it in X-App-Id. */
  appId: string
  /** Base URL of one environment's session API, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string | URL
  /** A visit of staging is not valid in production. */
  environment: Environment
  /**
   * At least 32 characters each, used by this web-app only. The first secret seals visits; the others still open visits
   * that they sealed earlier.
   */
  secret: string | readonly [string, ...string[]]
  /**
   * Maps the resolved user to the web-app's own record. The return value is stored in the cookie: return the record's id.
   * Throw a {@link VisitRefused} for a user whom the web-app does not know. Called for each entrance, also for several at
   * the same time, with the time limit {@link ExtensionOptions.onVisitTimeoutMs}.
   */
  onVisit: (user: SessionUser, hints: VisitHints) => Account | Promise<Account>
  /** Default `__Host-schoolbell-visit`. Must begin with `__Host-`. Two web-apps on one host, even on different ports, need two names. */
  cookieName?: string
  /** Time limit of the session call. Milliseconds, default 5,000. */
  timeoutMs?: number
  /** Time limit of `onVisit`. Milliseconds, default 5,000. */
  onVisitTimeoutMs?: number
  /** Longest visit, if the session does not expire earlier. Seconds, default 8 hours. */
  longestVisitSeconds?: number
  /** Replaces the page for a refused visitor. */
  refusalPage?: RefusalPage
  /**
   * Called after each entrance with its outcome, without personal data. Its errors are ignored. Default:
   * `logRefusals(console)`, which writes one line for each refused entrance, ten a minute of each code at most.
   */
  onEntrance?: (outcome: 'visit' | ExtensionError) => void
  clock?: Clock
  fetch?: typeof fetch
}

/** Unverified values of the entrance. Anybody can send such a request: check them against your own records. */
export interface VisitHints {
  language: Language
  selectionHint: SelectionHint
  /** Single sign-on response; not stored. Proves nothing by itself: see `createSsoVerifier`. */
  ssoHint: Record<string, unknown> | undefined
  /** Aborted when the visitor disconnects or `onVisit` takes too long. The result is then not used. */
  signal: AbortSignal
}

const KNOWN: Record<keyof ExtensionOptions<JsonValue>, true> = {
  ...{ appId: true, sessionUrl: true, environment: true, secret: true, onVisit: true },
  ...{ cookieName: true, timeoutMs: true, onVisitTimeoutMs: true, longestVisitSeconds: true },
  ...{ refusalPage: true, onEntrance: true, clock: true, fetch: true },
}
const SHORTEST_SECRET = 32
/** Seconds. Browsers keep a cookie for 400 days at most. */
const LONGEST_VISIT = 400 * 86_400
/** Characters that a header value can hold, without white space at its ends. */
const APP_ID = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** @throws {ExtensionOptionError} */
export function checkOptions<Account extends JsonValue>(options: ExtensionOptions<Account>) {
  refuseUnknown(options, KNOWN, 'createExtension')
  const {
    appId,
    sessionUrl,
    environment,
    secret,
    onVisit,
    cookieName = '__Host-schoolbell-visit',
    timeoutMs = 5_000,
    onVisitTimeoutMs = 5_000,
    longestVisitSeconds = 8 * 3_600,
    clock,
  } = options
  const refuse = (sentence: string): never => {
    throw new ExtensionOptionError(sentence)
  }
  if (typeof appId !== 'string' || !APP_ID.test(appId))
    refuse('appId is missing or cannot be sent in a header; use the school’s app id, as in X-App-Id')
  if (!ENVIRONMENTS.includes(environment)) refuse(`environment must be ${ENVIRONMENTS.join(' or ')}`)
  const problem = urlProblem(`${sessionUrl}`, environment)
  if (problem) refuse(`sessionUrl ${problem}`)
  const secrets = (Array.isArray(secret) ? [...secret] : [secret]) as [string, ...string[]]
  if (secrets.length === 0) refuse('secret must not be an empty list')
  for (const [at, each] of secrets.entries()) {
    const name = secrets.length === 1 ? 'secret' : `secret[${at}]`
    if (typeof each !== 'string' || each === '')
      refuse(`${name} is empty: check where it is read from, or make one with: openssl rand -base64 32`)
    if (each.length < SHORTEST_SECRET)
      refuse(
        `${name} must have at least ${SHORTEST_SECRET} characters; make one with: openssl rand -base64 32`,
      )
    if (each !== each.trim())
      refuse(`${name} begins or ends with white space; trim a secret that is read from a file`)
  }
  if (typeof onVisit !== 'function')
    refuse('onVisit must be a function that maps the user to the web-app’s own record')
  if (!/^__Host-[\w-]{1,100}$/.test(cookieName))
    refuse('cookieName must be __Host- and a short name; other hosts cannot set a cookie with this prefix')
  for (const [name, ms] of Object.entries({ timeoutMs, onVisitTimeoutMs }))
    if (!(typeof ms === 'number' && ms > 0 && ms <= LONGEST_TIMER_MS))
      refuse(`${name} must be a number of milliseconds above 0`)
  if (
    !(
      typeof longestVisitSeconds === 'number' &&
      longestVisitSeconds >= 1 &&
      longestVisitSeconds <= LONGEST_VISIT
    )
  )
    refuse(`longestVisitSeconds must be a number of seconds from 1 to ${LONGEST_VISIT}`)
  if (clock !== undefined && typeof Object(clock).now?.()?.epochMilliseconds !== 'number')
    refuse(
      'clock must have a now() that returns a Temporal.Instant; @schoolbell/extension/testing has a fakeClock()',
    )
  return {
    appId,
    sessionUrl,
    environment,
    secrets,
    cookieName,
    timeoutMs,
    onVisitTimeoutMs,
    longestVisitSeconds: Math.floor(longestVisitSeconds),
  }
}

/** Tokens must not be sent unencrypted, nor to another path than the option says. */
function urlProblem(text: string, environment: Environment): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an http or https URL: the base of one environment, as in https://sis.example/session'
  if (url.username || url.password || url.search || url.hash)
    return 'must not have a user name, a password, a query or a fragment'
  if (url.pathname.includes('/external-session'))
    return 'must end before /v2/grd/external-session (remove that part)'
  if (environment === 'production' && url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'must be https: production tokens must not be sent unencrypted'
  return undefined
}
