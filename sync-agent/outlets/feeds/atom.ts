/** Atom (RFC 4287). */
import type { Temporal } from 'temporal-polyfill'
import type { Feed, FeedItem } from './feed.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

export function atom(feed: Feed): string {
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.lang}">
<id>${feed.guid}</id>
<title>${feed.title}</title>
<subtitle>${feed.description}</subtitle>
<updated>${feed.updatedAt ? date(feed.updatedAt) : BEFORE_THE_FIRST}</updated>
<author><name>${feed.title}</name></author>
<generator>schoolbell</generator>
<link rel="self" type="application/atom+xml" href="${feed.selfUrl}"/>
<link rel="alternate" type="text/html" href="${feed.homeUrl}"/>
${feed.items.map(entry)}</feed>`)
}

/** The element is required, and the current time would make equal feeds differ. */
const BEFORE_THE_FIRST = '1970-01-01T00:00:00Z'

function entry({ guid, url, title, html, summary, publishedAt, updatedAt, attachments }: FeedItem): Xml {
  return xml`<entry>
<id>${guid}</id>
<title>${title}</title>
${url && xml`<link rel="alternate" type="text/html" href="${url}"/>`}
${attachments.map(
  file => xml`<link rel="enclosure" type="${file.fileType}"${file.fileSize !== undefined && xml` length="${file.fileSize}"`} href="${file.url}"/>
`,
)}<published>${date(publishedAt)}</published>
<updated>${date(updatedAt)}</updated>
${summary && xml`<summary>${summary}</summary>`}
<content type="html">${html}</content>
</entry>
`
}

const date = (time: Temporal.ZonedDateTime) =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'second' })
