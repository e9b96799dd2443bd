/** What the request log shows in place of secrets and of what is too long. */

/** In place of a secret's value. */
export const masked = (value: string): string =>
  value === '' ? 'set, empty' : `set, ${value.length} ${value.length === 1 ? 'character' : 'characters'}`

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
