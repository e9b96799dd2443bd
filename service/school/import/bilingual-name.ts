/** Names in both languages, as in `Class 1A 1A班`: a list may name either half. */

/** The only one with this half of its name; undefined when there is none, or when several have it. */
export function withHalf<Named>(
  half: string,
  all: readonly Named[],
  nameOf: (one: Named) => string,
): Named | undefined {
  const [found, another] = allWithHalf(half, all, nameOf)
  return another ? undefined : found
}

export function allWithHalf<Named>(
  half: string,
  all: readonly Named[],
  nameOf: (one: Named) => string,
): Named[] {
  const wanted = plain(half)
  return all.filter(one => halvesOf(nameOf(one)).includes(wanted))
}

/** What stands between words, and between the halves. */
const SEPARATORS = String.raw`\s\/\|,;\(\)\[\]・·、【】–—\-`
/** A word with a Chinese character in it belongs to the Chinese half whole, as `1A班` does. */
const CHINESE_WORD = new RegExp(`[^${SEPARATORS}]*\\p{Script=Han}[^${SEPARATORS}]*`, 'gu')
const ENDS = new RegExp(`^[${SEPARATORS}]+|[${SEPARATORS}]+$`, 'gu')

/** In the order of the languages, whichever is first; none when the name is in one language. */
function halvesOf(name: string): string[] {
  const text = plain(name)
  const words = [...text.matchAll(CHINESE_WORD)]
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last) return []
  // The Chinese half is the second, unless the name begins with it.
  const cut = first.index > 0 ? first.index : last.index + last[0].length
  const halves = [text.slice(0, cut), text.slice(cut)].map(half => half.replaceAll(ENDS, ''))
  return halves.every(half => half !== '') ? halves : []
}

/** Full width and half width, capital and small letters are one; so are brackets around the whole. */
const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(ENDS, '')
