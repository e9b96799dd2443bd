/** A news identifier as the name of a file: the same for the agent that writes the file and the page that asks for it. */

/** Leaves room for an ending within the 255 bytes that file systems allow. */
const LONGEST = 200

/**
 * Lower-case letters, digits, `-` and `_` stay; everything else is `~` and four hexadecimal digits a UTF-16 unit, since many
 * file systems take `A` and `a` for one. Needs no escaping in an address.
 *
 * @example fileNameOf('2026-09A') // '2026-09~0041'
 */
export function fileNameOf(newsId: string): string {
  const name = newsId.replace(/[^a-z0-9_-]/gu, unit => [...units(unit)].join(''))
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 18)}~~${digest(newsId)}`
}

function* units(character: string): Generator<string> {
  for (let index = 0; index < character.length; index += 1) {
    yield `~${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
}

/** FNV-1a, 64 bits: only tells names apart that begin alike. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
