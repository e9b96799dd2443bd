/** Turns a news identifier into a file name. The agent that writes files and the page that requests them use the same function. */

/** File systems allow 255 bytes; the rest is for the extension. */
const LONGEST = 200

/**
 * Small ASCII letters, digits, `-` and `_` stay; other characters become `~` and four hexadecimal digits for each UTF-16
 * unit. Many file systems treat `A` and `a` as equal, so capitals become small letters, and a suffix `~u` with a hexadecimal
 * number has a bit for each capital. The name needs no escaping in a URL.
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

/** FNV-1a, 64 bits: distinguishes long names with the same beginning. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
