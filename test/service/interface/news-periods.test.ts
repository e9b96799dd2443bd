/** Entries that are published and unpublished at moments: the news call, and a real agent that copies from it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newsStamp } from '../../../console/api/news.ts'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { entry, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'
import { ACADEMY, agentBefore, getJson, PRE_SCHOOL } from '../../sync-agent/support.ts'

let school: SmallSchool
let agent: SyncAgent
let agentAddress: string
beforeAll(async () => {
  school = await startSmallSchool()
  const { addresses, scratch, clock } = school
  agent = await agentBefore({ url: addresses.base }, scratch.path('agent.db'), {
    serviceUrl: addresses.serviceUrl,
    streams: [ACADEMY, PRE_SCHOOL],
    clock,
  })
  agentAddress = await agent.listen()
})
afterAll(async () => {
  await agent.close()
  await school[Symbol.asyncDispose]()
})

/** Each test has a day of its own: an agent does not ask for yesterday again. */
let day = 19
beforeEach(() => {
  day += 1
})
/** The clocks of both. */
const at = (time: string) => {
  school.clock.set(`2026-11-${day}T${time}+08:00`)
  school.service.clock.set(`2026-11-${day}T${time}+08:00`)
}
const wall = (time: string) => `202611${day}${time}`
const put = (newsId: string, more: object = {}, state: 'published' | 'draft' = 'published') =>
  school.service.news.put({ ...entry(newsId, ['academy'], wall('093000'), newsId, ''), ...more }, state)

async function since(lastSyncTime: string, newsIDs = '', siteId = 'academy') {
  const query = new URLSearchParams({ siteId, lastSyncTime, newsIDs })
  const answer = await fetch(`${school.addresses.serviceUrl}/api/v1/news/check?${query}`)
  const { content } = (await answer.json()) as {
    content: { newsList: { newsId: string }[]; delNewsIds: string[] }
  }
  return { listed: content.newsList.map(({ newsId }) => newsId), deleted: content.delNewsIds, answer }
}
const told = async (lastSyncTime: string, newsIDs = '') => {
  const { listed, deleted } = await since(lastSyncTime, newsIDs)
  return { listed, deleted }
}
const NOTHING = { listed: [], deleted: [] }

/** After one cycle, not after the nightly comparison. */
async function expectAgentEqual() {
  await agent.syncOnce()
  for (const siteId of ['academy', 'pre-school']) {
    const { items } = (await getJson(`${agentAddress}/v1/news?siteId=${siteId}&lang=en-US&limit=100`)) as {
      items: { newsId: string }[]
    }
    expect(items.map(({ newsId }) => newsId)).toEqual((await since('19700101000000', '', siteId)).listed)
  }
}

describe('an entry with moments of publication', () => {
  // Promise: silent/news-period
  it('counts as changed when it is published and as deleted when it is unpublished, and a real agent has it so', async () => {
    at('09:30:00')
    put('P-1', { publishAt: wall('100000'), unpublishAt: wall('110000') })
    const { news } = school.service
    await expectAgentEqual()
    expect([await told(wall('000000'), 'P-1'), news.get('P-1')?.state]).toEqual([NOTHING, 'planned'])
    at('09:59:59.999')
    expect(await told(wall('000000'))).toEqual(NOTHING)

    at('10:00:00')
    // It was entered long before the last call: the moment counts.
    expect(await told(wall('095959'))).toEqual({ listed: ['P-1'], deleted: [] })
    expect(await told(wall('100000'))).toEqual(NOTHING)
    await expectAgentEqual()
    at('10:45:00')
    expect(await told(wall('103000'))).toEqual(NOTHING)
    await expectAgentEqual()

    at('11:00:00')
    expect(await told(wall('105959'))).toEqual({ listed: [], deleted: ['P-1'] })
    expect([await told(wall('110000')), news.get('P-1')?.state]).toEqual([NOTHING, 'ended'])
    await expectAgentEqual()
    at('10:30:00')
    expect((await told(wall('000000'))).listed).toEqual(['P-1'])
  })

  it('is never told as deleted to a website that has not had it', async () => {
    at('09:30:00')
    const { news } = school.service
    const planned = { publishAt: wall('100000') }
    for (const id of ['Q-1', 'Q-2', 'Q-3', 'Q-4']) put(id, planned)
    at('09:40:00')
    put('Q-1', planned, 'draft')
    news.remove('Q-2')
    put('Q-3', { ...planned, sites: ['pre-school'] })
    news.remove('Q-4')
    news.restore('Q-4')
    expect(news.get('Q-3')?.sites).toEqual(['pre-school'])
    const ids = 'Q-1,Q-2,Q-3,Q-4'
    expect(await told(wall('093959'), ids)).toEqual(NOTHING)
    at('10:00:00')
    expect(await told(wall('093959'), ids)).toMatchObject({
      listed: expect.arrayContaining(['Q-4']),
      deleted: [],
    })
    at('10:10:00')
    news.restore('Q-2')
    expect((await told(wall('100959'))).listed).toEqual(['Q-2'])
    await expectAgentEqual()
    for (const id of ['Q-2', 'Q-3', 'Q-4']) news.remove(id)
  })

  it('that was out and is put off is deleted until then', async () => {
    at('09:30:00')
    put('R-1')
    await expectAgentEqual()
    at('09:50:00')
    put('R-1', { publishAt: wall('120000') })
    expect(await told(wall('094959'))).toEqual({ listed: [], deleted: ['R-1'] })
    await expectAgentEqual()
    at('12:00:00')
    expect((await told(wall('115959'))).listed).toEqual(['R-1'])
    await expectAgentEqual()
    school.service.news.remove('R-1')
  })

  it('is on the websites as the clock says after the state was replaced', async () => {
    at('09:30:00')
    const { news, state } = school.service
    put('S-1')
    put('S-2', { unpublishAt: wall('103000') })
    const { snapshotId } = state.snapshots.take('Both out')
    put('S-1', { publishAt: wall('120000') })
    put('S-3', { publishAt: wall('120000') })
    await expectAgentEqual()
    at('10:40:00')
    const later = state.snapshots.apply(snapshotId)
    await expectAgentEqual()
    expect([news.get('S-1')?.state, news.get('S-2')?.state, news.get('S-3')]).toEqual([
      'published',
      'ended',
      undefined,
    ])
    expect(await told(wall('103959'), 'S-3')).toEqual({ listed: ['S-1'], deleted: [] })
    at('10:50:00')
    state.snapshots.apply(later.snapshotId)
    expect(await told(wall('104959'))).toEqual({ listed: [], deleted: ['S-1'] })
    await expectAgentEqual()
    const file = school.scratch.path('moments.zip')
    await state.export(file)
    await state.import(file)
    expect(news.get('S-3')).toMatchObject({ publishAt: wall('120000'), state: 'planned' })
    at('12:00:00')
    await expectAgentEqual()
    expect((await told(wall('115959'))).listed.toSorted()).toEqual(['S-1', 'S-3'])
  })

  it('is refused when it would be unpublished first, and a moment that comes is no change of it', async () => {
    at('09:30:00')
    const wrong = { publishAt: wall('100000'), unpublishAt: wall('100000') }
    expect(() => put('T-1', wrong)).toThrow('/unpublishAt must be later than publishAt')
    put('T-1', { publishAt: wall('093010') })
    const { answer } = await since(wall('093000'))
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=10, stale-while-revalidate=0, stale-if-error=0',
    )
    const stampNow = () => {
      const stored = school.service.news.get('T-1')
      return stored && newsStamp(stored)
    }
    const before = stampNow()
    at('09:30:10')
    expect(stampNow()).toBe(before)
    expect(await told(wall('093009'))).toEqual({ listed: ['T-1'], deleted: [] })
  })
})
