/** Options as the extension works with them, or a sentence on what is wrong with one. */
import { ENVIRONMENTS, type Environment } from '../shared/contract/session.ts'
import { isLoopback } from '../shared/server/listen.ts'
import { ExtensionOptionError } from './errors.ts'
import type { ExtensionOptions } from './extension.ts'
import type { JsonValue } from './visit.ts'

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
