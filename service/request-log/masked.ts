/** Headers whose values are nobody's to read in a log, not even their first characters. */

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

/**
 * Names and values in turn, without a secret. Not to be done twice.
 *
 * @param headers the same by lower-case name where that is at hand: quicker to look into
 */
export function withoutSecrets(
  inTurn: readonly string[],
  headers?: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (headers && !SECRET_HEADERS.some(name => headers[name] !== undefined)) return inTurn
  return inTurn.map((text, place) =>
    place % 2 === 1 && isSecret(inTurn[place - 1] ?? '') ? masked(text) : text,
  )
}
