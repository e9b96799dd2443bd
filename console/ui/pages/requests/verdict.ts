/** How a call ended, as a badge: its status and return code, and whether the laboratory had a hand in it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestLine } from '../../../api/requests.ts'
import type { Language } from '../../language.ts'
import { STRINGS } from './strings.ts'

export function verdict({ status, code, fault }: RequestLine, lang: Language): TemplateResult {
  const isBad = status === null || status >= 400 || (code !== undefined && code !== 'D00000')
  return html`<span class="row">
    <span class="badge ${isBad ? 'bad' : 'good'}">${status ?? STRINGS.none[lang]}${code ? ` ${code}` : nothing}</span>
    ${fault ? html`<span class="badge warn">${STRINGS.laboratory[lang]}</span>` : nothing}
  </span>`
}
