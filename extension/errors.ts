/**
 * Errors of the extension kit. Each has a stable `code` and an HTTP status. No message holds a header's value, a token or
 * personal data.
 */

import { LANGUAGES, type Language } from '../shared/contract/site.ts'

/** HTTP status by error code. */
export const FAULT_STATUS = {
  /** The request has no entrance headers and no visit. */
  TOKEN_MISSING: 401,
  APP_MISSING: 400,
  LANGUAGE_MALFORMED: 400,
  SELECTION_MALFORMED: 400,
  SSO_MALFORMED: 400,
  SSO_TOO_LARGE: 400,
  /** The user did not log in with single sign-on, or its response holds no id_token. */
  SSO_MISSING: 403,
  /** The id_token has expired: the user has to log in again. */
  SSO_EXPIRED: 401,
  /** The id_token is not one of this issuer for this app, or is not signed by it. */
  SSO_REJECTED: 403,
  /** The id_token belongs to another user than the session. */
  SSO_OTHER_USER: 403,
  /** The keys of the identity provider cannot be fetched. */
  SSO_UNAVAILABLE: 503,
  /** The service does not accept the token (unknown or expired). */
  TOKEN_REJECTED: 401,
  /** The app id or the session belongs to another school. */
  APP_MISMATCH: 403,
  EXPIRED: 401,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_UNAVAILABLE: 503,
  /** The service's response does not follow the interface. */
  UPSTREAM_MALFORMED: 502,
  /** Not sealed by this web-app, or changed after sealing. */
  COOKIE_INVALID: 401,
  /** The return value of `onVisit` does not fit into a cookie. */
  COOKIE_TOO_LARGE: 500,
  /** `onVisit` refused the user. */
  VISIT_REFUSED: 403,
  /** `onVisit` failed, or returned nothing. */
  VISIT_FAILED: 500,
  /** `onVisit` took too long. */
  VISIT_TIMEOUT: 504,
  ROLE_REFUSED: 403,
  /** The web-app reads a visit on a route without the adapter. */
  NOT_MOUNTED: 500,
  /** The visitor disconnected. */
  ABORTED: 400,
} as const
export type ExtensionFault = keyof typeof FAULT_STATUS

/** `code` is stable, for programs. `message` is for the web-app's developer. A visitor gets a page instead. */
export class ExtensionError extends Error {
  override name = 'ExtensionError'
  readonly code: ExtensionFault
  /** HTTP status of the response. */
  readonly status: number
  /** Seconds to wait, when the service asks for it. */
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

/** Invalid option. Thrown when the extension is created, not at the first visit. */
export class ExtensionOptionError extends Error {
  override name = 'ExtensionOptionError'
  readonly code = 'EXTENSION_OPTION_INVALID'
}

/** Throw it in `onVisit` for a user whom the web-app does not know or does not allow. */
export class VisitRefused extends ExtensionError {
  override name = 'VisitRefused'
  /** Text for the visitor in both languages. Default: asks the visitor to contact the school. */
  readonly texts: Readonly<Record<Language, string>> | undefined

  /** @throws {ExtensionOptionError} a text is missing */
  constructor(texts?: Readonly<Record<Language, string>>) {
    if (texts !== undefined && LANGUAGES.some(language => typeof texts?.[language] !== 'string'))
      throw new ExtensionOptionError(
        `VisitRefused needs a text for each language: ${LANGUAGES.join(' and ')}`,
      )
    super('VISIT_REFUSED', 'the web-app refuses this user')
    this.texts = texts
  }
}
