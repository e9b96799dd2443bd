/**
 * The addresses of pictures in sanitised HTML. There, `<` and `>` are only at the ends of tags, and `"` within a tag only at
 * the ends of values; so no parser is needed, and a long list of entries is read in no time.
 */
import { escaped, unescaped } from './entities.ts'

/** Once each, in their order. */
export function picturesIn(html: string): string[] {
  return [...new Set(sourcesIn(html).map(({ address }) => address))]
}

/** The same HTML, with another address for each picture. */
export function withPictures(html: string, otherFor: (address: string) => string): string {
  let changed = ''
  let rest = 0
  for (const { address, start, end } of sourcesIn(html)) {
    changed += html.slice(rest, start) + escaped(otherFor(address))
    rest = end
  }
  return changed + html.slice(rest)
}

interface Source {
  address: string
  start: number
  end: number
}

function sourcesIn(html: string): Source[] {
  const sources: Source[] = []
  for (let tag = html.indexOf(TAG); tag !== -1; tag = html.indexOf(TAG, tag + TAG.length)) {
    // Outside values and values take turns: `alt="src="` is not the address.
    const parts = html.slice(tag, html.indexOf('>', tag)).split('"')
    const before = parts.findIndex((part, index) => index % 2 === 0 && part.endsWith(' src='))
    const value = parts[before + 1]
    if (before === -1 || value === undefined) continue
    const start = tag + parts.slice(0, before + 1).join('"').length + 1
    sources.push({ address: unescaped(value).trim(), start, end: start + value.length })
  }
  return sources
}

const TAG = '<img '
