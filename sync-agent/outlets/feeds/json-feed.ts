/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
import type { Temporal } from 'temporal-polyfill'
import type { Feed, FeedItem } from './feed.ts'
import { legible } from './xml.ts'

export function jsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: legible(feed.title),
    home_page_url: feed.homeUrl,
    feed_url: feed.selfUrl,
    description: legible(feed.description),
    language: feed.lang,
    authors: [{ name: legible(feed.title), url: feed.homeUrl }],
    items: feed.items.map(item),
  })
}

function item({ guid, url, title, html, summary, publishedAt, updatedAt, coverUrl, attachments }: FeedItem) {
  return {
    id: guid,
    url,
    title,
    content_html: html,
    summary: summary || undefined,
    image: coverUrl,
    date_published: date(publishedAt),
    date_modified: date(updatedAt),
    attachments: attachments.map(file => ({
      url: file.url,
      mime_type: file.fileType,
      size_in_bytes: file.fileSize,
    })),
  }
}

const date = (time: Temporal.ZonedDateTime) =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'second' })
