/** A news identifier as the name of a file: the same for the agent that writes the file and the page that asks for it. */

/** Leaves room for an ending within the 255 bytes that file systems allow. */
const LONGEST = 200

/**
 * ASCII letters, digits, `-` and `_` stay; everything else is `~` and four hexadecimal digits a UTF-16 unit. Since many file
 * systems take `A` and `a` for one, capitals are written small, and the end says which they were, as bits: `~u` and a
 * hexadecimal number. Needs no escaping in an address.
 *
 * @example fileNameOf('NEWS-17') // 'news-17~uf'
 */
export function fileNameOf(newsId: string): string {
  let capitals = 0n
  const letters = newsId.replace(/[^a-z0-9_-]/g, (unit, index: number) => {
    if (!/[A-Z]/.test(unit)) return `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    capitals |= 1n << BigInt(index)
    return unit.toLowerCase()
  })
  const name = capitals === 0n ? letters : `${letters}~u${capitals.toString(16)}`
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 18)}~~${digest(newsId)}`
}

/** FNV-1a, 64 bits: only tells names apart that begin alike. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
