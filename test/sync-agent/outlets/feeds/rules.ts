/** What the specifications of the formats demand of any feed, as far as a program can tell. */
import { expect } from 'vitest'
import { allOf, type Element, oneOf, parseXml, textOf } from '../../../support/xml.ts'

export const ATOM = '{http://www.w3.org/2005/Atom}'
export const CONTENT = '{http://purl.org/rss/1.0/modules/content/}'
export const MEDIA = '{http://search.yahoo.com/mrss/}'
export const SITEMAP = '{http://www.sitemaps.org/schemas/sitemap/0.9}'
export const NEWS = '{http://www.google.com/schemas/sitemap-news/0.9}'

/** RFC 822 with four digits of the year; the day of the week must be that of the date. */
const MAIL_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/
/** RFC 3339 with seconds and an offset. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/
const URN = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** RSS 2.0 and the Best Practices Profile. @returns its items */
export function checkRss(source: string): Element[] {
  const root = parseXml(source)
  expect(root.name).toBe('rss')
  expect(root.attributes.version).toBe('2.0')
  const channel = oneOf(root, 'channel')
  for (const required of ['title', 'link', 'description', 'language'])
    expect(textOf(channel, required)).not.toBe('')
  expectAddress(textOf(channel, 'link'))
  const self = oneOf(channel, `${ATOM}link`).attributes
  expect(self).toMatchObject({ rel: 'self', type: 'application/rss+xml' })
  expectAddress(self.href)
  for (const { text } of allOf(channel, 'lastBuildDate')) expectMailDate(text)
  const items = allOf(channel, 'item')
  const known = ['title', 'link', 'guid', 'pubDate', 'description', 'enclosure']
  for (const item of items) {
    const own = item.children.filter(({ name }) => !name.startsWith('{')).map(({ name }) => name)
    expect(own.filter(name => !known.includes(name))).toEqual([])
    // "May appear once", all of them.
    expect(own).toEqual([...new Set(own)])
    expect(textOf(item, 'title').trim()).not.toBe('')
    expect(oneOf(item, 'guid').attributes.isPermaLink).toBe('false')
    expect(textOf(item, 'guid')).toMatch(URN)
    expectMailDate(textOf(item, 'pubDate'))
    expect(textOf(item, `${ATOM}updated`)).toMatch(DATE_TIME)
    oneOf(item, `${CONTENT}encoded`)
    for (const { text } of allOf(item, 'link')) expectAddress(text)
    for (const { attributes } of allOf(item, 'enclosure')) {
      expect(Object.keys(attributes).toSorted()).toEqual(['length', 'type', 'url'])
      expectAddress(attributes.url)
      expect(attributes.length).toMatch(/^\d+$/)
    }
  }
  expectUnique(items.map(item => textOf(item, 'guid')))
  return items
}

/** RFC 4287. @returns its entries */
export function checkAtom(source: string): Element[] {
  const feed = parseXml(source)
  expect(feed.name).toBe(`${ATOM}feed`)
  expect(feed.attributes['xml:lang']).not.toBe('')
  expect(textOf(feed, `${ATOM}id`)).toMatch(URN)
  oneOf(feed, `${ATOM}title`)
  expect(textOf(feed, `${ATOM}updated`)).toMatch(DATE_TIME)
  // An author of the feed spares each entry one.
  expect(textOf(oneOf(feed, `${ATOM}author`), `${ATOM}name`)).not.toBe('')
  expect(
    allOf(feed, `${ATOM}link`)
      .map(({ attributes }) => attributes.rel)
      .toSorted(),
  ).toEqual(['alternate', 'self'])
  const entries = allOf(feed, `${ATOM}entry`)
  for (const entry of entries) {
    expect(textOf(entry, `${ATOM}id`)).toMatch(URN)
    expect(oneOf(entry, `${ATOM}title`).attributes.type ?? 'text').toBe('text')
    expect(textOf(entry, `${ATOM}updated`)).toMatch(DATE_TIME)
    expect(textOf(entry, `${ATOM}published`)).toMatch(DATE_TIME)
    expect(oneOf(entry, `${ATOM}content`).attributes).toEqual({ type: 'html' })
    const links = allOf(entry, `${ATOM}link`).map(({ attributes }) => attributes)
    for (const { href } of links) expectAddress(href)
    expect(links.filter(({ rel }) => rel === 'alternate').length).toBeLessThanOrEqual(1)
  }
  expectUnique(entries.map(entry => textOf(entry, `${ATOM}id`)))
  return entries
}

export interface JsonFeedItem {
  id: string
  url?: string
  title: string
  content_html: string
  summary?: string
  image?: string
  date_published: string
  date_modified: string
  attachments: { url: string; mime_type: string; size_in_bytes: number }[]
}

/** JSON Feed 1.1. @returns its items */
export function checkJsonFeed(source: string): JsonFeedItem[] {
  const feed = JSON.parse(source)
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.title).toEqual(expect.any(String))
  expect(feed.items).toEqual(expect.any(Array))
  for (const address of [feed.home_page_url, feed.feed_url]) expectAddress(address)
  expect(() => new Intl.Locale(feed.language)).not.toThrow()
  expect(feed.authors).toEqual([expect.objectContaining({ name: expect.any(String) })])
  const items: JsonFeedItem[] = feed.items
  for (const item of items) {
    expect(item.id).toMatch(URN)
    expect(item.content_html).toEqual(expect.any(String))
    for (const date of [item.date_published, item.date_modified]) expect(date).toMatch(DATE_TIME)
    for (const address of [item.url, item.image]) if (address !== undefined) expectAddress(address)
    for (const file of item.attachments) {
      expectAddress(file.url)
      expect(file.mime_type).toMatch(/^\w+\/\w+$/)
      expect(file.size_in_bytes).toEqual(expect.any(Number))
    }
  }
  expectUnique(items.map(({ id }) => id))
  return items
}

/** The sitemap protocol and its extension for news. @returns its articles */
export function checkNewsSitemap(source: string): { url: string; title: string; publishedAt: string }[] {
  const root = parseXml(source)
  expect(root.name).toBe(`${SITEMAP}urlset`)
  return root.children.map(url => {
    expect(url.name).toBe(`${SITEMAP}url`)
    const news = oneOf(url, `${NEWS}news`)
    const publication = oneOf(news, `${NEWS}publication`)
    expect(textOf(publication, `${NEWS}name`)).not.toBe('')
    expect(textOf(publication, `${NEWS}language`)).toMatch(/^([a-z]{2,3}|zh-cn|zh-tw)$/)
    const publishedAt = textOf(news, `${NEWS}publication_date`)
    expect(publishedAt).toMatch(DATE_TIME)
    expectAddress(textOf(url, `${SITEMAP}loc`))
    return { url: textOf(url, `${SITEMAP}loc`), title: textOf(news, `${NEWS}title`), publishedAt }
  })
}

function expectMailDate(text: string): void {
  expect(text).toMatch(MAIL_DATE)
  const [, date = '', month = '', year = ''] = / (\d\d) (\w{3}) (\d{4}) /.exec(text) ?? []
  const weekday = new Date(`${date} ${month} ${year} 00:00:00 UTC`).toUTCString().slice(0, 3)
  expect(text.slice(0, 3)).toBe(weekday)
}

function expectAddress(address: string | undefined): void {
  expect(URL.parse(address ?? '')?.protocol).toMatch(/^https?:$/)
  // An address, not an IRI: older readers know no other.
  expect(address).toMatch(/^[\x21-\x7e]+$/)
}

function expectUnique(ids: readonly string[]): void {
  expect(new Set(ids).size).toBe(ids.length)
}
