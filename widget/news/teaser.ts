/** The beginning of a text for a list, about three lines long. It ends at the end of a word. */
import { PAUSES, withoutEnd } from '../../shared/text/without-end.ts'

/** In Latin letters; a Chinese character is as wide as two. */
const WIDEST = 160
/** Longer words are cut. */
const WORD_END = /[\s,.;:，。；：、！？][^\s,.;:，。；：、！？]{0,24}$/

export function teaserOf(text: string): string {
  let width = 0
  let end = 0
  for (const character of text) {
    const isWide = character > '\u2e7f'
    width += isWide ? 2 : 1
    if (width > WIDEST) return `${wholeWords(text.slice(0, end), isWide)}…`
    end += character.length
  }
  return text
}

/** Chinese may end after any character. */
function wholeWords(cut: string, isWide: boolean): string {
  const last = isWide ? null : WORD_END.exec(`${cut}`)
  return withoutEnd(last ? cut.slice(0, last.index) : cut, PAUSES)
}
