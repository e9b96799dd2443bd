import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../shared/sqlite/open.ts'
import { MIGRATIONS } from '../../../sync-agent/store/migrations.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { agentBefore, allTables, entry, ingested, news, unlessAsked } from '../support.ts'

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
