/** Search without a server. Every word must be found; case and accents do not matter. Two Chinese characters are a word. */
import { escaped } from '../../shared/html/entities.ts'
import type { NewsEntry } from './entry.ts'

const SNIPPET = 160
const BEFORE_MATCH = 50

/** Matches in titles come first; otherwise the given order is kept. Only this part of the matches is marked. */
export function findIn(entries: readonly NewsEntry[], sought: string, from = 0, to?: number): NewsEntry[] {
  const words = plain(sought).split(/\s+/).filter(Boolean)
  if (!words.length) return []
  const isIn = (text: string) => (word: string) => text.includes(word)
  const found = entries.filter(entry => {
    const [title, body] = textsOf(entry)
    return words.every(word => isIn(title)(word) || isIn(body)(word))
  })
  const isTitled = new Set(found.filter(entry => words.every(isIn(textsOf(entry)[0]))))
  return [...isTitled, ...found.filter(entry => !isTitled.has(entry))]
    .slice(from, to)
    .map(entry => ({ ...entry, found: markedIn(entry, words) }))
}

/** Made once for each entry, because every key that a visitor presses needs them. */
const texts = new WeakMap<NewsEntry, [title: string, body: string]>()

function textsOf(entry: NewsEntry): [title: string, body: string] {
  const known = texts.get(entry) ?? [plain(entry.title), plain(entry.teaser)]
  texts.set(entry, known)
  return known
}

function markedIn({ title, teaser }: NewsEntry, words: readonly string[]) {
  const marks = spansOf(folded(teaser), words)
  const from = Math.max(0, (marks[0]?.[0] ?? 0) - BEFORE_MATCH)
  return {
    title: marked(title, spansOf(folded(title), words), 0, title.length),
    snippet: marked(teaser, marks, from, wordEnd(teaser, from + SNIPPET)),
  }
}

/** A snippet ends between words, if there is a gap near. */
function wordEnd(text: string, at: number): number {
  const gap = text.slice(at, at + 20).search(/\s/)
  return gap < 0 ? at : at + gap
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Folded {
  text: string
  /** For each unit of `text`, and for its end, the position in the original. */
  places: number[]
}

function folded(original: string): Folded {
  const places: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    const letters = plain(character)
    for (const _ of letters.split('')) places.push(at)
    text += letters
    at += character.length
  }
  return { text, places: [...places, at] }
}

type Span = [from: number, to: number]

/** Positions of the words, in order and without overlaps. */
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

/** HTML with text and `<mark>`, as an agent sends it: a part of the text, with dots where it is cut. */
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
