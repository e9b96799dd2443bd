/** Writes prepared entries to disk: the agent's store against a bare loop with the same rows, batches, table and durability. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Temporal } from 'temporal-polyfill'
import { textOf } from '../shared/html/text-of.ts'
import { apply } from '../sync-agent/store/apply.ts'
import { readLease, takeLease } from '../sync-agent/store/fence.ts'
import { openStore } from '../sync-agent/store/open.ts'
import { contentColumns } from '../sync-agent/store/rows.ts'
import { indexedTerms } from '../sync-agent/store/search-terms.ts'
import type { EntryContent } from '../sync-agent/store/types.ts'
import { ingestEntry } from '../sync-agent/sync/received-entries.ts'
import { newsEntry } from './news.ts'
import { inTurn, type Measured, median, type Place, rounded } from './suite.ts'

export const ENTRIES = 20_000
const BATCH = 500
const ROUNDS = 5
const STREAM = { siteId: 'academy', lang: 'en-US' } as const

/** Ours reaches 0.7 of the bare loop's rate. */
const LIMIT = 1.43

export async function ingest({ folder }: Place): Promise<Measured> {
  const batches = preparedEntries()
  const { bare, store } = await inTurn(ROUNDS, {
    bare: round => bareLoop(join(folder, `bare-${round}.sqlite`), batches),
    store: round => agentStore(join(folder, `store-${round}.sqlite`), batches),
  })
  const row = (seconds: number[]) => ({
    'entries a second': Math.round(ENTRIES / median(seconds)),
    ratio: rounded(median(bare) / median(seconds)),
  })
  return {
    rows: { 'bare better-sqlite3 loop': row(bare), 'store.apply': row(store) },
    limits: [
      { what: 'rate of the bare loop to ours', found: rounded(median(store) / median(bare)), limit: LIMIT },
    ],
  }
}

export function preparedEntries(): EntryContent[][] {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const entry = newsEntry(index)
    return ingestEntry({ attachments: [], ...entry }, entry)
  })
  return Array.from({ length: ENTRIES / BATCH }, (_, index) =>
    entries.slice(index * BATCH, (index + 1) * BATCH),
  )
}

/** @returns seconds */
export async function agentStore(path: string, batches: EntryContent[][]): Promise<number> {
  const store = await openStore(path)
  const token = (await takeLease(store, 'bench', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const run = { kind: 'cycle', startedAt: at, durationMs: 1 } as const
  const outcome = { run, finishedAt: at, serviceUrl: 'http://service.example/cms' }
  const started = performance.now()
  for (const listed of batches) await apply(store, token, STREAM, { listed, deleted: [] }, outcome)
  const seconds = (performance.now() - started) / 1000
  await store.close()
  return seconds
}

/** @returns seconds */
export async function bareLoop(path: string, batches: EntryContent[][]): Promise<number> {
  // The agent's own tables.
  await (await openStore(path)).close()
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  const insert = database.prepare(`
    INSERT INTO news (site_id, lang, news_id, title, html, news_date, news_date_time, cover_url, thumbnail_url,
                      attachments, raw, hash, seq, first_seen_at, changed_at)
    VALUES ($site_id, $lang, $news_id, $title, $html, $news_date, $news_date_time, $cover_url, $thumbnail_url,
            $attachments, $raw, $hash, $seq, $changed_at, $changed_at)`)
  const insertKey = database.prepare(
    'INSERT INTO search_entry (id, site_id, lang, news_id) VALUES ($seq, $site_id, $lang, $news_id)',
  )
  const insertTerms = database.prepare('INSERT INTO search_terms (rowid, title, body) VALUES (?, ?, ?)')
  let seq = 0
  const insertAll = database.transaction((entries: EntryContent[]) => {
    for (const entry of entries) {
      seq += 1
      const row = { ...contentColumns({ ...entry, ...STREAM }), seq, changed_at: 0 }
      insert.run(row)
      insertKey.run(row)
      insertTerms.run(seq, indexedTerms(entry.title), indexedTerms(textOf(entry.html)))
    }
  })
  const started = performance.now()
  for (const entries of batches) insertAll.immediate(entries)
  const seconds = (performance.now() - started) / 1000
  database.close()
  return seconds
}
