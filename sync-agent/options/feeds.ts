/** Options of the feeds, with checks and defaults. */
import { isLanguage, isSiteId, type Language, type SiteId } from '../../shared/contract/site.ts'
import { templateFault } from '../../shared/text/link-template.ts'
import { withoutEnd } from '../../shared/text/without-end.ts'

/** By site, or by site and language, as in `academy/zh-HK`. */
export type FeedTexts = Partial<Record<SiteId | `${SiteId}/${Language}`, string>>

export interface FeedOptions {
  /**
   * Where the site shows an entry, as in `https://school.example/{language}/news/{newsId}`, or a path such as
   * `/news/{newsId}`, relative to the public address. It can have `{newsId}`, `{siteId}`, `{lang}` (`en-US`), `{language}`
   * (`en`), `{fileName}` (name of the published file). Without it entries have no link, and there is no news sitemap.
   */
  newsLink?: string | undefined
  /** The page that a feed belongs to; it can have the same, except `{newsId}`. Default: the root of the site. */
  homeLink?: string | undefined
  /** By site, or by site and language as in `academy/zh-HK`. Default `School news`, `學校消息` and similar. */
  titles?: FeedTexts | undefined
  descriptions?: FeedTexts | undefined
  /** Newest entries in a feed, up to 1,000. Default 50. */
  entries?: number | undefined
  /**
   * Base of the GUIDs. Default: the service's address before its first move that the store knows. For a new store at a new
   * address, pass the old one, so that readers do not show all entries again.
   */
  identity?: string | undefined
}

export interface CheckedFeedOptions {
  /** Template of an entry's page; undefined: the site has none. */
  newsLink: string | undefined
  /** Template of the page that the feed belongs to; undefined: the root of the site. */
  homeLink: string | undefined
  titles: FeedTexts
  descriptions: FeedTexts
  entries: number
  /** Base of the GUIDs. */
  identity: string
}

export interface FeedSettings extends CheckedFeedOptions {
  /** The school's time zone. */
  zone: string
}

const MOST_ENTRIES = 1000
export const DEFAULT_ENTRIES = 50

/** @throws the error that `fail` makes */
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
    : `"${unknown}" is neither a site, such as academy, nor a site and language, such as academy/zh-HK`
}

/** An address without its scheme, which may change while the news stays the same; any other name unchanged. */
export function identityOf(name: string): string {
  const url = URL.parse(name)
  return url?.host ? url.host + withoutEnd(url.pathname, '/') : name.trim()
}
