/** The rows of a list as a table, which becomes cards on a phone: there its column's label stands before each cell. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

export interface Column<Row> {
  label: string
  /** What the row is; what can be done with it, under a label that is not seen; or a class of a style sheet. */
  kind?: 'title' | 'actions' | 'date' | 'number' | 'email' | 'uses' | 'id'
  cell(row: Row): unknown
}

/** @param idOf a row stays what it is while others come before it: what is pressed there means that one */
export function listTable<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string | number,
  columns: readonly Column<Row>[],
): TemplateResult {
  return html`<table class="list">
    <thead>
      <tr>${columns.map(
        ({ label, kind }) =>
          html`<th scope="col"><span class=${kind === 'actions' ? 'visually-hidden' : nothing}>${label}</span></th>`,
      )}</tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        idOf,
        row => html`<tr data-id=${idOf(row)}>${columns.map(column => cell(column, row))}</tr>`,
      )}
    </tbody>
  </table>`
}

// Without white space: an empty cell is not shown on a phone.
const cell = <Row>({ label, kind, cell }: Column<Row>, row: Row): TemplateResult =>
  html`<td class=${kind ?? nothing} data-label=${kind === 'title' || kind === 'actions' ? nothing : label}>${cell(row)}</td>`
