/** Converts rows of tables to types of the agent, and back. */
import { type RawBuilder, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Stream } from '../stream.ts'
import type { Row } from './tables.ts'
import type { Cursor, EntryContent, Failure, StoredEntry } from './types.ts'

export type EntryKey = Stream & { newsId: string }

/** The columns of the stream, to write them or to search for them. */
export const streamColumns = ({ siteId, lang }: Stream) => ({ site_id: siteId, lang })
/** The same of an entry: the primary key of the tables of entries. */
export const entryKey = ({ newsId, ...stream }: EntryKey) => ({ ...streamColumns(stream), news_id: newsId })

/** The row is of one of these entries. */
export function isOneOf(entries: readonly EntryKey[]): RawBuilder<boolean> {
  const keys = entries.map(({ siteId, lang, newsId }) => sql`(${siteId}, ${lang}, ${newsId})`)
  return sql`(site_id, lang, news_id) IN (VALUES ${sql.join(keys)})`
}

/** What was received of an entry. */
export function contentColumns(entry: EntryContent & Stream) {
  return {
    ...entryKey(entry),
    title: entry.title,
    html: entry.html,
    news_date: entry.date,
    news_date_time: entry.newsDateTime,
    cover_url: entry.coverUrl ?? null,
    thumbnail_url: entry.thumbnailUrl ?? null,
    attachments: JSON.stringify(entry.attachments),
    remarks: entry.remarks.length > 0 ? JSON.stringify(entry.remarks) : null,
    raw: entry.raw,
    hash: entry.hash,
  }
}

export function entryOf(row: Row<'news'>): StoredEntry {
  return {
    siteId: row.site_id,
    lang: row.lang,
    newsId: row.news_id,
    title: row.title,
    html: row.html,
    date: row.news_date,
    newsDateTime: row.news_date_time,
    coverUrl: row.cover_url ?? undefined,
    thumbnailUrl: row.thumbnail_url ?? undefined,
    attachments: JSON.parse(row.attachments),
    remarks: row.remarks === null ? [] : JSON.parse(row.remarks),
    raw: row.raw,
    hash: row.hash,
    seq: row.seq,
    ...(row.mirrored !== null && { mirrored: JSON.parse(row.mirrored) }),
  }
}

export function cursorOf(row: Row<'stream'> | undefined): Cursor | undefined {
  const at = instantAt(row?.cursor_at)
  return at && { at, dated: row?.cursor_dated === 1, cycleMs: row?.cycle_ms ?? 0 }
}

export function failureOf(
  row: Pick<Row<'stream'>, 'failure_at' | 'failure_code' | 'failure_message'> | undefined,
): Failure | undefined {
  const at = instantAt(row?.failure_at)
  return at && { at, code: row?.failure_code ?? '', message: row?.failure_message ?? '' }
}

export function instantAt(epochMs: number | null | undefined): Temporal.Instant | undefined {
  return typeof epochMs === 'number' ? epochInstant(epochMs) : undefined
}

export const epochInstant = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs)
