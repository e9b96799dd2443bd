/**
 * How many places the tables of a body have at most: columns times rows, whether a cell stands there or not.
 *
 * Firefox lays out 1,000 columns of 4,900 rows in six seconds; a single cell over 1,000 columns and 65,534 rows took it 20.
 * What an editor writes has few more places than cells.
 */
export const MOST_PLACES = 200_000

export function placesIn(body: Element): number {
  let places = 0
  for (const table of body.querySelectorAll('table')) {
    let widest = 0
    /** Columns of cells that go on in later rows, and may stand beside any of them. */
    let standing = 0
    let tallest = 0
    for (const { span } of table.querySelectorAll<HTMLTableColElement>('col,colgroup')) standing += span
    for (const { cells } of table.rows) {
      let width = 0
      for (const { colSpan, rowSpan } of cells) {
        width += colSpan
        if (rowSpan !== 1) standing += colSpan
        tallest = Math.max(tallest, rowSpan)
      }
      widest = Math.max(widest, width)
    }
    places += (widest + standing) * (table.rows.length + tallest)
  }
  return places
}
