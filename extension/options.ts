/** Options as the extension works with them, or a sentence on what is wrong with one. */
import { ENVIRONMENTS } from '../shared/contract/session.ts'
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
}: ExtensionOptions<Account>) {
  const refuse = (sentence: string): never => {
    throw new ExtensionOptionError(sentence)
  }
  if (typeof appId !== 'string' || !APP_ID.test(appId))
    refuse('appId is missing, or no header can carry it: the school’s, as it stands in X-App-Id')
  if (!URL.canParse(`${sessionUrl}`) || !/^https?:$/.test(new URL(sessionUrl).protocol))
    refuse('sessionUrl is no http address; it is one environment’s base, as in https://sis.example/session')
  if (!ENVIRONMENTS.includes(environment)) refuse(`environment is neither ${ENVIRONMENTS.join(' nor ')}`)
  const secrets = (Array.isArray(secret) ? [...secret] : [secret]) as [string, ...string[]]
  if (secrets.length === 0 || secrets.some(each => typeof each !== 'string' || each.length < SHORTEST_SECRET))
    refuse(`secret is shorter than ${SHORTEST_SECRET} characters; make one with: openssl rand -base64 32`)
  if (secrets.some(each => each !== each.trim()))
    refuse('secret begins or ends with white space; trim what is read from a file')
  if (typeof onVisit !== 'function')
    refuse('onVisit is no function: it maps the user to the web-app’s own record')
  if (!/^__Host-[\w-]{1,100}$/.test(cookieName))
    refuse('cookieName is not __Host- and a short name; the prefix keeps other hosts from setting it')
  for (const [name, ms] of Object.entries({ timeoutMs, onVisitTimeoutMs }))
    if (!(ms > 0 && ms < 2 ** 31)) refuse(`${name} is no number of milliseconds above 0`)
  if (!(longestVisitSeconds >= 1 && longestVisitSeconds <= LONGEST_VISIT))
    refuse(`longestVisitSeconds is no number of seconds from 1 to ${LONGEST_VISIT}`)
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
