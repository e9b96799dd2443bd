/** What a school may say of its feeds, checked, with defaults filled in. */
import { isLanguage, isSiteId, type Language, type SiteId } from '../../shared/contract/site.ts'
import { templateFault } from './link-template.ts'

/** By site, or by site and language, as in `academy/zh-HK`. */
export type FeedTexts = Partial<Record<SiteId | `${SiteId}/${Language}`, string>>

export interface FeedOptions {
  /**
   * Where the site shows an entry, as in `https://school.example/{language}/news/{newsId}`, or from the root of
   * the address that readers ask, `/news/{newsId}`. Filled in: `{newsId}`, `{siteId}`, `{lang}` (`en-US`), `{language}`
   * (`en`), `{fileName}` (the newsId as published files are named). Without it entries have no link, and there is no news sitemap.
   */
  newsLink?: string | undefined
  /** The page that a feed stands for, with the same but `{newsId}`. Default: the root of the site. */
  homeLink?: string | undefined
  /** By site, or by site and language as in `academy/zh-HK`. Default `School news`, `學校消息` and the like. */
  titles?: FeedTexts | undefined
  descriptions?: FeedTexts | undefined
  /** Newest entries in a feed, up to 1,000. Default 50. */
  entries?: number | undefined
  /**
   * What tells this school's news from any other's. Default: the service's address. When that changes, name the old one,
   * so that no reader shows all its entries once more.
   */
  identity?: string | undefined
}

export interface CheckedFeedOptions {
  /** Template of an entry's page; undefined: the site has none. */
  newsLink: string | undefined
  /** Template of the page that the feed stands for; undefined: the root of the site. */
  homeLink: string | undefined
  titles: FeedTexts
  descriptions: FeedTexts
  entries: number
  /** Tells one school's news from any other's. */
  identity: string
}

export interface FeedSettings extends CheckedFeedOptions {
  /** The school's time zone. */
  zone: string
}

const MOST_ENTRIES = 1000
export const DEFAULT_ENTRIES = 50

/** @throws what `fail` makes of the fault */
export function checkFeeds(
  options: FeedOptions,
  serviceUrl: URL,
  fail: (reason: string) => Error,
): CheckedFeedOptions {
  const { newsLink, homeLink, titles = {}, descriptions = {}, entries = DEFAULT_ENTRIES } = options
  const faulty = (name: string, fault: string | undefined) => {
    if (fault !== undefined) throw fail(`${name}: ${fault}`)
  }
  if (newsLink !== undefined) faulty('newsLink', templateFault(newsLink, 'newsId'))
  if (homeLink !== undefined) faulty('homeLink', templateFault(homeLink))
  faulty('titles', textsFault(titles))
  faulty('descriptions', textsFault(descriptions))
  if (!Number.isInteger(entries) || entries < 1 || entries > MOST_ENTRIES) {
    throw fail(`entries: ${entries} is not between 1 and ${MOST_ENTRIES}`)
  }
  if (options.identity?.trim() === '') throw fail('identity: is empty')
  const identity = identityOf(options.identity ?? serviceUrl.href)
  return { newsLink, homeLink, titles, descriptions, entries, identity }
}

function textsFault(texts: FeedTexts): string | undefined {
  const unknown = Object.keys(texts).find(key => {
    const [siteId, lang, ...rest] = key.split('/')
    return !isSiteId(siteId) || (lang !== undefined && !isLanguage(lang)) || rest.length > 0
  })
  return unknown === undefined
    ? undefined
    : `"${unknown}" is no site, as academy is, and no site and language, as academy/zh-HK is`
}

/** An address without its scheme, which may change one day without the news being other news; any other name as it is. */
export function identityOf(name: string): string {
  const url = URL.parse(name)
  return url?.host ? url.host + url.pathname.replace(/\/+$/, '') : name.trim()
}
