/** Search without a server: every word must be found, whatever its case and accents; two Chinese characters are enough. */
import { escaped } from '../../shared/html/entities.ts'
import type { NewsEntry } from './entry.ts'

const SNIPPET = 160
const BEFORE_MATCH = 50

/** Those whose title says it first; among equals in the order given. */
export function findIn(entries: readonly NewsEntry[], sought: string): NewsEntry[] {
  const words = folded(sought).text.split(/\s+/).filter(Boolean)
  if (!words.length) return []
  const found = entries.flatMap(entry => {
    const title = folded(entry.title)
    const body = folded(entry.teaser)
    if (!words.every(word => title.text.includes(word) || body.text.includes(word))) return []
    const marks = spansOf(body, words)
    const from = Math.max(0, (marks[0]?.[0] ?? 0) - BEFORE_MATCH)
    const found = {
      title: marked(entry.title, spansOf(title, words), 0, entry.title.length),
      snippet: marked(entry.teaser, marks, from, from + SNIPPET),
    }
    return { entry: { ...entry, found }, isTitled: words.every(word => title.text.includes(word)) }
  })
  return found.sort((one, other) => +other.isTitled - +one.isTitled).map(({ entry }) => entry)
}

interface Folded {
  text: string
  /** For each unit of `text` and its end, where in the original it stands. */
  places: number[]
}

function folded(original: string): Folded {
  const places: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (const _ of plain.split('')) places.push(at)
    text += plain
    at += character.length
  }
  return { text, places: [...places, at] }
}

type Span = [from: number, to: number]

/** Where the words stand, in order and apart from each other. */
function spansOf({ text, places }: Folded, words: readonly string[]): Span[] {
  const spans: Span[] = []
  for (const word of words)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      spans.push([places[at] ?? 0, places[at + word.length] ?? 0])
  let end = 0
  return spans
    .sort(([one], [other]) => one - other)
    .filter(([from, to]) => {
      if (from < end) return false
      end = to
      return true
    })
}

/** HTML of text and `<mark>`, as an agent sends it: a part of the text, with dots where it is cut. */
function marked(text: string, spans: readonly Span[], from: number, to: number): string {
  let html = from > 0 ? '…' : ''
  let at = from
  for (const [start, end] of spans) {
    if (start < at || end > to) continue
    html += `${escaped(text.slice(at, start))}<mark>${escaped(text.slice(start, end))}</mark>`
    at = end
  }
  return `${html}${escaped(text.slice(at, to))}${to < text.length ? '…' : ''}`
}
