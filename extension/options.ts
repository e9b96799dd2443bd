/** What a web-app sets, and the check that names the option that is wrong. */
import type { Clock } from '../shared/clock.ts'
import { ENVIRONMENTS, type Environment, type SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import { isLoopback } from '../shared/server/listen.ts'
import type { SelectionHint } from './entrance.ts'
import { type ExtensionError, ExtensionOptionError } from './errors.ts'
import type { RefusalPage } from './refusal.ts'
import type { JsonValue } from './visit.ts'

export interface ExtensionOptions<Account extends JsonValue> {
  /** The school's, as the app passes it in X-App-Id. */
  appId: string
  /** One environment's session API, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string | URL
  /** Part of the cookie: a visit of staging opens nothing in production. */
  environment: Environment
  /**
   * At least 32 characters each, and this web-app's alone. The first seals visits, the others still open what they sealed
   * before.
   */
  secret: string | readonly [string, ...string[]]
  /**
   * Maps the resolved user to the web-app's own record. What it returns travels in the cookie: the record's id is enough.
   * Throw a {@link VisitRefused} for a user whom the web-app does not know. It is called for each entrance, also when
   * several come at once, and not waited for beyond {@link ExtensionOptions.onVisitTimeoutMs}.
   */
  onVisit: (user: SessionUser, hints: VisitHints) => Account | Promise<Account>
  /** Default `__Host-schoolbell-visit`; begins with `__Host-`. Two web-apps on one host, at any port, need two names. */
  cookieName?: string
  /** Of the resolution. Milliseconds, default 5,000. */
  timeoutMs?: number
  /** Of `onVisit`, after the resolution. Milliseconds, default 5,000. */
  onVisitTimeoutMs?: number
  /** A visit ends after this many seconds, if its session does not end before. Default 8 hours. */
  longestVisitSeconds?: number
  /** In place of the page that a refused visitor gets. */
  refusalPage?: RefusalPage
  /**
   * Hears of each entrance: its outcome, never who it was. What it throws changes nothing for the visitor. Default: errors
   * of status 500 and above go to the console.
   */
  onEntrance?: (outcome: 'visit' | ExtensionError) => void
  clock?: Clock
  fetch?: typeof fetch
}

/** What the entrance says of itself. Anybody can write such a request by hand: check it against your own records. */
export interface VisitHints {
  language: Language
  selectionHint: SelectionHint
  /** The single sign-on response; not kept after this. */
  ssoHint: Record<string, unknown> | undefined
  /** Aborted when the visitor has gone, or `onVisit` has taken too long: what it does is for nobody from then on. */
  signal: AbortSignal
}

const SHORTEST_SECRET = 32
/** Seconds. No browser keeps a cookie for longer than 400 days. */
const LONGEST_VISIT = 400 * 86_400
/** What a header can carry, as it comes out of one. */
const APP_ID = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** @throws {ExtensionOptionError} */
export function checkOptions<Account extends JsonValue>({
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
}: ExtensionOptions<Account>) {
  const refuse = (sentence: string): never => {
    throw new ExtensionOptionError(sentence)
  }
  if (typeof appId !== 'string' || !APP_ID.test(appId))
    refuse('appId is missing, or no header can carry it: the school’s, as it stands in X-App-Id')
  if (!ENVIRONMENTS.includes(environment)) refuse(`environment is neither ${ENVIRONMENTS.join(' nor ')}`)
  const wrong = faultOfAddress(`${sessionUrl}`, environment)
  if (wrong) refuse(`sessionUrl ${wrong}`)
  const secrets = (Array.isArray(secret) ? [...secret] : [secret]) as [string, ...string[]]
  if (secrets.length === 0) refuse('secret is an empty list')
  for (const [at, each] of secrets.entries()) {
    const name = secrets.length === 1 ? 'secret' : `secret[${at}]`
    if (typeof each !== 'string' || each === '')
      refuse(`${name} is empty: is it where it is read from? Make one with: openssl rand -base64 32`)
    if (each.length < SHORTEST_SECRET)
      refuse(`${name} is shorter than ${SHORTEST_SECRET} characters; make one with: openssl rand -base64 32`)
    if (each !== each.trim()) refuse(`${name} begins or ends with white space; trim what is read from a file`)
  }
  if (typeof onVisit !== 'function')
    refuse('onVisit is no function: it maps the user to the web-app’s own record')
  if (!/^__Host-[\w-]{1,100}$/.test(cookieName))
    refuse('cookieName is not __Host- and a short name; the prefix keeps other hosts from setting it')
  for (const [name, ms] of Object.entries({ timeoutMs, onVisitTimeoutMs }))
    if (!(typeof ms === 'number' && ms > 0 && ms < 2 ** 31))
      refuse(`${name} is no number of milliseconds above 0`)
  if (!(longestVisitSeconds >= 1 && longestVisitSeconds <= LONGEST_VISIT))
    refuse(`longestVisitSeconds is no number of seconds from 1 to ${LONGEST_VISIT}`)
  if (clock !== undefined && typeof Object(clock).now?.()?.epochMilliseconds !== 'number')
    refuse('clock has no now() that gives a Temporal.Instant; schoolbell/extension/testing has a fakeClock()')
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

/** What is wrong with it: a token must not travel in the clear, nor lead to another place than its option says. */
function faultOfAddress(text: string, environment: Environment): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'is no http address; it is one environment’s base, as in https://sis.example/session'
  if (url.username || url.password || url.search || url.hash)
    return 'holds a user name, a password, a query or a fragment'
  if (url.pathname.includes('/external-session'))
    return 'goes too far: it ends before /v2/grd/external-session'
  if (
    environment === 'production' &&
    url.protocol === 'http:' &&
    !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  )
    return 'is plain http: tokens of production would travel in the clear'
  return undefined
}
