/** Large answers: taken in parts, shown only as a whole. */

import { expect, it } from 'vitest'
import type { SyncProgress } from '../../../sync-agent/index.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { stage } from '../../../sync-agent/store/staging.ts'
import type { Script, Upstream } from '../../support/scripted-upstream.ts'
import {
  ACADEMY,
  agentBefore,
  allTables,
  beforeEachTest,
  entry,
  ingested,
  news,
  servedIds,
} from '../support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

const many = (count: number, differing = {}) =>
  Array.from({ length: count }, (_, index) => entry(`n${`${index}`.padStart(5, '0')}`, differing))
const rowsOf = (name: string) => allTables(db)[name] ?? []

it('a large answer is published whole, in its order, and one that deletes it all is taken as well', async () => {
  const invalid = many(60).map(({ newsId, ...rest }) => ({
    ...rest,
    newsId: `bad-${newsId}`,
    newsTitle: 7,
  }))
  upstream.answer(news([...many(550), ...invalid], ['gone']))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([
    { rows: 610, applied: { new: 550, changed: 0, deleted: 1, quarantined: 60, seq: 551 } },
  ])
  expect(rowsOf('staged')).toEqual([])
  expect(rowsOf('staged_misfit')).toEqual([])
  const seqs = (rowsOf('news') as { news_id: string; seq: number }[]).map(row => [row.news_id, row.seq])
  expect(seqs).toEqual(many(550).map(({ newsId }, index) => [newsId, index + 1]))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 0, unchanged: 550, seq: 551 } }])
  const ids = many(550).map(({ newsId }) => newsId)
  upstream.answer(news([], ids))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { deleted: 550, seq: 1101 } }])
  expect(rowsOf('news')).toEqual([])
  expect(new Set(rowsOf('tombstone').map(row => Reflect.get(Object(row), 'seq'))).size).toBe(551)
})

it('what comes twice in a large answer counts as it came last, staged or not', async () => {
  upstream.answer(news([entry('kept'), entry('back', { newsTitle: 'Published' })]))
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  const list = [
    entry('twice', { newsTitle: 'First' }),
    entry('back', { newsTitle: 'For a moment' }),
    { ...entry('good'), newsTitle: 7 },
    entry('gone'),
    ...many(520),
    entry('twice', { newsTitle: 'Last' }),
    entry('back', { newsTitle: 'Published' }),
    entry('good'),
  ]
  upstream.answer((response, request) => {
    const asked = request.url?.includes('newsIDs')
    news(asked ? [] : list, ['gone'])(response, request)
  })
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 522, changed: 0, deleted: 1, seq: 525 } }])
  const rows = rowsOf('news') as { news_id: string; title: string; seq: number }[]
  const find = (newsId: string) => rows.find(row => row.news_id === newsId)
  expect(find('twice')?.title).toBe('Last')
  expect(find('back')).toMatchObject({ title: 'Published', seq: 2 })
  expect(find('gone')).toBeUndefined()
  expect(rowsOf('quarantine')).toEqual([])
})

const LONG = { newsContent: `<p>${'A long report of the regatta. '.repeat(800)}</p>` }
it.each([
  ['many entries', many(650), 10_000],
  ['long ones', many(120, LONG), 500_000],
])('while %s come in, the host sees none of it, and sees it whole afterwards', async (_, list, held) => {
  const { promise: rest, resolve: release } = Promise.withResolvers<void>()
  const { promise: staged, resolve: tell } = Promise.withResolvers<void>()
  const slowly: Script = async (response, request) => {
    const whole = await bodyOf(news(list), request)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(whole.slice(0, -held))
    await rest
    response.end(whole.slice(-held))
  }
  const onProgress = ({ entries }: SyncProgress) => entries > list.length * 0.8 && tell()
  await using agent = await agentBefore(upstream, db, { onProgress })
  const address = await agent.listen()
  upstream.answer(slowly)
  const sync = agent.syncOnce()
  await staged
  expect(rowsOf('staged').length).toBeGreaterThan(list.length / 4)
  expect((await fetch(`${address}/v1/news`)).status).toBe(503)
  expect(rowsOf('stream')).toEqual([])
  release()
  await sync
  expect(await servedIds(address, 'limit=100')).toHaveLength(100)
})

it('interrupted, it starts again and leaves nothing of the first attempt', async () => {
  const cut: Script = async (response, request) => {
    const whole = await bodyOf(news(many(600, { newsTitle: 'Of the broken attempt' })), request)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(whole.slice(0, -5_000), () => response.destroy())
  }
  upstream.answer(cut)
  const first = await agentBefore(upstream, db)
  expect(await first.syncOnce()).toMatchObject([{ outcome: 'failed' }])
  expect(rowsOf('news')).toEqual([])
  expect(rowsOf('staged')).toEqual([])
  await first.close()
  upstream.answer(news(many(10)))
  await using second = await agentBefore(upstream, db)
  expect(await second.syncOnce()).toMatchObject([{ applied: { new: 10, seq: 10 } }])
  expect(rowsOf('news').filter(row => (row as { title: string }).title.includes('broken'))).toEqual([])
})

it('what a killed agent had staged is never published, however large the next answer', async () => {
  const dead = await openStore(db)
  const token = (await takeLease(dead, 'dead', await readLease(dead.reading))) ?? 0
  await stage(dead, token, ACADEMY, { listed: [ingested('of the dead')], invalid: [] })
  await dead.close()
  upstream.answer(news(many(600)))
  await using agent = await agentBefore(upstream, db, { leaseMs: 100 })
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 600, seq: 600 } }])
  expect(rowsOf('news')).toHaveLength(600)
})

it('tells how far it has come', async () => {
  const steps: SyncProgress[] = []
  upstream.answer(async (response, request) => {
    const whole = await bodyOf(news(many(40, LONG)), request)
    response.writeHead(200, { 'content-length': Buffer.byteLength(whole) }).end(whole)
  })
  await using agent = await agentBefore(upstream, db, { onProgress: step => steps.push(step) })
  await agent.syncOnce()
  const last = steps.at(-1)
  expect(last).toMatchObject({ stream: ACADEMY, entries: 40 })
  expect(last?.bytes).toBe(last?.totalBytes)
  expect(steps.map(({ bytes }) => bytes)).toEqual(steps.map(({ bytes }) => bytes).toSorted((a, b) => a - b))
  expect(steps.length).toBeGreaterThan(2)
})

/** What a script would send. */
async function bodyOf(script: Script, request: Parameters<Script>[1]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const response = { writeHead: () => response, end: resolve } as unknown as Parameters<Script>[0]
  script(response, request)
  return promise
}
