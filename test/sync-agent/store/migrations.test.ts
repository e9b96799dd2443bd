import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../shared/sqlite/open.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { soughtPhrases } from '../../../sync-agent/store/search-terms.ts'
import { MIGRATIONS } from '../../../sync-agent/store/sqlite/migrations.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  allTables,
  entry,
  ingested,
  news,
  unlessAsked,
} from '../support.ts'

const openAt = (path: string, version: number) =>
  openDatabase({
    path,
    purpose: "the sync agent's store",
    applicationId: 0x73625341,
    migrations: MIGRATIONS.slice(0, version),
  })

it('a store of the first schema keeps its news, tombstones, cursor and seq, and goes on from there', async () => {
  using files = scratch()
  const db = files.path('news.sqlite')
  const old = openAt(db, 1)
  const { hash } = ingested('a')
  old.exec(`
    UPDATE store SET seq = 41;
    INSERT INTO stream VALUES ('academy', 'en-US', 1788220800000, 1, 12.5, 1788220800000, 0, NULL, NULL, NULL, 0);
    INSERT INTO news VALUES ('academy', 'en-US', 'a', 'T', '<p>B</p>', '2026-09-01', '20260901083000', NULL, NULL, '[]',
      '{}', '${hash}', 40, 1, 1);
    INSERT INTO tombstone VALUES ('academy', 'en-US', 'gone', 41, 1)`)
  old.close()
  const { news: newsBefore, tombstone } = allTables(db)

  await using upstream = await startUpstream(news([entry('a'), entry('b')], ['gone']))
  await using agent = await agentBefore(upstream, db)
  expect((await agent.status()).streams).toMatchObject([
    { cursor: '2026-09-01T00:00:00Z', entries: 1, deleted: 1, quarantined: 0 },
  ])
  expect(await agent.syncOnce()).toMatchObject([
    { from: '20260901075000', applied: { new: 1, unchanged: 1, deleted: 0, seq: 42 } },
  ])
  const after = allTables(db)
  expect(after.news).toMatchObject([...(newsBefore ?? []), { news_id: 'b', seq: 42 }])
  expect(after.tombstone).toEqual(tombstone)
  const database = new Database(db, { readonly: true })
  expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  database.close()
})

it('what an older agent has put aside is requested again soon, also where its identifier is a number', async () => {
  using files = scratch()
  const db = files.path('news.sqlite')
  const old = openAt(db, 9)
  const odd = [{ ...entry('a'), attachments: 'none' }, { ...entry(''), newsId: 7 }, { newsTitle: 'no id' }]
  const put = old.prepare(`
    INSERT INTO quarantine (site_id, lang, key, news_id, raw, path, reason, first_seen_at, last_seen_at, attempts, retry_at)
    VALUES ('academy', 'en-US', ?, ?, ?, '', '', 0, 0, 1, 9e12)`)
  put.run('id:a', 'a', JSON.stringify(odd[0]))
  put.run('raw:x', null, JSON.stringify(odd[1]))
  put.run('raw:y', null, JSON.stringify(odd[2]))
  put.run('raw:z', null, `${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  old.close()

  await using upstream = await startUpstream(unlessAsked(news(), () => news(odd.slice(0, 2))))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 2 } }])
  expect(allTables(db).news).toMatchObject([{ news_id: 'a' }, { news_id: '7' }])
  expect(allTables(db).quarantine).toMatchObject([{ key: 'raw:y' }, { key: 'raw:z' }])
})

it('a store in which agents took turns to ask for popup messages keeps the last ones', async () => {
  using files = scratch()
  const db = files.path('news.sqlite')
  const old = openAt(db, 16)
  old.exec(`INSERT INTO popup_answer VALUES ('academy', 'en-US', 'http://service.example/cms', '["a"]', 'p-1', 0, 0,
    NULL, NULL, NULL, 'an agent', 1, 2)`)
  old.close()
  const store = await openStore(db)
  const at = Temporal.Instant.fromEpochMilliseconds(0)
  expect(await store.popups(ACADEMY, 'http://service.example/cms')).toEqual({
    ...ACADEMY,
    answer: { content: '["a"]', txID: 'p-1', changedAt: at, checkedAt: at },
    failure: undefined,
  })
  await store.close()
  expect(Object.keys(Object(allTables(db).popup_answer?.[0]))).not.toContain('asker')
})

it('a store that the version before Kysely has written is taken over as it is', async () => {
  using files = scratch()
  const db = files.path('news.sqlite')
  writeFileSync(db, gunzipSync(readFileSync(join(import.meta.dirname, 'schema-12.db.gz'))))
  const before = allTables(db)
  const store = await openStore(db)
  const row = { ...Object(before.store?.[0]), unfinished_copy: null, moved_to: null }
  const { webhook_message: outbox = [], ...others } = before
  const news = before.news?.map(entry => ({
    ...Object(entry),
    ...{ first_seq: 1, content_seq: Object(entry).seq },
  }))
  const streams = before.stream?.map(stream => ({
    ...Object(stream),
    ...{ synced_seq: null, synced_entries: null, synced_at: null },
  }))
  const after = allTables(db)
  expect(after).toEqual({
    ...others,
    ...{ store: [row], news, stream: streams },
    webhook_target: [expect.objectContaining({ id: 1, state: 'active', site_ids: '["academy"]' })],
    follower: [expect.objectContaining({ name: 'webhook-1', seq: 10, began: null })],
    put_aside: expect.any(Array),
    sqlite_sequence: expect.any(Array),
  })
  // What waited in its outbox is put aside, and due.
  expect(after.put_aside).toHaveLength(outbox.length)
  for (const { news_id, type, site_id, lang } of outbox as Record<string, unknown>[])
    expect(after.put_aside).toContainEqual(
      expect.objectContaining({
        ...{ follower: 'webhook-1', subject: `entry ${news_id}`, site_id, lang, next_at: 0 },
        applied_seq: type === 'news.published' ? 0 : expect.any(Number),
      }),
    )

  expect(store.identity).toBe('5964820aa87e27ee')
  expect(await store.lease()).toMatchObject({ token: 1, holder: undefined })
  expect(await store.state(ACADEMY)).toMatchObject({ failuresInARow: 0, skewMs: -40 })
  expect(await store.state(ACADEMY_ZH)).toMatchObject({ lastFailure: { code: 'TIMEOUT' } })
  expect(await store.count(ACADEMY)).toEqual({ entries: 3, tombstones: 2, remarked: 1, quarantined: 1 })
  expect((await store.listNews({ ...ACADEMY, limit: 9 })).entries.map(({ newsId }) => newsId)).toEqual([
    'odd',
    'c',
    'b',
  ])
  const gala = { ...ACADEMY, phrases: soughtPhrases('swimming galas'), limit: 9, offset: 0 }
  expect(await store.searchNews(gala)).toMatchObject({ entries: [{ newsId: 'b' }], behind: 0 })
  const chinese = { ...gala, ...ACADEMY_ZH, phrases: soughtPhrases('運動') }
  expect(await store.searchNews(chinese)).toMatchObject({ entries: [{ newsId: 'a' }] })
  const { entries } = await store.listForFeed({ ...ACADEMY, limit: 9 })
  expect(entries.map(({ newsId, incarnation }) => [newsId, incarnation])).toEqual([
    ['odd', 0],
    ['c', 1],
    ['b', 0],
  ])
  expect((await store.getNews({ ...ACADEMY, newsId: 'b' }))?.mirrored).toMatchObject({
    'https://files.example/menu.pdf': expect.stringMatching(/^media\/a+\d\/f1$/),
  })
  expect(await store.webhooks.targets()).toMatchObject([{ siteIds: ['academy'] }])
  expect(await store.popups(ACADEMY, 'http://service.example/cms')).toMatchObject({ answer: { txID: 'p-1' } })
  expect(await store.runs({ stream: ACADEMY, limit: 1 })).toMatchObject([
    { kind: 'cycle', new: 1, deleted: 1 },
  ])

  const token = (await store.takeLease('a newer agent', await store.lease())) ?? 0
  const at = Temporal.Instant.from('2026-09-02T00:00:00Z')
  const outcome = {
    run: { kind: 'cycle', startedAt: at, durationMs: 1 },
    finishedAt: at,
    serviceUrl: 'http://service.example/cms',
  } as const
  const seq = await store.lastSeq()
  const { staged: [staged] = [] } = before
  expect(staged).toMatchObject({ news_id: 'staged' })
  const batch = { listed: [ingested('c')], deleted: ['gone'], staged: { except: [] } }
  expect(await store.apply(token, ACADEMY, batch, outcome)).toMatchObject({
    ...{ new: 1, unchanged: 1, deleted: 0, seq: seq + 1 },
  })
  expect(await store.changesAfter(seq, 9)).toMatchObject([{ seq: seq + 1, entry: { newsId: 'staged' } }])
  await store.close()
})
