/** Title and snippet of a found entry, with the matches marked. */
import { escaped } from '../../../shared/html/entities.ts'
import { textOf } from '../../../shared/html/text-of.ts'
import { matchesIn, type Phrase } from '../../store/search-terms.ts'
import type { StoredEntry } from '../../store/types.ts'

export interface Found {
  /** HTML: text and `<mark>`. */
  title: string
  /** HTML: text and `<mark>`; the beginning of the text if only the title matches. */
  snippet: string
}

/** Characters to search for a match; a later one is not shown. */
const LOOKED_AT = 20_000
const LENGTH = 160
const BEFORE_MATCH = 50
/** A snippet begins and ends between words, if there is a gap within this distance. */
const NEAR = 20

export function foundIn({ title, html }: StoredEntry, phrases: readonly Phrase[]): Found {
  const text = textOf(html).slice(0, LOOKED_AT)
  return {
    title: marked(title, matchesIn(title, phrases)),
    snippet: snippetOf(text, matchesIn(text, phrases)),
  }
}

type Span = [start: number, end: number]

function snippetOf(text: string, matches: readonly Span[]): string {
  const first = matches[0]?.[0] ?? 0
  const start = first <= BEFORE_MATCH ? 0 : beginAt(text, first - BEFORE_MATCH)
  const end = endAt(text, Math.max(start + LENGTH, matches[0]?.[1] ?? 0))
  const inside = matches
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]): Span => [from - start, to - start])
  return `${start > 0 ? '…' : ''}${marked(text.slice(start, end), inside)}${end < text.length ? '…' : ''}`
}

function marked(text: string, matches: readonly Span[]): string {
  let html = ''
  let at = 0
  for (const [start, end] of matches) {
    html += `${escaped(text.slice(at, start))}<mark>${escaped(text.slice(start, end))}</mark>`
    at = end
  }
  return html + escaped(text.slice(at))
}

function beginAt(text: string, at: number): number {
  const space = text.slice(at, at + NEAR).indexOf(' ')
  return space >= 0 ? at + space + 1 : wholeCharacter(text, at)
}

function endAt(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(at, at + NEAR).indexOf(' ')
  return space >= 0 ? at + space : wholeCharacter(text, at)
}

/** Does not split a surrogate pair. */
const wholeCharacter = (text: string, at: number) =>
  /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at + 1 : at
