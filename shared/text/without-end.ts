/**
 * @param characters which to leave out at the end
 * @returns the text without them, in linear time: an expression like `/x+$/` begins anew at each `x`
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** What no cut text ends with before its ellipsis. */
export const PAUSES = ' ,.;:，。；：、'
