/** How a call ended: its status and return code, and whether the laboratory had a hand in it. */
import { html, nothing, type TemplateResult } from 'lit'
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
