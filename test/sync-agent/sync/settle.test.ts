/** Contradictions: deleted and listed at once, back from the dead, identifiers used again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { failure, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, allTables, entry, logLines, news, queryOf, unlessAsked, WARN } from '../support.ts'

let files: Scratch
let db: string
let upstream: Upstream
let agent: SyncAgent
beforeEach(async () => {
  files = scratch()
  db = files.path('news.sqlite')
  upstream = await startUpstream(news([entry('a'), entry('b')]))
  agent = await agentBefore(upstream, db)
  await agent.syncOnce()
})
afterEach(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const asked = () => upstream.requests.map(request => queryOf(request).get('newsIDs')).filter(Boolean)
const titles = () =>
  Object.fromEntries(
    (allTables(db).news as { news_id: string; title: string }[]).map(row => [row.news_id, row.title]),
  )

// Promise: operate/settled
it('an entry both listed and deleted stays when the service still has it', async () => {
  const edited = entry('a', { newsTitle: 'Edited since' })
  upstream.answer(unlessAsked(news([entry('a')], ['a']), () => news([edited])))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { changed: 1, deleted: 0, seq: 3 } }])
  expect(asked()).toEqual(['a'])
  expect(titles()).toEqual({ a: 'Edited since', b: 'Title of b' })
})

it.each([
  ['says that it is deleted', ['a']],
  ['says nothing of it', []],
])('an entry both listed and deleted goes when the service, asked once more, %s', async (_, deleted) => {
  upstream.answer(
    unlessAsked(news([entry('a', { newsTitle: 'Ghost' })], ['a']), () => news([entry('x')], deleted)),
  )
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 0, changed: 0, deleted: 1, seq: 3 } }])
  expect(titles()).toEqual({ b: 'Title of b' })
})

// Promise: operate/settled
it('an entry listed although a tombstone stands comes back only when the service has it', async () => {
  upstream.answer(news([], ['a', 'b']))
  await agent.syncOnce()
  const again = [entry('a', { newsTitle: 'Another entry' }), entry('b', { newsTitle: 'Late echo' })]
  upstream.answer(unlessAsked(news(again), () => news(again.slice(0, 1))))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 1, deleted: 0, seq: 5 } }])
  expect(asked()).toEqual(['a,b'])
  expect(titles()).toEqual({ a: 'Another entry' })
  expect(allTables(db).tombstone).toMatchObject([{ news_id: 'b', seq: 4 }])
})

it('nothing of an answer is taken while its contradictions cannot be settled', async () => {
  const { news: newsBefore, stream: streamBefore } = allTables(db)
  const cursorOf = (rows: unknown) => (rows as { cursor_at: number }[]).map(row => row.cursor_at)
  upstream.answer(unlessAsked(news([entry('a'), entry('c')], ['a']), () => failure('D20004', 'no')))
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'D20004' } }])
  const { news: newsAfter, stream, tombstone } = allTables(db)
  expect(newsAfter).toEqual(newsBefore)
  expect(cursorOf(stream)).toEqual(cursorOf(streamBefore))
  expect(tombstone).toEqual([])
})

// Promise: silent/many-news-ids
it('many contradictions are settled in questions whose addresses stay under 4 KB', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `運動會 ${index}`)
  const all = ids.map(id => entry(id))
  upstream.answer(
    unlessAsked(news(all, ids), wanted => news(all.filter(({ newsId }) => wanted.includes(newsId)))),
  )
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 300, deleted: 0 } }])
  expect(asked().length).toBeGreaterThan(2)
  expect(asked().join().split(',')).toEqual(ids)
  for (const { url } of upstream.requests) expect(`${upstream.url}${url}`.length).toBeLessThan(4096)
})

// Promise: silent/unknown-news-ids
it('of a service that ignores newsIDs an entry that is listed again comes back, and that is told once', async () => {
  const log = logLines()
  await using other = await agentBefore(upstream, files.path('other.sqlite'), { logger: log.logger })
  upstream.answer(unlessAsked(news([entry('a')], ['b']), () => news()))
  await other.syncOnce()
  upstream.answer(unlessAsked(news([entry('b')]), () => news()))
  expect(await other.syncOnce()).toMatchObject([{ applied: { new: 1, deleted: 0 } }])
  await other.syncOnce()
  upstream.answer(unlessAsked(news([entry('b')], ['b']), () => news()))
  expect(await other.syncOnce()).toMatchObject([{ applied: { deleted: 1 } }])
  expect(log.at(WARN).map(({ msg }) => msg)).toEqual([expect.stringContaining('that newsIDs names')])
})

it.each([
  ['cycles that failed', failure('D20004', 'no')],
  ['answers without an entry', news()],
])('an entry edited after %s does not count as one that changes in each answer', async (_, before) => {
  const log = logLines()
  await using other = await agentBefore(upstream, files.path('other.sqlite'), { logger: log.logger })
  await other.syncOnce()
  upstream.answer(before)
  for (let turn = 0; turn < 3; turn += 1) await other.syncOnce()
  upstream.answer(news([entry('a', { newsTitle: 'Edited since' })]))
  expect(await other.syncOnce()).toMatchObject([{ applied: { changed: 1 } }])
  expect(log.at(WARN).map(({ msg }) => msg)).not.toContainEqual(expect.stringContaining('sign the addresses'))
})
