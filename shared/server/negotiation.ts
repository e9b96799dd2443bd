/** What a request says of the bytes that it can take, and of those that it has already. */

/** Content codings of `accept-encoding`. `br;q=0` refuses; `*` is not taken for a wish. */
export function acceptedEncodings(header: string | string[] = ''): ReadonlySet<string> {
  const wishes = String(header)
    .split(',')
    .map(wish => {
      const [name = '', ...parameters] = wish.split(';').map(part => part.trim().toLowerCase())
      return { name, quality: parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1' }
    })
  return new Set(wishes.filter(({ quality }) => Number(quality) > 0).map(({ name }) => name))
}

/** RFC 9110, If-None-Match; a proxy on the way may have weakened the tag. */
export const isHeld = (header: string | undefined, entityTag: string): boolean =>
  (header ?? '').split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === entityTag)
