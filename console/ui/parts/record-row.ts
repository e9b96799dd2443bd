/** What the rows of messages and of news have in common: the titles, the websites, what can be done. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { SiteId } from '../../../shared/contract/site.ts'
import { icon } from '../icons.ts'
import { language, withColon } from '../language.ts'
import { say } from './editing/strings.ts'
import { SITES } from './sites.ts'

export const rowStyles = css`
  @media (max-width: 50rem) {
    .entry {
      width: 100%;
    }
    .act {
      margin-inline-start: -0.7rem;
    }
  }
`

export interface RowTitles {
  picture: TemplateResult
  title: string
  /** In the language that the reader does not read. */
  otherTitle: string
  /** Of its page; undefined where it has none. */
  href: string | undefined
  isUnsaved: boolean
}

export function titlesCell({ picture, title, otherTitle, href, isUnsaved }: RowTitles): TemplateResult {
  const other = language() === 'en-US' ? 'zh-HK' : 'en-US'
  return html`<div class="entry">
    ${picture}
    <div class="titles">
      ${href === undefined ? html`<strong>${title}</strong>` : html`<a href=${href}>${title}</a>`}
      ${otherTitle !== '' && otherTitle !== title ? html`<span class="quiet small" lang=${other}>${otherTitle}</span>` : nothing}
      ${isUnsaved ? html`<span class="badge warn">${say('isChanged')}</span>` : nothing}
    </div>
  </div>`
}

export const siteBadges = (sites: readonly SiteId[]): TemplateResult[] =>
  sites.map(site => html`<span class="badge">${SITES[site][language()]}</span>`)

const words = (text: string, title: string) =>
  html`<span class="words">${text}<span class="visually-hidden">${withColon('', title)}</span></span>`

export const copyAct = (text: string, title: string, href: string): TemplateResult =>
  html`<a class="act" href=${href} title=${text}>${icon('copy')} ${words(text, title)}</a>`

export const removeAct = (title: string, remove: () => void): TemplateResult =>
  html`<button class="act" title=${say('remove')} @click=${remove}>${icon('trash')} ${words(say('remove'), title)}</button>`

export const restoreAct = (title: string, restore: () => void): TemplateResult =>
  html`<button class="act" @click=${restore}>
    ${icon('arrow-counterclockwise')} ${say('restore')}<span class="visually-hidden">${withColon('', title)}</span>
  </button>`
