/** The phone of `schoolbell open-extension`, and why a web-app refuses a visitor whose token is good. */
import type { Logger } from 'pino'
import type { Environment } from '../../shared/contract/session.ts'
import { type Exchange, headersSize } from '../../simulator/exchanges.ts'
import type { OpenExtensionFlags } from './flags.ts'

export interface OpenPhone {
  /** Opens the web-app in any browser on this machine. */
  link: string
  entranceUrl: string
  /** Where the entrance URL comes from. */
  setIn: 'settings' | 'option'
  language: OpenExtensionFlags['lang']
  /** What whoever opens it is, as in `signed in as Yuk-lan Sheung`. */
  signsIn: string
  /** Lines below the link: names and texts. */
  about: [name: string, text: string][]
  exchanges(): Exchange[]
  /** Undefined with the user's own token, which is not resolved here. */
  sessions?(): SessionPlace
  close(): Promise<void>
}

export interface PhoneParts {
  logger: Logger
  /** Something was sent or received. */
  changed?(): void
}

/** Where it listens, unless it is told otherwise. */
export const HOST = '127.0.0.1'

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

/** What a web-app answers without a user. */
const REFUSALS: readonly (number | undefined)[] = [401, 403]
/** What it answers when it cannot reach the service that it asks. */
const UNREACHED: readonly (number | undefined)[] = [502, 503, 504]

/** Undefined for answers that neither a session URL nor an app id explains. */
export function whyRefused({ kind, status }: Exchange, place: SessionPlace): string | undefined {
  const { environment, asked, sessionUrl, appId } = place
  const isUnreached = UNREACHED.includes(status)
  if (kind !== 'entrance' || !(isUnreached || REFUSALS.includes(status))) return undefined
  const url = `Set the web-app’s session URL to ${sessionUrl}`
  const both = `Check the web-app’s settings: its session URL should be ${sessionUrl} and its app id ${appId}.`
  if (asked === undefined) return `The web-app refused the entrance. ${both}`
  const [newest] = asked
  if (!newest)
    return `The web-app refused the entrance, and this service was never asked for the user. ${isUnreached ? `${url}.` : both}`
  const right = asked.find(one => one.environment === environment)
  const known = right ?? newest
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
export function tooLong({
  status,
  sent,
}: Exchange): { code: 'HEADERS_TOO_LONG'; detail: string } | undefined {
  return status === 431 ? { code: 'HEADERS_TOO_LONG', detail: headersSize(sent) } : undefined
}
