/** Links to what a reader sees: the landing page with a message, and the page of an entry, where the website is known. */
import { html, nothing } from 'lit'
import { SITE_IDS, type SiteId } from '../../shared/contract/site.ts'
import { fillTemplate } from '../../shared/text/link-template.ts'
import type { Overview } from '../api/overview.ts'
import { icon } from './icons.ts'
import { language, withColon } from './language.ts'
import { say } from './parts/strings.ts'

type Websites = Overview['websites']

let known: Websites = {}

/** Told when one signs in. */
export function useWebsites(websites: Websites): void {
  known = websites
}

/** The page of each website that shows popup messages. */
export function websiteLinks(): { siteId: SiteId; href: string }[] {
  return SITE_IDS.flatMap(siteId => {
    const href = linkTo('homeLink', [siteId])
    return href === undefined ? [] : [{ siteId, href }]
  })
}

/** Where websites have it now; undefined where none is known. */
export function messageLink({
  sites,
  state,
}: {
  sites: readonly SiteId[]
  state: string
}): string | undefined {
  return state === 'live' ? linkTo('homeLink', sites) : undefined
}

export function entryLink({
  sites,
  state,
  newsId,
}: {
  sites: readonly SiteId[]
  state: string
  newsId: string
}): string | undefined {
  return state === 'published' ? linkTo('newsLink', sites, newsId) : undefined
}

function linkTo(which: 'homeLink' | 'newsLink', sites: readonly SiteId[], newsId = ''): string | undefined {
  const lang = language()
  const siteId = sites.find(site => known[site] !== undefined)
  const template = siteId && known[siteId]?.[which]
  return template && fillTemplate(template, { siteId, lang }, newsId)
}

/** Beside the actions of a record's page. */
export function websiteButton(href: string | undefined) {
  return href === undefined
    ? nothing
    : html`<wa-button appearance="outlined" href=${href} target="_blank" rel="noopener">${icon('box-arrow-up-right', 'start')}${say('onWebsite')}<span class="visually-hidden"> ${say('inNewTab')}</span></wa-button>`
}

/** In a row of a list, where there is room for the icon alone. */
export function websiteIcon(href: string | undefined, title: string) {
  return href === undefined
    ? nothing
    : html`<a class="act" href=${href} target="_blank" rel="noopener" title=${say('onWebsite')}>${icon('box-arrow-up-right')}
        <span class="words">${say('onWebsite')}<span class="visually-hidden">${withColon('', title)} ${say('inNewTab')}</span></span></a>`
}
