/**
 * The mobile app's entrance headers as one typed value (interface, Extension web-app entrance).
 *
 * Trust the token only, and only after it is resolved. Anybody can send a request with any selected student or single
 * sign-on response, so both are hints.
 */
import {
  ALL_CHILDREN,
  APP_LANGUAGES,
  type AppLanguage,
  ENTRANCE_HEADERS,
} from '../shared/contract/entrance-headers.ts'
import { DEFAULT_LANGUAGE, type Language } from '../shared/contract/site.ts'
import { ExtensionError } from './errors.ts'
import { readSso } from './sso.ts'

export interface Entrance {
  appId: string
  /** A secret: resolve it, then drop it. */
  sessionToken: string
  /** The content language for the app's `en` or `zh`; en-US when the header is absent. */
  language: Language
  selectionHint: SelectionHint
  /** Single sign-on response, when the user logged in with single sign-on. */
  ssoHint: Record<string, unknown> | undefined
}

export type SelectionHint =
  | { kind: 'none' }
  | { kind: 'all' }
  /** `refNo` is empty when the app sends none. */
  | { kind: 'student'; userId: number; refNo: string }

/** Returns a header's value; takes the name in lower case. */
export type HeaderOf = (name: string) => string | null | undefined

/** In characters. Reference numbers are short, and a visit must fit into a cookie. */
const LONGEST_REF_NO = 100

/**
 * Reads the six headers.
 *
 * @param header returns a header's value by its lower-case name, as in `name => request.headers.get(name)`
 * @throws {ExtensionError} APP_MISSING, TOKEN_MISSING, LANGUAGE_MALFORMED, SELECTION_MALFORMED, SSO_MALFORMED,
 *   SSO_TOO_LARGE
 */
export function readEntrance(header: HeaderOf): Entrance {
  const value = (name: keyof typeof ENTRANCE_HEADERS) => oneValue(header(ENTRANCE_HEADERS[name])) ?? ''
  const appId = value('appId')
  if (!appId)
    throw new ExtensionError(
      'APP_MISSING',
      'header X-App-Id is missing; if the app opened this page, check whether a proxy removes the header',
    )
  const sessionToken = value('sessionToken')
  if (!sessionToken) {
    throw new ExtensionError(
      'TOKEN_MISSING',
      'header X-Session-Token is missing; if the app opened this page, check whether a proxy removes the header',
    )
  }
  return {
    appId,
    sessionToken,
    language: readLanguage(value('language')),
    selectionHint: readSelection(value('selectedSubUserId'), value('selectedSubRefNo')),
    ssoHint: readSso(value('ssoResponse')),
  }
}

/** Joins a repeated header as HTTP does. None of the six headers is a list, so a joined value is then malformed. */
export function oneValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : undefined
}

function readLanguage(value: string): Language {
  const language = languageOfApp(value)
  if (language) return language
  if (value === '') return DEFAULT_LANGUAGE
  throw new ExtensionError('LANGUAGE_MALFORMED', 'header X-Language must be en or zh')
}

/** Undefined for anything but `en` and `zh`. */
export function languageOfApp(value: string | null | undefined): Language | undefined {
  return value && Object.hasOwn(APP_LANGUAGES, value) ? APP_LANGUAGES[value as AppLanguage] : undefined
}

function readSelection(userId: string, refNoAsSent: string): SelectionHint {
  const refNo = fromHeaderBytes(refNoAsSent)
  if (refNo.length > LONGEST_REF_NO || /\p{Cc}/u.test(refNo))
    throw malformedSelection('X-Selected-Sub-Ref-No is not a reference number')
  // A reference number without a user id selects nobody.
  if (userId === '') return { kind: 'none' }
  if (userId === ALL_CHILDREN) {
    if (refNo === '') return { kind: 'all' }
    throw malformedSelection('X-Selected-Sub-Ref-No must be empty when X-Selected-Sub-User-Id is all')
  }
  const number = Number(userId)
  if (!/^\d+$/.test(userId) || !Number.isSafeInteger(number))
    throw malformedSelection('X-Selected-Sub-User-Id must be a number or all')
  return { kind: 'student', userId: number, refNo }
}

const malformedSelection = (reason: string) => new ExtensionError('SELECTION_MALFORMED', `header ${reason}`)

/** Node and Headers decode each header byte to one character. A Chinese reference number arrives as UTF-8 bytes. */
function fromHeaderBytes(value: string): string {
  const bytes = Array.from(value, character => character.codePointAt(0) ?? 0)
  if (bytes.some(byte => byte > 0xff)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return value
  }
}
