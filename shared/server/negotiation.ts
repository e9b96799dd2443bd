/** What a request says of the bytes that it can take, and of those that it has already. */

/** Browsers send a handful of different headers; whoever makes up more costs no memory. */
const MOST_REMEMBERED = 100
const remembered = new Map<string, ReadonlySet<string>>()

/** Content codings of `accept-encoding`. `br;q=0` refuses; `*` is not taken for a wish. */
export function acceptedEncodings(header: string | string[] = ''): ReadonlySet<string> {
  const text = String(header)
  const known = remembered.get(text)
  if (known) return known
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const accepted = readEncodings(text)
  remembered.set(text, accepted)
  return accepted
}

function readEncodings(header: string): Set<string> {
  const wishes = header.split(',').map(wish => {
    const [name = '', ...parameters] = wish.split(';').map(part => part.trim().toLowerCase())
    return { name, quality: parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1' }
  })
  return new Set(wishes.filter(({ quality }) => Number(quality) > 0).map(({ name }) => name))
}

/** RFC 9110, If-None-Match; a proxy on the way may have weakened the tag. */
export const isHeld = (header: string | undefined, entityTag: string): boolean =>
  (header ?? '').split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === entityTag)
