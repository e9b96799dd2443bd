/** What an entry becomes: a row with a column for each field, and the whole of it as JSON. */
import type { NewsView } from '../../outlets/news/item.ts'
import { newsItem } from '../../outlets/news/item.ts'
import type { Deletion, Upsert } from '../../store/types.ts'
import type { SqlEngine } from './address.ts'

/** `instant` is in UTC; `key` is compared by its bytes. */
export type ColumnType = 'key' | 'text' | 'date' | 'instant' | 'json' | 'number'

export interface Column {
  type: ColumnType
  /** Default: it always has a value. */
  isOptional?: boolean
}

/** A table of the host's own may have more of them, and with other types that take the same values. */
export const COLUMNS = {
  site_id: { type: 'key' },
  lang: { type: 'key' },
  news_id: { type: 'key' },
  title: { type: 'text' },
  html: { type: 'text' },
  news_date: { type: 'date' },
  published_at: { type: 'instant' },
  cover_url: { type: 'text', isOptional: true },
  thumbnail_url: { type: 'text', isOptional: true },
  attachments: { type: 'json' },
  entry: { type: 'json' },
  seq: { type: 'number' },
} as const satisfies Record<string, Column>

/** Only in a table that keeps deleted entries. */
export const DELETED: Record<string, Column> = { deleted_at: { type: 'instant', isOptional: true } }

export const KEYS = ['site_id', 'lang', 'news_id'] as const
export type RowKey = Record<(typeof KEYS)[number], string>
export type NewsRow = RowKey & Record<string, string | number | null>

export function rowOf({ entry: stored, seq }: Upsert, engine: SqlEngine, view: NewsView): NewsRow {
  const item = newsItem(stored, view)
  const { coverUrl, thumbnailUrl, attachments, publishedAt } = item
  return {
    ...keyOf(stored),
    title: plain(item.title),
    html: plain(item.html),
    news_date: item.date,
    published_at: instantText(Date.parse(publishedAt), engine),
    cover_url: coverUrl ?? null,
    thumbnail_url: thumbnailUrl ?? null,
    attachments: json(attachments),
    entry: json(item),
    seq,
  }
}

export const keyOf = ({ siteId, lang, newsId }: Pick<Deletion, 'siteId' | 'lang' | 'newsId'>): RowKey => ({
  site_id: siteId,
  lang,
  news_id: plain(newsId),
})

export function instantText(epochMs: number, engine: SqlEngine): string {
  const text = `${new Date(epochMs).toISOString().slice(0, 19)}Z`
  return engine === 'mysql' ? text.replace('T', ' ').replace('Z', '') : text
}

/** PostgreSQL takes neither U+0000 nor half a character; the same for all engines. */
const plain = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()

const json = (value: unknown) =>
  JSON.stringify(value, (_name, part) => (typeof part === 'string' ? plain(part) : part))
