/** Why a web-app refuses a visitor whose token is good. */
import type { Environment } from '../../shared/contract/session.ts'
import { type Exchange, headersSize } from '../../simulator/exchanges.ts'

/** Where the phone's token is resolved. */
export interface SessionPlace {
  environment: Environment
  /** Calls with a session token so far, newest first; undefined when another process answers them. */
  asked: readonly AskedSession[] | undefined
  /** The session URL that the web-app needs, or the words that lead to it. */
  sessionUrl: string
  appId: string
}

export interface AskedSession {
  /** Undefined at an unknown address. */
  environment?: Environment | undefined
  path: string
  /** As the call had it. */
  appId?: string | undefined
}

/** Undefined for answers that neither a session URL nor an app id explains. */
export function whyRefused(
  { kind, status = 0 }: Exchange,
  { environment, asked, sessionUrl, appId }: SessionPlace,
): string | undefined {
  // It cannot reach the service that it asks.
  const isUnreached = [502, 503, 504].includes(status)
  if (kind !== 'entrance' || !(isUnreached || [401, 403].includes(status))) return undefined
  const url = `Set the web-app’s session URL to ${sessionUrl}`
  const both = `Check the web-app’s settings: its session URL should be ${sessionUrl} and its app id ${appId}.`
  if (asked === undefined) return `The web-app refused the entrance. ${both}`
  const right = asked.find(one => one.environment === environment)
  const known = right ?? asked[0]
  if (!known)
    return `The web-app refused the entrance, and this service was never asked for the user. ${isUnreached ? `${url}.` : both}`
  const isOtherApp = known.appId !== undefined && known.appId !== appId
  if (right)
    return isOtherApp
      ? `The web-app asked for the user as another app. Set the web-app’s app id to ${appId}.`
      : undefined
  const remedy = isOtherApp ? `${url} and its app id to ${appId}.` : `${url}.`
  return known.environment === undefined
    ? `The web-app asked for the user at ${known.path}, which this service does not have (404). ${remedy}`
    : `The web-app asked for a user of ${known.environment}, but the token is one of ${environment}. ${remedy}`
}

/** The app's headers are longer than the web-app's server takes. */
export const tooLong = ({ status, sent }: Exchange) =>
  status === 431 ? { code: 'HEADERS_TOO_LONG' as const, detail: headersSize(sent) } : undefined
