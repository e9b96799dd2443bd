/**
 * News in an invented language whose words and characters have realistic frequencies: the n-th word is used 1/n times as
 * often as the first. The same in every run.
 */
import type { NewsEntry } from '../../shared/contract/news.ts'
import { newsEntry } from '../news.ts'

const [WORDS, CHARACTERS] = [20_000, 4_000]
/** The text of one entry. */
const LENGTH = { words: 120, characters: 80 }

export interface Language {
  entry(index: number): NewsEntry
  /** One to three words or characters to search for. */
  question(): string
  /** A text that nearly every entry contains. */
  common: string
}

export function madeUpLanguage(): Language {
  const random = numbers()
  const pick = (count: number) => Math.floor(count ** random()) - 1
  const word = () => `${pick(WORDS).toString(36)}n`
  const character = () => String.fromCodePoint(0x4e00 + 5 * pick(CHARACTERS))
  const several = (count: number, one: () => string, separator: string) =>
    Array.from({ length: count }, one).join(separator)
  const oneToThree = () => 1 + Math.floor(3 * random())
  return {
    entry: index => ({
      ...newsEntry(index, 1),
      newsTitle: `${several(4, word, ' ')} ${several(4, character, '')}`,
      newsContent: `<p>${several(LENGTH.words, word, ' ')}</p><p>${several(LENGTH.characters, character, '')}</p>`,
    }),
    question: () =>
      random() < 0.5 ? several(oneToThree(), word, ' ') : several(oneToThree(), character, ''),
    common: '0n 1n',
  }
}

function numbers(): () => number {
  let state = 20_261_121
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
