/** The store on SQLite: one file, one writer at a time, readers never blocked. */
import { openDatabase, type SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { backup } from './backup.ts'
import { MIGRATIONS } from './migrations.ts'
import { cursorOf, type EntryRow, entryOf, entryRow, failureOf, instantAt, type StreamRow } from './rows.ts'
import type {
  AgentStore,
  Applied,
  Batch,
  CycleFacts,
  Failure,
  NewsListQuery,
  NewsPage,
  StreamCounts,
  StreamState,
} from './store.ts'

/** "sbSA" */
const APPLICATION_ID = 0x73625341

/**
 * Opens or creates the agent's store.
 *
 * @throws {StoreError} the file cannot be used, is another program's, or is from a newer version
 */
export function openSqliteStore(path: string): AgentStore {
  const database = openDatabase({
    path,
    purpose: "the sync agent's store",
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
  })
  const identity = database.prepare<[], string>('SELECT identity FROM store').pluck().get() ?? ''
  const applyBatch = batchWriter(database)
  const readPage = pageReader(database)
  const streams = streamRows(database)
  const entryById = database.prepare<[string, string, string], EntryRow>(
    'SELECT * FROM news WHERE site_id = ? AND lang = ? AND news_id = ?', // its primary key
  )
  return {
    identity,
    streams: async () => streams.all(),
    state: async stream => streams.read(stream),
    count: async stream => streams.count(stream),
    apply: async (stream, batch, facts) => applyBatch(stream, batch, facts),
    recordFailure: async (stream, failure) => streams.writeFailure(stream, failure),
    listNews: async query => readPage(query),
    async getNews({ siteId, lang, newsId }) {
      const row = entryById.get(siteId, lang, newsId)
      return row && entryOf(row)
    },
    backup: path => backup(database, path),
    async close() {
      database.close()
    },
  }
}

function batchWriter(database: SqliteDatabase) {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const writeSeq = database.prepare<[number]>('UPDATE store SET seq = ?')
  const hashOf = database
    .prepare<[string, string, string], string>(
      'SELECT hash FROM news WHERE site_id = ? AND lang = ? AND news_id = ?',
    )
    .pluck()
  const put = database.prepare<[ReturnType<typeof entryRow>]>(`
    INSERT INTO news (site_id, lang, news_id, title, html, news_date, news_date_time, cover_url, thumbnail_url,
                      attachments, raw, hash, seq, first_seen_at, changed_at)
    VALUES ($site_id, $lang, $news_id, $title, $html, $news_date, $news_date_time, $cover_url, $thumbnail_url,
            $attachments, $raw, $hash, $seq, $changed_at, $changed_at)
    ON CONFLICT (site_id, lang, news_id) DO UPDATE SET
      title = excluded.title, html = excluded.html, news_date = excluded.news_date,
      news_date_time = excluded.news_date_time, cover_url = excluded.cover_url,
      thumbnail_url = excluded.thumbnail_url, attachments = excluded.attachments, raw = excluded.raw,
      hash = excluded.hash, seq = excluded.seq, changed_at = excluded.changed_at`)
  const remove = database.prepare('DELETE FROM news WHERE site_id = ? AND lang = ? AND news_id = ?')
  const bury = database.prepare('INSERT INTO tombstone VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const unbury = database.prepare('DELETE FROM tombstone WHERE site_id = ? AND lang = ? AND news_id = ?')
  const writeSuccess = database.prepare(`
    INSERT INTO stream (site_id, lang, cursor_at, cursor_dated, cycle_ms, last_success_at, skew_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_id, lang) DO UPDATE SET
      cursor_at = excluded.cursor_at, cursor_dated = excluded.cursor_dated, cycle_ms = excluded.cycle_ms,
      last_success_at = excluded.last_success_at, skew_ms = excluded.skew_ms, failures_in_a_row = 0`)

  // Immediate: the write lock is taken before seq is read.
  return database.transaction(
    ({ siteId, lang }: Stream, { listed, deleted }: Batch, facts: CycleFacts): Applied => {
      const applied: Applied = { new: 0, changed: 0, unchanged: 0, deleted: 0, seq: lastSeq.get() ?? 0 }
      const at = facts.finishedAt.epochMilliseconds
      for (const entry of listed) {
        const known = hashOf.get(siteId, lang, entry.newsId)
        if (known === entry.hash) {
          applied.unchanged += 1
          continue
        }
        applied.seq += 1
        applied[known === undefined ? 'new' : 'changed'] += 1
        put.run(entryRow({ ...entry, siteId, lang, seq: applied.seq }, at))
        unbury.run(siteId, lang, entry.newsId)
      }
      for (const newsId of deleted) {
        if (bury.run(siteId, lang, newsId, applied.seq + 1, at).changes === 0) continue
        remove.run(siteId, lang, newsId)
        applied.seq += 1
        applied.deleted += 1
      }
      writeSeq.run(applied.seq)
      const { cursor, skewMs } = facts
      writeSuccess.run(
        siteId,
        lang,
        cursor.at.epochMilliseconds,
        Number(cursor.dated),
        cursor.cycleMs,
        at,
        skewMs ?? null,
      )
      return applied
    },
  ).immediate
}

function pageReader(database: SqliteDatabase) {
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  // Both run along the index news_newest, without a sort.
  const first = database.prepare<[string, string, number], EntryRow>(`
    SELECT * FROM news WHERE site_id = ? AND lang = ?
    ORDER BY news_date_time DESC, news_id DESC LIMIT ?`)
  const following = database.prepare<[string, string, string, string, number], EntryRow>(`
    SELECT * FROM news WHERE site_id = ? AND lang = ? AND (news_date_time, news_id) < (?, ?)
    ORDER BY news_date_time DESC, news_id DESC LIMIT ?`)

  return database.transaction(({ siteId, lang, limit, after }: NewsListQuery): NewsPage => {
    // One more than asked for tells whether there is a next page.
    const rows = after
      ? following.all(siteId, lang, after.newsDateTime, after.newsId, limit + 1)
      : first.all(siteId, lang, limit + 1)
    const entries = rows.slice(0, limit).map(entryOf)
    const last = rows.length > limit ? entries.at(-1) : undefined
    const next = last && { newsDateTime: last.newsDateTime, newsId: last.newsId }
    return { entries, next, seq: lastSeq.get() ?? 0 }
  })
}

function streamRows(database: SqliteDatabase) {
  const byStream = database.prepare<[string, string], StreamRow>(
    'SELECT * FROM stream WHERE site_id = ? AND lang = ?',
  )
  const all = database.prepare<[], Stream>(
    'SELECT site_id AS siteId, lang FROM stream ORDER BY site_id, lang',
  )
  const countNews = counter(database, 'SELECT count(*) FROM news WHERE site_id = ? AND lang = ?')
  const countTombstones = counter(database, 'SELECT count(*) FROM tombstone WHERE site_id = ? AND lang = ?')
  const writeFailure = database.prepare(`
    INSERT INTO stream (site_id, lang, failure_at, failure_code, failure_message, failures_in_a_row)
    VALUES (?, ?, ?, ?, ?, 1)
    ON CONFLICT (site_id, lang) DO UPDATE SET
      failure_at = excluded.failure_at, failure_code = excluded.failure_code,
      failure_message = excluded.failure_message, failures_in_a_row = failures_in_a_row + 1`)
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
      }
    },
    count: database.transaction(
      (stream: Stream): StreamCounts => ({ entries: countNews(stream), tombstones: countTombstones(stream) }),
    ),
    writeFailure({ siteId, lang }: Stream, { at, code, message }: Failure) {
      writeFailure.run(siteId, lang, at.epochMilliseconds, code, message)
    },
  }
}

const counter = (database: SqliteDatabase, sql: string) => {
  const count = database.prepare<[string, string], number>(sql).pluck()
  return ({ siteId, lang }: Stream) => count.get(siteId, lang) ?? 0
}
