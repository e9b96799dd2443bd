/** A news sitemap: search engines find the articles of the last two days. */
import type { Language } from '../../../shared/contract/site.ts'
import type { Feed, FeedItem } from './feed.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** Limit of the protocol. */
export const SITEMAP_HOURS = 48
export const SITEMAP_ENTRIES = 1000

/** Without entries that have no page on the site. */
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

/** Two letters each, except Chinese: in the protocol, `zh-tw` is Traditional Chinese. */
const LANGUAGE_CODES = { 'en-US': 'en', 'zh-HK': 'zh-tw' } as const satisfies Record<Language, string>
