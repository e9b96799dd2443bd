/** The links to the console's pages, section by section. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../icons.ts'
import type { Language } from '../language.ts'
import { PAGES, SECTIONS, type Section } from '../pages.ts'
import { ROOT } from '../router.ts'
import { STRINGS } from './strings.ts'

/** @param page first part of the address of the page that is shown */
export function navigation(lang: Language, page: string): TemplateResult {
  const sections = Object.keys(SECTIONS) as Section[]
  return html`<nav aria-label=${STRINGS.navigation[lang]}>
    ${sections.map(section => {
      const pages = PAGES.filter(one => one.section === section)
      if (pages.length === 0) return nothing
      return html`${section === 'start' ? nothing : html`<h2>${SECTIONS[section][lang]}</h2>`}
        <ul>
          ${pages.map(
            ({ path, title, icon: name }) => html`<li>
              <a href="${ROOT}${path}" aria-current=${path === page ? 'page' : nothing}>
                ${icon(name)} ${title[lang]}
              </a>
            </li>`,
          )}
        </ul>`
    })}
  </nav>`
}
