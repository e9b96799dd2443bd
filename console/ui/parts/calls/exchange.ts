/** One HTTP exchange, wherever it is shown: the line that names it, its headers to be unfolded, its bodies as they are printed. */
import { html, nothing, type TemplateResult } from 'lit'
import { parseJson } from '../../../../shared/text/parse-json.ts'
import type { HeaderLine } from '../../../api/requests.ts'
import type { RecordedHeader } from '../../../api/simulator.ts'
import { inBrackets } from '../../language.ts'
import { say } from './strings.ts'
import { type Ended, verdict } from './verdict.ts'

export interface ShownExchange extends Ended {
  method: string
  path: string
  ms?: number | undefined
}

/** @param waiting said where nothing has ended yet */
export function exchangeLine(exchange: ShownExchange, waiting?: string): TemplateResult {
  const { method, path, ms } = exchange
  return html`<span class="exchange">
    <code>${method} ${path}</code>
    ${waiting ?? verdict(exchange)}
    <span class="quiet small number">${ms === undefined ? nothing : `${ms} ms`}</span>
  </span>`
}

export function foldedHeaders(
  heading: string,
  headers: readonly (HeaderLine | RecordedHeader)[],
): TemplateResult | typeof nothing {
  if (headers.length === 0) return nothing
  return html`<details>
    <summary>${heading}${inBrackets(headers.length)}</summary>
    ${headerList(headers)}
  </details>`
}

export const headerList = (headers: readonly (HeaderLine | RecordedHeader)[]): TemplateResult =>
  html`<dl class="wire">${headers.map(header => {
    const [name, value] = 'name' in header ? [header.name, shownValue(header)] : header
    return html`<dt>${name}</dt><dd>${value === '' ? '""' : value}</dd>`
  })}</dl>`

const shownValue = (header: RecordedHeader) =>
  'value' in header ? header.value : html`<span class="quiet">${header.hidden} ${say('hidden')}</span>`

/** @param name for screen readers: it is scrolled by keyboard */
export const printedBody = (body: string, name: string): TemplateResult =>
  html`<pre tabindex="0" role="region" aria-label=${name}>${indented(body)}</pre>`

/** JSON with a line for each of its parts; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(parseJson(text), undefined, 2)
  } catch {
    return text
  }
}
