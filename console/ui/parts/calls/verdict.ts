/** How a call ended: its status and return code, and whether the laboratory had a hand in it. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { RequestLine } from '../../../api/requests.ts'
import { icon } from '../../icons.ts'
import { language } from '../../language.ts'
import { STRINGS } from './strings.ts'

export const isBad = ({ status, code }: Pick<RequestLine, 'status' | 'code'>): boolean =>
  status === null || status >= 400 || (code !== undefined && code !== 'D00000')

export function verdict(line: RequestLine): TemplateResult {
  const lang = language()
  const { status, code, fault } = line
  return html`<span class="verdict ${isBad(line) ? 'bad' : 'good'}">${status ?? STRINGS.none[lang]}${code ? ` ${code}` : nothing}${
    fault
      ? html` <span class="hit" title=${STRINGS.laboratory[lang]}>${icon('sliders')}<span class="visually-hidden">${STRINGS.laboratory[lang]}</span></span>`
      : nothing
  }</span>`
}

export const verdictStyles = css`
  .verdict {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .verdict.good {
    color: var(--wa-color-success-on-quiet);
  }
  .verdict.bad {
    color: var(--wa-color-danger-on-quiet);
  }
  .verdict .hit {
    color: var(--wa-color-warning-on-quiet);
  }
`
