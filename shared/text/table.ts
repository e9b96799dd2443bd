/** Text for terminals: tables and wrapped lines, safe from control characters in titles and messages. */

const GAP = '  '

/** Each column is as wide as its widest cell, except the last one. No trailing spaces, and no line end after the last line. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [headings, ...rows].map(cells => cells.map(plainLine))
  const widths = headings.map((_, column) =>
    table.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
  )
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
  return table.map(cells => cells.map(pad).join(GAP).trimEnd()).join('\n')
}

/**
 * Wraps words into lines of this many columns at most; a longer word, such as a URL, stays whole. Chinese, which has no blanks,
 * is wrapped after its punctuation.
 */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  for (const word of plainLine(text).split(WORD_END)) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(`${line}${word}`.trimEnd()) <= columns) {
      lines[lines.length - 1] = `${line}${word}`
    } else lines.push(lines.length === 0 ? word : indent + word)
  }
  return lines.map(line => line.trimEnd()).join('\n')
}

/** After a blank, or after Chinese punctuation that no more of it follows. */
const WORD_END = /(?<= )|(?<=[、。，：；」）])(?![、。，：；」） ])/

/**
 * One line without control characters: they could move the cursor, colour the screen, or reverse the text direction.
 */
export function plainLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, between => (/\p{Cc}/u.test(between) ? ' ' : between))
}

/** Width on a terminal; Chinese characters take two columns. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    if (/\p{Mn}|\p{Cf}/u.test(character)) continue
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1
  }
  return width
}
