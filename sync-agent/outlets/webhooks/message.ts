/** Content of a message: `{ type, timestamp, data }`, where data is the entry as in `/v1/news`, or the deletion. */
import type { AgentStore } from '../../store/store.ts'
import type { WebhookMessage } from '../../store/webhook-types.ts'
import { type NewsItem, newsItem } from '../news/item.ts'

export interface MessageParts {
  store: Pick<AgentStore, 'getNews'>
  /** The school's zone, for `publishedAt`. */
  zone: string
  /** Where others reach the agent. */
  publicUrl: string | undefined
}

/** A larger entry is sent without its text, with its URL; many receivers accept no more. */
const MOST_BYTES = 20_000

/** @returns undefined if there is no content any more */
export async function bodyOf(message: WebhookMessage, parts: MessageParts): Promise<string | undefined> {
  const { type, siteId, lang, newsId, entries, seq, createdAt } = message
  const timestamp = new Date(createdAt).toISOString()
  const write = (data: object) => JSON.stringify({ type, timestamp, data })
  if (newsId === undefined) return write({ siteId, lang, entries, seq })
  if (type === 'news.deleted') return write({ siteId, lang, newsId, seq, deletedAt: timestamp })

  const entry = await parts.store.getNews({ siteId, lang, newsId })
  if (!entry) return undefined
  const item = newsItem(entry, parts.zone)
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
