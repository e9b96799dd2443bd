/** A news sitemap, by which search engines find the articles of the last two days. */
import type { Language } from '../../../shared/contract/site.ts'
import type { Feed, FeedItem } from './feed.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** What the protocol allows. */
export const SITEMAP_HOURS = 48
export const SITEMAP_ENTRIES = 1000

/** Entries without a page on the site have no place in it. */
export function newsSitemap(feed: Feed): string {
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${feed.items.map(item => item.url && article(feed, item, item.url))}</urlset>`)
}

function article({ title: name, lang }: Feed, { title, publishedAt }: FeedItem, url: string): Xml {
  return xml`<url>
<loc>${url}</loc>
<news:news>
<news:publication><news:name>${name}</news:name><news:language>${LANGUAGE_CODES[lang]}</news:language></news:publication>
<news:publication_date>${publishedAt.toString({ timeZoneName: 'never', smallestUnit: 'second' })}</news:publication_date>
<news:title>${title}</news:title>
</news:news>
</url>
`
}

/** Two letters each, but for Chinese, which the protocol tells apart by script: `zh-tw` is the traditional one. */
const LANGUAGE_CODES = { 'en-US': 'en', 'zh-HK': 'zh-tw' } as const satisfies Record<Language, string>
