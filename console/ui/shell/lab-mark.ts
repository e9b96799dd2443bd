/** On every page: that calls go wrong on purpose, or that the clock is not the real one; it leads to where that ends. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../icons.ts'
import { language } from '../language.ts'
import { type LabState, labWords } from '../parts/lab-words.ts'
import { ROOT } from '../router.ts'

export function labMark(lab: LabState | undefined): TemplateResult | typeof nothing {
  const lang = language()
  const said = lab ? labWords(lab) : []
  if (said.length === 0) return nothing
  const words = said.join(lang === 'zh-HK' ? '；' : '; ')
  return html`<a class="mark" href="${ROOT}laboratory" title=${words}>
    ${icon('exclamation')}<span class="words">${words}</span>
  </a>`
}
