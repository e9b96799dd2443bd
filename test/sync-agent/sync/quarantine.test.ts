/** Entries that do not fit the contract: kept as they came, out of everybody's way, until they do. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { failure, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, entry, handClock, news, queryOf, servedIds, unlessAsked } from '../support.ts'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
const clock = handClock('2026-09-01T00:00:00Z')
const bad = { ...entry('a'), newsTitle: 7 }
beforeEach(async () => {
  clock.set('2026-09-01T00:00:00Z')
  files = scratch()
  upstream = await startUpstream(news([entry('a'), entry('b')]))
  agent = await agentBefore(upstream, files.path('news.sqlite'), { clock })
  address = await agent.listen()
  await agent.syncOnce()
})
afterEach(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const asked = () => upstream.requests.map(request => queryOf(request).get('newsIDs')).filter(Boolean)
const quarantineOneBadEntry = async () => {
  upstream.answer(news([bad, entry('c')]))
  await agent.syncOnce()
  upstream.requests.length = 0
}

// Promise: operate/quarantine
it('one bad entry holds up no other, and its last good version stays', async () => {
  upstream.answer(news([bad, entry('c')], ['b']))
  expect(await agent.syncOnce()).toMatchObject([
    { outcome: 'done', applied: { new: 1, deleted: 1, quarantined: 1 } },
  ])
  expect(await servedIds(address)).toEqual(['c', 'a'])
  const [kept] = await agent.quarantine.list()
  expect(kept).toMatchObject({ ...ACADEMY, newsId: 'a', path: '/newsTitle', attempts: 1 })
  expect(kept?.reason).toBeTruthy()
  expect(JSON.parse((await agent.quarantine.show(kept?.id ?? 0))?.raw ?? '')).toEqual(bad)
  expect((await agent.status()).streams).toMatchObject([{ quarantined: 1 }])
})

it('is asked for again after a minute, then less and less often, an hour apart at most', async () => {
  await quarantineOneBadEntry()
  upstream.answer(unlessAsked(news(), () => news([bad])))
  await agent.syncOnce()
  expect(asked()).toEqual([])
  const pauses: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const [{ nextRetry = '' } = {}] = await agent.quarantine.list()
    pauses.push((Date.parse(nextRetry) - clock.now().epochMilliseconds) / 60_000)
    clock.set(nextRetry)
    await agent.syncOnce()
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(asked()).toEqual(Array(9).fill('a'))
  expect(await agent.quarantine.list()).toMatchObject([{ newsId: 'a', attempts: 10 }])
})

it('is asked for at once when its time is far off, because the clock was set back', async () => {
  await quarantineOneBadEntry()
  clock.set('2026-08-31T16:00:00Z')
  upstream.answer(unlessAsked(news(), () => news([entry('a')])))
  await agent.syncOnce()
  expect(await agent.quarantine.list()).toEqual([])
})

it.each([
  ['comes and fits', news([entry('a', { newsTitle: 'Mended' })]), ['c', 'b', 'a'], 0],
  ['is deleted', news([], ['a']), ['c', 'b'], 0],
  ['is unknown to the service', news(), ['c', 'b', 'a'], 1],
  ['cannot be asked for', failure('D20002', 'newsIDs is invalid'), ['c', 'b', 'a'], 1],
])('asked for again, it %s', async (_, script, served, left) => {
  await quarantineOneBadEntry()
  clock.set('2026-09-01T00:02:00Z')
  upstream.answer(unlessAsked(news(), () => script))
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  expect(await servedIds(address)).toEqual(served)
  expect(await agent.quarantine.list()).toHaveLength(left)
})

it.each([
  ['a good version', news([entry('a', { newsTitle: 'Mended' })])],
  ['the version that is published already', news([entry('a')])],
  ['its deletion', news([], ['a'])],
])('%s that comes by itself ends the quarantine', async (_, script) => {
  await quarantineOneBadEntry()
  upstream.answer(script)
  await agent.syncOnce()
  expect(await agent.quarantine.list()).toEqual([])
  expect(asked()).toEqual([])
})

it('listed twice, the later one counts', async () => {
  upstream.answer(news([bad, entry('a', { newsTitle: 'Good' })]))
  await agent.syncOnce()
  expect(await agent.quarantine.list()).toEqual([])
  upstream.answer(news([entry('a', { newsTitle: 'Better' }), bad]))
  await agent.syncOnce()
  expect(await agent.quarantine.list()).toHaveLength(1)
})

it('what is no entry at all is kept once, and cannot be asked for', async () => {
  upstream.answer(news([null, 'text', { newsTitle: 'no id' }, { ...entry('x'), newsId: [7] }]))
  await agent.syncOnce()
  await agent.syncOnce()
  const list = await agent.quarantine.list()
  expect(list).toHaveLength(4)
  expect(list.every(({ newsId, nextRetry }) => newsId === undefined && nextRetry === undefined)).toBe(true)
  expect(await agent.quarantine.retry()).toMatchObject(Array(4).fill({ outcome: 'unaskable' }))
})

it('an operator may retry or drop it', async () => {
  await quarantineOneBadEntry()
  const [{ id = 0 } = {}] = await agent.quarantine.list()
  upstream.answer(unlessAsked(news(), () => news([bad])))
  expect(await agent.quarantine.retry([id])).toMatchObject([{ id, newsId: 'a', outcome: 'unfit' }])
  upstream.answer(unlessAsked(news(), () => news([entry('a', { newsTitle: 'Mended' })])))
  expect(await agent.quarantine.retry()).toMatchObject([{ id, outcome: 'published' }])
  expect(await agent.quarantine.list()).toEqual([])
  await quarantineOneBadEntry()
  const [{ id: again = 0 } = {}] = await agent.quarantine.list()
  expect(again).toBeGreaterThan(id)
  expect(await agent.quarantine.drop(again)).toBe(true)
  expect(await agent.quarantine.drop(again)).toBe(false)
  expect(await agent.quarantine.list()).toEqual([])
})
