/** RSS 2.0, by the specification and the RSS Advisory Board's profile. */
import type { Temporal } from 'temporal-polyfill'
import type { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import { escaped } from '../../../shared/html/entities.ts'
import type { Feed, FeedItem } from './feed.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

export function rss(feed: Feed): string {
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<link>${feed.homeUrl}</link>
<description>${feed.description}</description>
<language>${feed.lang}</language>
${feed.updatedAt && xml`<lastBuildDate>${mailDate(feed.updatedAt)}</lastBuildDate>`}
<generator>schoolbell</generator>
<docs>https://www.rssboard.org/rss-specification</docs>
<atom:link rel="self" type="application/rss+xml" href="${feed.selfUrl}"/>
${feed.items.map(item)}</channel>
</rss>`)
}

/** Readers parse a description as HTML, so text is escaped twice. */
function item({
  guid,
  url,
  title,
  html,
  summary,
  publishedAt,
  updatedAt,
  coverUrl,
  attachments,
}: FeedItem): Xml {
  // The profile asks for 0 where the size is not known. Many readers accept one enclosure per item; all attachments are in media:content as well.
  const [first] = attachments
  return xml`<item>
<title>${title}</title>
${url && xml`<link>${url}</link>`}
<guid isPermaLink="false">${guid}</guid>
<pubDate>${mailDate(publishedAt)}</pubDate>
<atom:updated>${updatedAt.toString({ timeZoneName: 'never', smallestUnit: 'second' })}</atom:updated>
${summary && xml`<description>${escaped(summary)}</description>`}
<content:encoded>${html}</content:encoded>
${first && xml`<enclosure url="${first.url}" length="${first.fileSize ?? 0}" type="${first.fileType}"/>`}
${coverUrl && xml`<media:thumbnail url="${coverUrl}"/>`}
${attachments.map(media)}</item>
`
}

function media(file: ReceivedAttachment): Xml {
  const medium =
    { image: 'image', audio: 'audio', video: 'video' }[file.fileType.split('/')[0] ?? ''] ?? 'document'
  const { fileSize, imageWidth, imageHeight } = file
  const bytes = fileSize !== undefined && xml` fileSize="${fileSize}"`
  const size = imageWidth && imageHeight && xml` width="${imageWidth}" height="${imageHeight}"`
  return xml`<media:content url="${file.url}"${bytes} type="${file.fileType}" medium="${medium}"${size}/>
`
}

/** RFC 822 with a year of four digits, as in `Tue, 01 Sep 2026 08:30:00 +0800`. */
export function mailDate(time: Temporal.ZonedDateTime): string {
  const { dayOfWeek, day, month, year } = time
  const clock = time.toPlainTime().toString({ smallestUnit: 'second' })
  const offset = time.offset.slice(0, 6).replace(':', '')
  return `${DAYS[dayOfWeek - 1]}, ${String(day).padStart(2, '0')} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')} ${clock} ${offset}`
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
