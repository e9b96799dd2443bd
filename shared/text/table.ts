/** Text for terminals: tables and wrapped lines, safe from what an upstream may have put into a title or a message. */

const GAP = '  '

/** Columns as wide as their widest cell, but for the last one; no space at line ends, no line end behind the last. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [headings, ...rows].map(cells => cells.map(plainLine))
  const widths = headings.map((_, column) =>
    table.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
  )
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
  return table.map(cells => cells.map(pad).join(GAP).trimEnd()).join('\n')
}

/** Words in lines of at most this many columns; a longer word, as an address is, stays whole. */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  for (const word of plainLine(text).split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= columns) {
      lines[lines.length - 1] = `${line} ${word}`
    } else lines.push(lines.length === 0 ? word : indent + word)
  }
  return lines.join('\n')
}

/**
 * One line without control characters, which could move the cursor or colour the screen, or turn the rest of the line round.
 */
export function plainLine(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, between => (/\p{Cc}/u.test(between) ? ' ' : between))
}

/** Columns on a terminal: Chinese characters take two. */
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
