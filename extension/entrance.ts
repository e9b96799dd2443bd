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
import { readSso } from './sso.ts'

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
  /** `refNo` is empty when the app sent none. */
  | { kind: 'student'; userId: number; refNo: string }

/** A header's value by its lower-case name. */
export type HeaderOf = (name: string) => string | null | undefined

/** Characters. Reference numbers are short; a visit must fit into a cookie. */
const LONGEST_REF_NO = 100

/**
 * Reads the six headers.
 *
 * @param header gives a header's value by its lower-case name, as in `name => request.headers.get(name)`
 * @throws {ExtensionError} APP_MISSING, TOKEN_MISSING, LANGUAGE_MALFORMED, SELECTION_MALFORMED, SSO_MALFORMED,
 *   SSO_TOO_LARGE
 */
export function readEntrance(header: HeaderOf): Entrance {
  const value = (name: keyof typeof ENTRANCE_HEADERS) => oneValue(header(ENTRANCE_HEADERS[name])) ?? ''
  const appId = value('appId')
  if (!appId)
    throw new ExtensionError('APP_MISSING', 'header X-App-Id is missing; open this page from the app')
  const sessionToken = value('sessionToken')
  if (!sessionToken) {
    throw new ExtensionError(
      'TOKEN_MISSING',
      'header X-Session-Token is missing; open this page from the app',
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

/** A header sent twice, joined as HTTP does: none of the six is a list, so each then fails by its own rule. */
export function oneValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : undefined
}

function readLanguage(value: string): Language {
  const language = languageOfApp(value)
  if (language) return language
  if (value === '') return DEFAULT_LANGUAGE
  throw new ExtensionError('LANGUAGE_MALFORMED', 'header X-Language is neither en nor zh')
}

/** Undefined for anything but `en` and `zh`. */
export function languageOfApp(value: string | null | undefined): Language | undefined {
  return value && Object.hasOwn(APP_LANGUAGES, value) ? APP_LANGUAGES[value as AppLanguage] : undefined
}

function readSelection(userId: string, refNoAsSent: string): SelectionHint {
  const refNo = fromHeaderBytes(refNoAsSent)
  if (refNo.length > LONGEST_REF_NO || /\p{Cc}/u.test(refNo))
    throw malformedSelection('X-Selected-Sub-Ref-No is no reference number')
  // A reference number alone selects nobody; beside all it says the opposite.
  if (userId === '') return { kind: 'none' }
  if (userId === ALL_CHILDREN) {
    if (refNo === '') return { kind: 'all' }
    throw malformedSelection('X-Selected-Sub-Ref-No names a student, X-Selected-Sub-User-Id all of them')
  }
  const number = Number(userId)
  if (!/^\d+$/.test(userId) || !Number.isSafeInteger(number))
    throw malformedSelection('X-Selected-Sub-User-Id is neither a number nor all')
  return { kind: 'student', userId: number, refNo }
}

const malformedSelection = (reason: string) => new ExtensionError('SELECTION_MALFORMED', `header ${reason}`)

/** HTTP gives a header as one character a byte; a reference number in Chinese comes as the bytes of its UTF-8. */
function fromHeaderBytes(value: string): string {
  const bytes = Array.from(value, character => character.codePointAt(0) ?? 0)
  if (bytes.some(byte => byte > 0xff)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return value
  }
}
