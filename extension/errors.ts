/**
 * What can stand between a request and its visitor: one family, each kind with a stable `code` and the HTTP status that
 * answers it. No message holds a header's value, a token or anything about a person.
 */

import { LANGUAGES, type Language } from '../shared/contract/site.ts'

/** Code to HTTP status. */
export const FAULT_STATUS = {
  /** The request comes from no one: neither the app's headers nor a visit begun before. */
  TOKEN_MISSING: 401,
  APP_MISSING: 400,
  LANGUAGE_MALFORMED: 400,
  SELECTION_MALFORMED: 400,
  SSO_MALFORMED: 400,
  SSO_TOO_LARGE: 400,
  /** The service does not know the token, or no longer. */
  TOKEN_REJECTED: 401,
  /** The app, or the session, is another school's. */
  APP_MISMATCH: 403,
  EXPIRED: 401,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_UNAVAILABLE: 503,
  /** The service's answer is not what the interface promises. */
  UPSTREAM_MALFORMED: 502,
  /** Not sealed by this web-app, or changed since. */
  COOKIE_INVALID: 401,
  /** What `onVisit` returned does not fit into a cookie. */
  COOKIE_TOO_LARGE: 500,
  /** `onVisit` refused the user. */
  VISIT_REFUSED: 403,
  /** `onVisit` failed, or returned nothing. */
  VISIT_FAILED: 500,
  /** `onVisit` took too long. */
  VISIT_TIMEOUT: 504,
  ROLE_REFUSED: 403,
  /** The web-app asks for a visit where nothing reads them. */
  NOT_MOUNTED: 500,
  /** Whoever asked has gone. */
  ABORTED: 400,
} as const
export type ExtensionFault = keyof typeof FAULT_STATUS

/** `code` is stable and meant for programs, `message` for the web-app's developer; a visitor gets a page. */
export class ExtensionError extends Error {
  override name = 'ExtensionError'
  readonly code: ExtensionFault
  /** HTTP status of the answer. */
  readonly status: number
  /** Seconds that the service asked to wait, when it did. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ExtensionFault,
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.status = FAULT_STATUS[code]
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** An option that cannot be used; found when the extension is made, not when the first parent comes. */
export class ExtensionOptionError extends Error {
  override name = 'ExtensionOptionError'
  readonly code = 'EXTENSION_OPTION_INVALID'
}

/** Thrown by `onVisit` for a user whom the web-app does not know or want. */
export class VisitRefused extends ExtensionError {
  override name = 'VisitRefused'
  /** What the visitor reads, in both languages; default: to ask the school. */
  readonly texts: Readonly<Record<Language, string>> | undefined

  /** @throws {ExtensionOptionError} a text is missing */
  constructor(texts?: Readonly<Record<Language, string>>) {
    if (texts !== undefined && LANGUAGES.some(language => typeof texts?.[language] !== 'string'))
      throw new ExtensionOptionError(`VisitRefused takes a text for each of ${LANGUAGES.join(' and ')}`)
    super('VISIT_REFUSED', 'the web-app refuses this user')
    this.texts = texts
  }
}
