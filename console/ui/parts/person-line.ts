/** A person in a list: picture, name in the reader's language, and what else distinguishes people. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Role } from '../../../shared/contract/session.ts'
import { language } from '../language.ts'
import { type Named, nameIn, otherNameIn, ROLE_NAMES } from './words.ts'

export interface PersonLine extends Named {
  userId: number
  refNo: string
  imageUrl: string
}

/**
 * @param href below /console/, when the name is a link
 * @param role where people of all roles stand
 */
export function personLine(person: PersonLine, href?: string, role?: Role): TemplateResult {
  const name = nameIn(person)
  const about = [otherNameIn(person), role ? ROLE_NAMES[role][language()] : '', person.refNo]
  const other = about.filter(text => text !== '').join(' · ')
  return html`<span class="entry">
    <img class="thumb face" src=${person.imageUrl} alt="" width="40" height="40" loading="lazy" />
    <span class="titles">
      ${href === undefined ? html`<strong>${name}</strong>` : html`<a href="/console/${href}"><strong>${name}</strong></a>`}
      ${other === '' ? nothing : html`<span class="quiet small">${other}</span>`}
    </span>
  </span>`
}
