/** How a call ended: its status and return code, and whether the laboratory had a hand in it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestLine } from '../../../api/requests.ts'
import { icon } from '../../icons.ts'
import { say } from './strings.ts'

export interface Ended extends Partial<Pick<RequestLine, 'code' | 'fault'>> {
  /** Without one, nothing was answered. */
  status?: number | null | undefined
  /** What broke it off. */
  failure?: object | undefined
}

export const isBad = ({ status, code, failure }: Ended): boolean =>
  failure !== undefined || !status || status >= 400 || (code !== undefined && code !== 'D00000')

export function verdict(ended: Ended): TemplateResult {
  const { status, code, fault } = ended
  return html`<span class="verdict ${isBad(ended) ? 'bad' : 'good'}">${status ?? say('none')}${code ? ` ${code}` : nothing}${
    fault
      ? html` <span class="hit" title=${say('laboratory')}>${icon('sliders')}<span class="visually-hidden">${say('laboratory')}</span></span>`
      : nothing
  }</span>`
}
