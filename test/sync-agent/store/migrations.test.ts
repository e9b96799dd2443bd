/** A store that the last version without followers has written is taken over, and nothing in it is lost. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { changesAfter } from '../../../sync-agent/store/change-log.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { listDestinations } from '../../../sync-agent/store/destinations.ts'
import { listForFeed } from '../../../sync-agent/store/feed-rows.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { readPopups } from '../../../sync-agent/store/popup-rows.ts'
import { getNews, listNews } from '../../../sync-agent/store/reading.ts'
import { searchNews } from '../../../sync-agent/store/search.ts'
import { soughtPhrases } from '../../../sync-agent/store/search-terms.ts'
import { countStream, readState } from '../../../sync-agent/store/stream-rows.ts'
import { scratch } from '../../support/scratch.ts'
import { cycleAt, SERVICE } from '../cycle-at.ts'
import { execute, freshDatabase, newDatabase, onPostgres, tablesOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'
import { schemaOf } from './schema-of.ts'

/** As that version has left it; the statements that make it, for PostgreSQL. */
const written = gunzipSync(
  readFileSync(join(import.meta.dirname, onPostgres ? 'schema-0004.sql.gz' : 'schema-16.db.gz')),
)

let db: string
beforeEach(async () => {
  db = onPostgres ? await newDatabase() : fileOfTest()
  if (onPostgres) await execute(db, written.toString())
  else writeFileSync(db, written)
})

// Promise: operate/upgrade
it('what waited in its outbox is put aside, and due; the mirror reads all entries again, for the pictures of their texts; everything else is as it was', async () => {
  const {
    webhook_message: outbox = [],
    webhook_target: targets = [],
    search_progress: _progress,
    media_progress,
    ...before
  } = await tablesOf(db)
  expect(media_progress).toMatchObject([{ seq: 9 }])
  expect(outbox).toHaveLength(10)
  const store = await openStore(db)
  await store.close()
  const { put_aside: aside, sqlite_sequence, schoolbell_migration, ...after } = await tablesOf(db)
  const { sqlite_sequence: _, schoolbell_migration: __, ...others } = before
  const of = (lang: string) => (lang === 'en-US' ? [4, 3, 1788220800000] : [6, 1, 1788220860000])
  expect(after).toEqual({
    ...others,
    news: others.news?.map(row => ({ ...row, first_seq: 1, content_seq: row.seq })),
    search_entry: others.search_entry?.map(({ seq, ...row }) => row),
    stream: others.stream?.map(row => {
      const [synced_seq, synced_entries, synced_at] = of(`${row.lang}`)
      return { ...row, synced_seq, synced_entries, synced_at }
    }),
    run: others.run?.map(row => ({ ...row, refused: null })),
    alert: [],
    wordpress_post: [],
    wordpress_file: [],
    popup_answer: others.popup_answer?.map(({ asker, asked_at, ask_after, ...row }) => row),
    destination: targets.map(({ id, url, events, site_ids, langs, state, reason, created_at }) => ({
      ...{ id, address: url, site_ids, langs, state, reason, created_at, kind: 'webhook' },
      settings: events === null ? '{}' : `{"events":${events}}`,
    })),
    follower: [
      { name: 'media', seq: 0, began: null, done_at: null, failed_at: null, failure: null },
      { name: 'webhook-1', seq: 10, began: null, done_at: null, failed_at: null, failure: null },
      {
        ...{ name: 'webhook-2', seq: 10, began: 10 },
        ...{ done_at: 1788220900000, failed_at: 1788221000000, failure: 'HTTP 500' },
      },
    ].map(row => ({ failures: 0, not_before: null, ...row })),
  })
  const row = (target: number, lang: string, subject: string, rest: object) => ({
    ...{ id: expect.any(Number), follower: `webhook-${target}`, site_id: 'academy', lang, subject },
    ...{
      applied_seq: 0,
      since: 1788220800000,
      attempts: 0,
      next_at: 0,
      reason: 'not sent yet',
      unanswered: 0,
    },
    ...rest,
  })
  const refused = { since: 1788220980000, attempts: 9, reason: 'HTTP 500' }
  expect(new Set(aside)).toEqual(
    new Set([
      row(1, 'en-US', 'entry a', { applied_seq: 9, since: 1788220980000 }),
      row(1, 'en-US', 'entry b', {}),
      row(1, 'en-US', 'entry c', { since: 1788220980000 }),
      row(1, 'en-US', 'entry odd', {}),
      row(1, 'zh-HK', 'entry a', {}),
      row(2, 'en-US', 'entry c', refused),
      row(2, 'en-US', 'synced', { applied_seq: 4 }),
    ]),
  )
})

// Promise: operate/upgrade
it('it has the schema of a new store, and is not changed when it is opened again', async () => {
  using files = scratch()
  const fresh = await freshDatabase(files)
  await (await openStore(fresh)).close()
  await (await openStore(db)).close()
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
  const before = await tablesOf(db)
  await (await openStore(db)).close()
  expect(await tablesOf(db)).toEqual(before)
})

// Promise: operate/very-old
it('one of an earlier version is refused, with the remedy, and not changed', async () => {
  const older = onPostgres
    ? "DELETE FROM schoolbell_migration WHERE name = '0004-moved'"
    : 'PRAGMA user_version = 15'
  await execute(db, older)
  const before = await tablesOf(db)
  await expect(openStore(db)).rejects.toMatchObject({
    code: 'STORE_OLDER',
    message: expect.stringMatching(
      onPostgres
        ? /has the migrations up to 0003-asker, .* 0004-moved and later; open it once with an earlier schoolbell/
        : /news.sqlite .* has schema 15, .* 16 and later; open it once with an earlier schoolbell/,
    ),
  })
  expect(await tablesOf(db)).toEqual(before)
})

it('what its search index had not read yet is found, and by its new words only', async () => {
  await execute(
    db,
    `UPDATE news SET title = 'Harbour', html = '', seq = 11 WHERE news_id = 'b';
     DELETE FROM news WHERE news_id = 'c'; UPDATE store SET seq = 12`,
  )
  const store = await openStore(db)
  const found = async (q: string) => {
    const page = await searchNews(store, { ...ACADEMY, phrases: soughtPhrases(q), limit: 9, offset: 0 })
    return page.entries.map(({ newsId }) => newsId)
  }
  expect([await found('harbour'), await found('gala')]).toEqual([['b'], []])
  await store.close()
  const indexed = await execute(db, 'SELECT site_id, lang, news_id FROM search_entry ORDER BY 1, 2, 3')
  expect(indexed).toEqual(await execute(db, 'SELECT site_id, lang, news_id FROM news ORDER BY 1, 2, 3'))
})

it('readers and the next cycle go on from there', async () => {
  const before = await tablesOf(db)
  const store = await openStore(db)

  expect(store.identity).toBe('5964820aa87e27ee')
  expect(await readLease(store.reading)).toMatchObject({ token: 1, holder: undefined })
  expect(await readState(store.reading, ACADEMY)).toMatchObject({ failuresInARow: 0, skewMs: -40 })
  expect(await readState(store.reading, ACADEMY_ZH)).toMatchObject({ lastFailure: { code: 'TIMEOUT' } })
  expect(await countStream(store, ACADEMY)).toEqual({
    entries: 3,
    tombstones: 2,
    remarked: 1,
    quarantined: 1,
  })
  expect((await listNews(store, { ...ACADEMY, limit: 9 })).entries.map(({ newsId }) => newsId)).toEqual([
    'odd',
    'c',
    'b',
  ])
  const gala = { ...ACADEMY, phrases: soughtPhrases('swimming galas'), limit: 9, offset: 0 }
  expect(await searchNews(store, gala)).toMatchObject({ entries: [{ newsId: 'b' }] })
  const chinese = { ...gala, ...ACADEMY_ZH, phrases: soughtPhrases('運動') }
  expect(await searchNews(store, chinese)).toMatchObject({ entries: [{ newsId: 'a' }] })
  const { entries } = await listForFeed(store, { ...ACADEMY, limit: 9 })
  expect(entries.map(({ newsId, incarnation }) => [newsId, incarnation])).toEqual([
    ['odd', 0],
    ['c', 1],
    ['b', 0],
  ])
  expect((await getNews(store, { ...ACADEMY, newsId: 'b' }))?.mirrored).toMatchObject({
    'https://files.example/menu.pdf': expect.stringMatching(/^media\/a+\d\/f1$/),
  })
  expect(await listDestinations(store)).toMatchObject([{ siteIds: ['academy'] }, { state: 'suspended' }])
  expect(await readPopups(store, ACADEMY, SERVICE)).toMatchObject({
    answer: { txID: 'p-1' },
  })
  expect(await listRuns(store, { stream: ACADEMY, limit: 1 })).toMatchObject([
    { kind: 'cycle', new: 1, deleted: 1 },
  ])

  const token = (await takeLease(store, 'a newer agent', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-02T00:00:00Z')
  const outcome = cycleAt(at)
  const seq = await lastSeq(store.reading)
  const { staged: [staged] = [] } = before
  expect(staged).toMatchObject({ news_id: 'staged' })
  const batch = { listed: [ingested('c')], deleted: ['gone'], staged: { except: [] } }
  expect(await apply(store, token, ACADEMY, batch, outcome)).toMatchObject({
    ...{ new: 1, unchanged: 1, deleted: 0, seq: seq + 1 },
  })
  expect(await changesAfter(store, seq, 9)).toMatchObject([{ seq: seq + 1, entry: { newsId: 'staged' } }])
  await store.close()
})

function fileOfTest(): string {
  const files = scratch()
  onTestFinished(() => files[Symbol.dispose]())
  return files.path('news.sqlite')
}
