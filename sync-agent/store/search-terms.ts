/**
 * Search terms, made in the same way from texts and from queries.
 *
 * A word is a term, without case, accents and plural ending. Chinese has no spaces: there every two neighbouring characters
 * are a term, and a phrase is a sequence of these terms. Each single character is a term, too. Terms contain only letters,
 * digits and marks, so no operators of the search engine.
 */

/** Terms in this order, without a gap. */
export type Phrase = readonly [string, ...string[]]

/** All terms of a text, separated by spaces: first the words and pairs in their order, then the single characters. */
export function indexedTerms(text: string): string {
  const terms: string[] = []
  const characters = new Set<string>()
  for (const { run, isChinese } of runsOf(fold(text))) {
    if (!isChinese) {
      terms.push(stem(run))
      continue
    }
    const singles = [...run]
    terms.push(...pairsOf(singles))
    for (const single of singles) characters.add(single)
  }
  return [...terms, ...characters].join(' ')
}

/** The phrases of a query; all of them must be found. Empty without letters and digits. */
export function soughtPhrases(text: string): Phrase[] {
  const phrases = new Map<string, Phrase>()
  for (const { run, isChinese } of runsOf(fold(text))) {
    const [first, ...others] = isChinese ? pairsOf([...run]) : [stem(run)]
    if (first !== undefined) phrases.set([first, ...others].join(' '), [first, ...others])
  }
  return [...phrases.values()]
}

/** Positions of the phrases in a text, in order and without overlaps. */
export function matchesIn(text: string, phrases: readonly Phrase[]): [start: number, end: number][] {
  const { folded, placeOf } = foldWithPlaces(text)
  // No phrase of one script is in a run of the other.
  const words = new Set(phrases.map(([first]) => first))
  const chinese = phrases.map(spelled)
  const found: [number, number][] = []
  for (const { run, start, isChinese } of runsOf(folded)) {
    if (!isChinese && words.has(stem(run))) found.push([start, start + run.length])
    if (!isChinese) continue
    for (const phrase of chinese) {
      for (let at = run.indexOf(phrase); at >= 0; at = run.indexOf(phrase, at + phrase.length)) {
        found.push([start + at, start + at + phrase.length])
      }
    }
  }
  const inText = found.map(([from, to]): [number, number] => [placeOf(from), placeOf(to)])
  return merged(inText.toSorted(([a], [b]) => a - b))
}

const CHINESE = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}`
/** A run has only letters, digits and their marks; characters shared by both scripts count for neither. */
const RUNS = new RegExp(
  `(?<chinese>(?:(?=[\\p{L}\\p{M}])[${CHINESE}])+)|(?:(?![${CHINESE}])[\\p{L}\\p{N}\\p{M}])+|\\p{N}+`,
  'gu',
)
/** Longer ones are not words. */
const LONGEST_TERM = 64

function* runsOf(folded: string): Generator<{ run: string; start: number; isChinese: boolean }> {
  for (const { 0: run, index: start, groups } of folded.matchAll(RUNS)) {
    yield { run, start, isChinese: groups?.chinese !== undefined }
  }
}

/** A single character is its own term. */
function pairsOf(singles: readonly string[]): string[] {
  if (singles.length === 1) return [...singles]
  return singles.slice(1).map((single, before) => `${singles[before]}${single}`)
}

/** The characters of the pairs. */
const spelled = ([first, ...others]: Phrase) => first + others.map(pair => [...pair][1] ?? '').join('')

/** `matches` and `match`, `activities` and `activity` get the same term, which may not be a word. */
function stem(word: string): string {
  const short = word.slice(0, LONGEST_TERM)
  if (short.length < 4 || !short.endsWith('s') || /(?:ss|us|is)$/.test(short)) return short
  if (short.endsWith('ies')) return `${short.slice(0, -3)}y`
  return /(?:ss|x|[cs]h)es$/.test(short) ? short.slice(0, -2) : short.slice(0, -1)
}

/** Full-width letters become letters, é becomes e. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The same, with the original position of each character and of the end. */
function foldWithPlaces(text: string): { folded: string; placeOf: (at: number) => number } {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), placeOf: at => at }
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = FOLDED_ALREADY.test(character) ? character : fold(character)
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at)
    folded += plain
    at += character.length
  }
  return { folded, placeOf: place => places[place] ?? at }
}

const ASCII = /^\p{ASCII}*$/u
/** Nearly all characters of school news, so it is faster to check for them first. */
const FOLDED_ALREADY = /^[\u4e00-\u9fffa-z0-9 ]$/

function merged(sorted: [number, number][]): [number, number][] {
  const apart: [number, number][] = []
  for (const [start, end] of sorted) {
    const last = apart.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}
