/** The links to the console's pages, section by section. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../icons.ts'
import { language } from '../language.ts'
import { PAGES, type PageEntry, SECTIONS, type Section } from '../pages.ts'
import { ROOT } from '../router.ts'
import { say } from './strings.ts'

/** @param page first part of the address of the page that is shown */
export function navigation(page: string): TemplateResult {
  const lang = language()
  const sections = Object.keys(SECTIONS) as Section[]
  return html`<nav aria-label=${say('navigation')}>
    ${sections.map(section => {
      const pages = PAGES.filter(one => one.section === section)
      if (pages.length === 0) return nothing
      const links = linksTo(pages, page)
      if (section === 'start') return links
      return html`<h2>${SECTIONS[section][lang]}</h2> ${links}`
    })}
  </nav>`
}

const linksTo = (pages: readonly PageEntry[], page: string) => html`<ul>
  ${pages.map(
    ({ path, title, icon: name }) => html`<li>
      <a href="${ROOT}${path}" aria-current=${path === page ? 'page' : nothing}>
        ${icon(name)} ${title[language()]}
      </a>
    </li>`,
  )}
</ul>`
