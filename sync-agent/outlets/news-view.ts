/** News as the host site reads it: the agent's own shape, times with an offset, addresses and HTML made safe. */
import type { Attachment } from '../../shared/contract/news.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { instantOf, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import type { NewsPage, StoredEntry } from '../store/store.ts'
import { printPlace } from './news-query.ts'

export interface NewsItem {
  newsId: string
  siteId: SiteId
  lang: Language
  /** Plain text. */
  title: string
  /** Sanitised. */
  html: string
  /** `YYYY-MM-DD`. */
  date: string
  /** ISO 8601 with the offset of the school's zone. */
  publishedAt: string
  coverUrl?: string
  thumbnailUrl?: string
  /** With an http(s) `url` each; a picture address that is none is an empty text. */
  attachments: Attachment[]
  seq: number
}

export interface NewsList {
  /** Newest first. */
  items: NewsItem[]
  /** The `cursor` of the next page; absent on the last one. */
  next?: string
  /** The store's last change. */
  seq: number
}

export function newsList({ entries, next, seq }: NewsPage, zone: string): NewsList {
  return { items: entries.map(entry => newsItem(entry, zone)), ...(next && { next: printPlace(next) }), seq }
}

export function newsItem(entry: StoredEntry, zone: string): NewsItem {
  const { newsId, siteId, lang, title, html, date, coverUrl, thumbnailUrl, attachments, seq } = entry
  return {
    newsId,
    siteId,
    lang,
    title,
    html,
    date,
    publishedAt: publishedAt(entry.newsDateTime, zone),
    ...(coverUrl && { coverUrl }),
    ...(thumbnailUrl && { thumbnailUrl }),
    attachments,
    seq,
  }
}

function publishedAt(newsDateTime: string, zone: string): string {
  const published = instantOf(parseWireDateTime(newsDateTime), zone).toZonedDateTimeISO(zone)
  return published.toString({ timeZoneName: 'never' })
}
