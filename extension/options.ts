/** Options as the extension works with them, or a sentence on what is wrong with one. */
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import { ExtensionOptionError } from './errors.ts'
import type { ExtensionOptions } from './extension.ts'
import type { JsonValue } from './visit.ts'

const SHORTEST_SECRET = 32

/** @throws {ExtensionOptionError} */
export function checkOptions<Account extends JsonValue>({
  appId,
  sessionUrl,
  environment,
  secret,
  onVisit,
  cookieName = '__Host-schoolbell-visit',
  timeoutMs = 5_000,
  longestVisitSeconds = 8 * 3_600,
}: ExtensionOptions<Account>) {
  const refuse = (sentence: string): never => {
    throw new ExtensionOptionError(sentence)
  }
  if (typeof appId !== 'string' || appId === '')
    refuse('appId is missing: the school’s, as X-App-Id carries it')
  if (!URL.canParse(`${sessionUrl}`) || !/^https?:$/.test(new URL(sessionUrl).protocol))
    refuse('sessionUrl is no http address; it is one environment’s base, as in https://sis.example/session')
  if (!ENVIRONMENTS.includes(environment)) refuse(`environment is neither ${ENVIRONMENTS.join(' nor ')}`)
  const secrets = (Array.isArray(secret) ? [...secret] : [secret]) as [string, ...string[]]
  if (secrets.length === 0 || secrets.some(each => typeof each !== 'string' || each.length < SHORTEST_SECRET))
    refuse(`secret is shorter than ${SHORTEST_SECRET} characters; make one with: openssl rand -base64 32`)
  if (typeof onVisit !== 'function')
    refuse('onVisit is no function: it maps the user to the web-app’s own record')
  if (!/^__Host-[\w-]+$/.test(cookieName))
    refuse('cookieName does not begin with __Host-, which keeps other hosts from setting it')
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) refuse('timeoutMs is no number of milliseconds above 0')
  if (!(longestVisitSeconds >= 1)) refuse('longestVisitSeconds is no number of seconds from 1 on')
  return {
    appId,
    sessionUrl,
    environment,
    secrets,
    cookieName,
    timeoutMs,
    longestVisitSeconds: Math.floor(longestVisitSeconds),
  }
}
