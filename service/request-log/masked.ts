/** Headers whose values are secret: a log does not show even their first characters. */
import { LONGEST_HEAD } from './limits.ts'

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

/** Names and values in turn, without a secret, and not much longer than {@link LONGEST_HEAD}. Not to be done twice. */
export function withoutSecrets(inTurn: readonly string[]): readonly string[] {
  let room = LONGEST_HEAD
  return inTurn.map((text, place) => {
    const isMasked = place % 2 === 1 && isSecret(inTurn[place - 1] ?? '')
    const shown = cut(isMasked ? masked(text) : text, room)
    room -= shown.length
    return shown
  })
}

/** The beginning of a text. A copy: a slice would keep the whole text in memory. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${Buffer.from(text.slice(0, Math.max(0, most))).toString()}…`

/** Equal values in a row become the same one: many calls of one kind then take little memory. */
export function shareInARow<From, To>(
  keyOf: (from: From) => string,
  make: (from: From) => To,
): (from: From) => To {
  let last: { key: string; made: To } | undefined
  return from => {
    const key = keyOf(from)
    if (last?.key !== key) last = { key, made: make(from) }
    return last.made
  }
}
