/** Content of a message: `{ type, timestamp, data }`, where data is the entry as in `/v1/news`, or the deletion. */
import { timeOf } from '../../store/change-log.ts'
import type { Change, Synced } from '../../store/types.ts'
import { type NewsItem, type NewsView, newsItem } from '../news/item.ts'
import type { WebhookEvent } from './webhook.ts'

export interface MessageParts {
  view: NewsView
  /** Where others reach the agent. */
  publicUrl: string | undefined
}

/** A larger entry is sent without its text, with its URL; many receivers accept no more. */
const MOST_BYTES = 20_000

export function bodyOf(change: Change | Synced, type: WebhookEvent, parts: MessageParts): string {
  const timestamp = new Date(timeOf(change).epochMilliseconds).toISOString()
  const write = (data: object) => JSON.stringify({ type, timestamp, data })
  if (change.kind !== 'upsert') {
    const { siteId, lang, seq } = change
    return change.kind === 'synced'
      ? write({ siteId, lang, entries: change.entries, seq })
      : write({ siteId, lang, newsId: change.newsId, seq, deletedAt: timestamp })
  }
  const item = newsItem(change.entry, parts.view)
  const whole = write(item)
  return Buffer.byteLength(whole) <= MOST_BYTES ? whole : write(shortened(item, parts.publicUrl))
}

/** An identifier that cannot be in a path goes into the query. */
const UNHOLDABLE = /^\.{0,2}$/

function shortened({ html, attachments, ...item }: NewsItem, publicUrl = '/') {
  const { newsId, siteId, lang } = item
  const entry = UNHOLDABLE.test(newsId) ? `?newsId=${newsId}&` : `/${encodeURIComponent(newsId)}?`
  return { ...item, truncated: true, url: `${publicUrl}v1/news${entry}siteId=${siteId}&lang=${lang}` }
}
