/** Converts rows of tables to types of the agent, and back. */
import { Temporal } from 'temporal-polyfill'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Cursor, Failure, StoredEntry } from './types.ts'

export interface EntryRow {
  site_id: SiteId
  lang: Language
  news_id: string
  title: string
  html: string
  news_date: string
  news_date_time: string
  cover_url: string | null
  thumbnail_url: string | null
  attachments: string
  /** JSON; null if there are none. */
  remarks: string | null
  raw: string
  hash: string
  seq: number
  first_seen_at: number
  changed_at: number
  mirrored: string | null
  mirrored_at: number | null
}

export interface StreamRow {
  cursor_at: number | null
  cursor_dated: number | null
  cycle_ms: number | null
  last_success_at: number | null
  skew_ms: number | null
  failure_at: number | null
  failure_code: string | null
  failure_message: string | null
  failures_in_a_row: number
  not_before: number | null
}

/** The mirror's URLs stay until the mirror has checked the entry again. */
type WrittenRow = Omit<EntryRow, 'first_seen_at' | 'mirrored' | 'mirrored_at'>

export function entryRow(entry: StoredEntry, changedAt: number): WrittenRow {
  return {
    site_id: entry.siteId,
    lang: entry.lang,
    news_id: entry.newsId,
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
    seq: entry.seq,
    changed_at: changedAt,
  }
}

export function entryOf(row: EntryRow): StoredEntry {
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

export function cursorOf(row: StreamRow | undefined): Cursor | undefined {
  const at = instantAt(row?.cursor_at)
  return at && { at, dated: row?.cursor_dated === 1, cycleMs: row?.cycle_ms ?? 0 }
}

export function failureOf(
  row: Pick<StreamRow, 'failure_at' | 'failure_code' | 'failure_message'> | undefined,
): Failure | undefined {
  const at = instantAt(row?.failure_at)
  return at && { at, code: row?.failure_code ?? '', message: row?.failure_message ?? '' }
}

export function instantAt(epochMs: number | null | undefined): Temporal.Instant | undefined {
  return typeof epochMs === 'number' ? epochInstant(epochMs) : undefined
}

export const epochInstant = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs)
