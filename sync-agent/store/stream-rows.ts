/** State of each stream: cursor, last success and failure, counts. */
import type { Temporal } from 'temporal-polyfill'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { cursorOf, failureOf, instantAt, type StreamRow } from './rows.ts'
import type { Cursor, Failure, StreamCounts, StreamState } from './types.ts'

export interface StreamStore {
  /** Every stream of which something is known. */
  streams(): Promise<Stream[]>
  /** Where the stream's next cycle starts, and how the last ones went. */
  state(stream: Stream): Promise<StreamState>
  count(stream: Stream): Promise<StreamCounts>
}

export function streamRows(database: SqliteDatabase) {
  const byStream = database.prepare<[string, string], StreamRow>(
    'SELECT * FROM stream WHERE site_id = ? AND lang = ?',
  )
  const all = database.prepare<[], Stream>(
    'SELECT site_id AS siteId, lang FROM stream ORDER BY site_id, lang',
  )
  const count = {
    entries: counter(database, 'news'),
    tombstones: counter(database, 'tombstone'),
    // Uses the index news_remarked.
    remarked: counter(database, 'news', 'AND remarks IS NOT NULL'),
    quarantined: counter(database, 'quarantine'),
  }
  const readCounts = database.transaction((stream: Stream) => ({
    entries: count.entries(stream),
    tombstones: count.tombstones(stream),
    remarked: count.remarked(stream),
    quarantined: count.quarantined(stream),
  }))
  const writeSuccess = database.prepare(`
    INSERT INTO stream (site_id, lang, cursor_at, cursor_dated, cycle_ms, last_success_at, skew_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_id, lang) DO UPDATE SET
      cursor_at = excluded.cursor_at, cursor_dated = excluded.cursor_dated, cycle_ms = excluded.cycle_ms,
      last_success_at = excluded.last_success_at, skew_ms = excluded.skew_ms, failures_in_a_row = 0,
      not_before = NULL`)
  const writeFailure = database.prepare(`
    INSERT INTO stream (site_id, lang, failure_at, failure_code, failure_message, failures_in_a_row, not_before)
    VALUES (?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT (site_id, lang) DO UPDATE SET
      failure_at = excluded.failure_at, failure_code = excluded.failure_code,
      failure_message = excluded.failure_message, failures_in_a_row = failures_in_a_row + 1,
      not_before = excluded.not_before`)
  return {
    all: () => all.all(),
    read({ siteId, lang }: Stream): StreamState {
      const row = byStream.get(siteId, lang)
      return {
        cursor: cursorOf(row),
        lastSuccessAt: instantAt(row?.last_success_at),
        lastFailure: failureOf(row),
        failuresInARow: row?.failures_in_a_row ?? 0,
        skewMs: row?.skew_ms ?? undefined,
        notBefore: instantAt(row?.not_before),
      }
    },
    count: (stream: Stream): StreamCounts => readCounts(stream),
    writeSuccess({ siteId, lang }: Stream, cursor: Cursor, at: number, skewMs: number | undefined) {
      const cursorAt = cursor.at.epochMilliseconds
      writeSuccess.run(siteId, lang, cursorAt, Number(cursor.dated), cursor.cycleMs, at, skewMs ?? null)
    },
    writeFailure(
      { siteId, lang }: Stream,
      { at, code, message }: Failure,
      notBefore: Temporal.Instant | undefined,
    ) {
      const until = notBefore?.epochMilliseconds ?? null
      writeFailure.run(siteId, lang, at.epochMilliseconds, code, message, until)
    },
  }
}

export type StreamRows = ReturnType<typeof streamRows>

function counter(database: SqliteDatabase, table: 'news' | 'tombstone' | 'quarantine', only = '') {
  const count = database
    .prepare<[string, string], number>(`SELECT count(*) FROM ${table} WHERE site_id = ? AND lang = ? ${only}`)
    .pluck()
  return ({ siteId, lang }: Stream) => count.get(siteId, lang) ?? 0
}
