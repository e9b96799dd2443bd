/** Mark and sweep: the store is made equal to what the service has, and is never emptied by mistake. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, allTables, entry, news, queryOf, unlessAsked } from '../support.ts'

let files: Scratch
let db: string
let upstream: Upstream
let agent: SyncAgent
beforeEach(async () => {
  files = scratch()
  db = files.path('news.sqlite')
  upstream = await startUpstream(news())
  agent = await agentBefore(upstream, db)
})
afterEach(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const ids = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const entries = (newsIds: string[]) => newsIds.map(id => entry(id))
/** The service has these, and says the same by whatever question. */
const serviceHas = (all: ReturnType<typeof entry>[]) =>
  upstream.answer(unlessAsked(news(all), wanted => news(all.filter(({ newsId }) => wanted.includes(newsId)))))
const copyFirst = async (all: ReturnType<typeof entry>[]) => {
  serviceHas(all)
  await agent.syncOnce()
}
const stored = () => (allTables(db).news as { news_id: string }[]).map(row => row.news_id)

// Promise: operate/reconciliation
it('puts right what is missing, changed or surplus, each with a seq of its own', async () => {
  await copyFirst(entries(['a', 'b', 'c']))
  const edited = entry('b', { newsTitle: 'Edited' })
  serviceHas([entry('a'), edited, entry('d')])
  expect(await agent.reconcile()).toMatchObject([
    {
      ...ACADEMY,
      outcome: 'done',
      from: '19700101000000',
      dryRun: false,
      differences: [
        { newsId: 'b', kind: 'changed', title: 'Edited' },
        { newsId: 'd', kind: 'missing', title: 'Title of d' },
        { newsId: 'c', kind: 'surplus', title: 'Title of c' },
      ],
      applied: { new: 1, changed: 1, deleted: 1, unchanged: 1, seq: 6 },
    },
  ])
  expect(stored()).toEqual(['a', 'b', 'd'])
  expect(await agent.reconcile()).toMatchObject([{ differences: [], applied: { seq: 6 } }])
  expect(await agent.runs()).toMatchObject([{ kind: 'reconcile' }, { kind: 'reconcile' }, { kind: 'cycle' }])
})

it('a dry run tells the same and writes nothing at all', async () => {
  await copyFirst(entries(['a', 'b']))
  serviceHas([entry('a', { newsTitle: 'Edited' }), entry('c')])
  const before = allTables(db)
  const [dry] = await agent.reconcile({ dryRun: true })
  expect(allTables(db)).toEqual(before)
  const [wet] = await agent.reconcile()
  expect(dry).toMatchObject({ dryRun: true, differences: wet?.differences ?? [] })
  expect(dry).not.toHaveProperty('applied')
  expect(wet?.differences).toHaveLength(3)
})

it('an entry that the list leaves out but the service knows by name is not swept', async () => {
  await copyFirst(entries(['a', 'b']))
  upstream.answer(unlessAsked(news([entry('a')]), () => news([entry('b')])))
  expect(await agent.reconcile()).toMatchObject([{ differences: [], applied: { deleted: 0 } }])
  expect(stored()).toEqual(['a', 'b'])
})

// Promise: operate/reconciliation
it.each([
  [100, 11, true],
  [200, 20, false],
  [20, 10, false],
  [20, 11, true],
])('of %i entries a sweep of %i is refused: %s', async (all, gone, refused) => {
  await copyFirst(entries(ids(all)))
  serviceHas([...entries(ids(all).slice(gone)), entry('new')])
  const [report] = await agent.reconcile()
  expect(report).toMatchObject({ outcome: 'done', applied: { new: 1, deleted: refused ? 0 : gone } })
  expect(report?.outcome === 'done' && report.refused !== undefined).toBe(refused)
  expect(report?.differences).toHaveLength(gone + 1)
  expect(stored()).toHaveLength(refused ? all + 1 : all + 1 - gone)
})

it('an empty list sweeps nothing, however little is stored, unless it is forced', async () => {
  await copyFirst(entries(['a', 'b']))
  serviceHas([])
  expect(await agent.reconcile()).toMatchObject([
    { refused: { reason: expect.stringContaining('lists no entry') }, applied: { deleted: 0 } },
  ])
  expect(stored()).toEqual(['a', 'b'])
  expect(await agent.reconcile({ force: true })).toMatchObject([{ applied: { deleted: 2 } }])
  expect(stored()).toEqual([])
})

it('repairs a store that another program has changed, and does not move the cursor', async () => {
  await copyFirst(entries(ids(30)))
  const { cursor } = (await agent.status()).streams[0] ?? {}
  const meddler = new Database(db)
  meddler.exec("DELETE FROM news WHERE news_id = 'n3'; UPDATE news SET hash = 'x' WHERE news_id = 'n4'")
  meddler.close()
  expect(await agent.reconcile()).toMatchObject([{ applied: { new: 1, changed: 1, unchanged: 28 } }])
  expect((await agent.status()).streams[0]?.cursor).toBe(cursor)
  expect(queryOf(upstream.requests.at(-1) ?? { url: '' }).get('lastSyncTime')).toBe('19700101000000')
})
