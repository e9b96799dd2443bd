/**
 * The mobile app's entrance headers as one typed value (interface, Extension web-app entrance).
 *
 * Only the token proves anything, and only once it has been resolved: the selected student and the single sign-on
 * response are what the request says of itself, and a request can be made by hand. Treat both as hints.
 */
import {
  ALL_CHILDREN,
  APP_LANGUAGES,
  type AppLanguage,
  ENTRANCE_HEADERS,
} from '../shared/contract/entrance.ts'
import { DEFAULT_LANGUAGE, type Language } from '../shared/contract/site.ts'
import { ExtensionError } from './errors.ts'

export interface Entrance {
  appId: string
  /** A secret: resolve it, then forget it. */
  sessionToken: string
  /** The app's `en` or `zh` as a content language; en-US when the header is absent. */
  language: Language
  selectionHint: SelectionHint
  /** The single sign-on response, when the user logged in that way. */
  ssoHint: Record<string, unknown> | undefined
}

export type SelectionHint =
  | { kind: 'none' }
  | { kind: 'all' }
  | { kind: 'student'; userId: number; refNo: string }

/** Largest single sign-on header read, characters of Base64. */
const SSO_LIMIT = 48 * 1024

/**
 * Reads the six headers.
 *
 * @param header gives a header's value by its lower-case name, as in `name => request.headers.get(name)`
 * @throws {ExtensionError}
 */
export function readEntrance(header: (name: string) => string | null | undefined): Entrance {
  const appId = header(ENTRANCE_HEADERS.appId)
  if (!appId)
    throw new ExtensionError('APP_MISSING', 'header X-App-Id is missing; open this page from the app')
  const sessionToken = header(ENTRANCE_HEADERS.sessionToken)
  if (!sessionToken) {
    throw new ExtensionError(
      'TOKEN_MISSING',
      'header X-Session-Token is missing; open this page from the app',
    )
  }
  return {
    appId,
    sessionToken,
    language: readLanguage(header(ENTRANCE_HEADERS.language)),
    selectionHint: readSelection(
      header(ENTRANCE_HEADERS.selectedSubUserId),
      header(ENTRANCE_HEADERS.selectedSubRefNo),
    ),
    ssoHint: readSso(header(ENTRANCE_HEADERS.ssoResponse)),
  }
}

function readLanguage(value: string | null | undefined): Language {
  if (!value) return DEFAULT_LANGUAGE
  if (Object.hasOwn(APP_LANGUAGES, value)) return APP_LANGUAGES[value as AppLanguage]
  throw new ExtensionError('LANGUAGE_MALFORMED', 'header X-Language is neither en nor zh')
}

function readSelection(userId: string | null | undefined, refNo: string | null | undefined): SelectionHint {
  if (!userId) return { kind: 'none' }
  if (userId === ALL_CHILDREN) return { kind: 'all' }
  const number = Number(userId)
  if (!/^\d+$/.test(userId) || !Number.isSafeInteger(number)) {
    throw new ExtensionError(
      'SELECTION_MALFORMED',
      'header X-Selected-Sub-User-Id is neither a number nor all',
    )
  }
  return { kind: 'student', userId: number, refNo: refNo ?? '' }
}

function readSso(value: string | null | undefined): Record<string, unknown> | undefined {
  if (!value) return undefined
  if (value.length > SSO_LIMIT) {
    throw new ExtensionError('SSO_TOO_LARGE', `header X-SSO-Response is longer than ${SSO_LIMIT} characters`)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(value))
    const sso: unknown = JSON.parse(text)
    if (typeof sso === 'object' && sso !== null && !Array.isArray(sso))
      return Object.fromEntries(Object.entries(sso))
  } catch (cause) {
    throw new ExtensionError('SSO_MALFORMED', 'header X-SSO-Response is not Base64 of a JSON object', {
      cause,
    })
  }
  throw new ExtensionError('SSO_MALFORMED', 'header X-SSO-Response is not a JSON object')
}

/** Either alphabet, with or without padding. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}
