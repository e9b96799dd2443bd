/** Writes prepared entries to disk: the agent's store against a bare loop with the same rows, batches, table and durability. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { textOf } from '../shared/html/text-of.ts'
import { openStore } from '../sync-agent/store/open.ts'
import { contentColumns } from '../sync-agent/store/rows.ts'
import { indexedTerms } from '../sync-agent/store/search-terms.ts'
import type { EntryContent } from '../sync-agent/store/types.ts'
import { batchesOf, fillStore, STREAM } from './stores.ts'
import { inTurn, type Measured, median, type Place, rounded } from './suite.ts'

const ENTRIES = 20_000
const ROUNDS = 5

/** Ours reaches 0.7 of the bare loop's rate. */
const LIMIT = 1.43

export async function ingest({ folder }: Place): Promise<Measured> {
  const { bare, store, times } = await ingestRates({
    bare: round => join(folder, `bare-${round}.sqlite`),
    store: round => join(folder, `store-${round}.sqlite`),
  })
  return {
    rows: {
      'bare better-sqlite3 loop': { 'entries a second': bare, ratio: 1 },
      'store.apply': { 'entries a second': store, ratio: rounded(1 / times) },
    },
    limits: [{ what: 'rate of the bare loop to ours', found: times, limit: LIMIT }],
  }
}

/** Entries a second of both, and how many times as fast the bare loop is. */
export async function ingestRates(dbs: Record<'bare' | 'store', (round: number) => string>) {
  const batches = [...batchesOf(ENTRIES)]
  const seconds = await inTurn(ROUNDS, {
    bare: round => bareLoop(dbs.bare(round), batches),
    store: round => fillStore(dbs.store(round), batches),
  })
  const [bare, store] = [median(seconds.bare), median(seconds.store)]
  return {
    bare: Math.round(ENTRIES / bare),
    store: Math.round(ENTRIES / store),
    times: rounded(store / bare),
  }
}

/** @returns seconds */
async function bareLoop(path: string, batches: EntryContent[][]): Promise<number> {
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
