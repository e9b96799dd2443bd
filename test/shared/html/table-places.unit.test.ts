/** What a browser has to lay out for a table: known before it does. */
import { Window } from 'happy-dom'
import { expect, it } from 'vitest'
import { placesIn } from '../../../shared/html/table-places.ts'

const placesOf = (html: string) => {
  const { document } = new Window()
  document.body.innerHTML = html
  // As in a browser; happy-dom leaves it out.
  for (const columns of document.querySelectorAll('col,colgroup'))
    Object.assign(columns, { span: Number(columns.getAttribute('span') ?? 1) })
  return placesIn(document.body as unknown as Element)
}
const CELL = '<td></td>'

it.each([
  ['no table', '<p>Text</p>', 0],
  // One more row than there are, for the tallest cell.
  ['a plain table', `<table><tr>${CELL.repeat(3)}</tr><tr>${CELL}</tr></table>`, 3 * (2 + 1)],
  ['a cell over several columns', `<table><tr><td colspan="5"></td>${CELL}</tr></table>`, 6 * (1 + 1)],
  [
    'columns that no cell stands in',
    `<table><colgroup><col span="3"></colgroup><tr>${CELL}</tr></table>`,
    (1 + 1 + 3) * (1 + 1),
  ],
  // It may stand beside any other row.
  [
    'a cell over several rows',
    `<table><tr><td colspan="2" rowspan="4"></td></tr><tr>${CELL}</tr></table>`,
    (2 + 2) * (2 + 4),
  ],
  ['two tables', `<table><tr>${CELL}</tr></table>`.repeat(2), 2 * 2],
])('%s', (_, html, places) => {
  expect(placesOf(html)).toBe(places)
})
