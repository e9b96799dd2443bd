/** Headers whose values are nobody's to read in a log, not even their first characters. */
import { areEqual } from './same-headers.ts'

export const SECRET_HEADERS = [
  'x-access-key',
  'x-session-token',
  'x-sso-response',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]
const SECRET: ReadonlySet<string> = new Set(SECRET_HEADERS)

export const isSecret = (name: string): boolean => SECRET.has(name.toLowerCase())

/** In place of a secret's value. */
export const masked = (value: string): string =>
  value === '' ? 'set, empty' : `set, ${value.length} ${value.length === 1 ? 'character' : 'characters'}`

/** Names and values in turn, without a secret. Not to be done twice. */
export const withoutSecrets = (inTurn: readonly string[]): readonly string[] =>
  inTurn.map((text, place) => (place % 2 === 1 && isSecret(inTurn[place - 1] ?? '') ? masked(text) : text))

/** {@link withoutSecrets} for a crowd's calls: headers that equal those before are the same list, looked into once. */
export function maskedInARow(): typeof withoutSecrets {
  let last: readonly string[] = []
  return inTurn => {
    if (!areEqual(last, inTurn)) last = withoutSecrets(inTurn)
    return last
  }
}
