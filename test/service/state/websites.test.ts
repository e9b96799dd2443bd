/** What a website shows after the state of its school was replaced: a real service, and a real agent that copies from it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../service/state/data-folder.ts'
import { systemClock } from '../../../shared/clock.ts'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  entry,
  SMALL_SCHOOL,
  type SmallSchool,
  startSmallSchool,
  writeSeed,
} from '../../support/small-school.ts'
import { ACADEMY, agentBefore, getJson, PRE_SCHOOL } from '../../sync-agent/support.ts'

/** Published years ago: an agent asks for the last minutes alone. */
const OLD_NEWS = SMALL_SCHOOL.news.map(draft => ({
  ...draft,
  newsDateTime: draft.newsDateTime.replace('2026', '2020'),
  ...(draft.deletedAt && { deletedAt: draft.deletedAt.replace('2026', '2020') }),
}))

let place: Scratch
let school: SmallSchool
let agent: SyncAgent
let agentAddress: string
let firstSnapshot: number
beforeAll(async () => {
  place = scratch()
  school = await startSmallSchool({
    seed: writeSeed(place.folder, { ...SMALL_SCHOOL, news: OLD_NEWS }),
    dataDir: place.path('data'),
    clock: systemClock,
  })
  const { service, addresses } = school
  agent = await agentBefore({ url: addresses.base }, place.path('agent.db'), {
    serviceUrl: addresses.serviceUrl,
    streams: [ACADEMY, PRE_SCHOOL],
  })
  agentAddress = await agent.listen()
  firstSnapshot = service.state.snapshots.take('First').snapshotId
})
afterAll(async () => {
  await agent.close()
  await school[Symbol.asyncDispose]()
  place[Symbol.dispose]()
})
beforeEach(async () => {
  school.service.state.snapshots.apply(firstSnapshot)
  await agent.syncOnce()
})

const titled = (newsId: string, title: string, sites = ['academy' as const]) =>
  entry(newsId, sites, '20200901090000', title, title)

const changesSince = async (lastSyncTime: string, siteId = 'academy', newsIDs = '') => {
  const query = new URLSearchParams({ siteId, lastSyncTime, newsIDs })
  const { content } = (await getJson(`${school.addresses.serviceUrl}/api/v1/news/check?${query}`)) as {
    content: { newsList: { newsId: string; newsTitle: string }[]; delNewsIds: string[] }
  }
  return content
}
const shownByService = async (siteId: string) =>
  (await changesSince('19700101000000', siteId)).newsList.map(({ newsId, newsTitle }) => [newsId, newsTitle])
const shownByAgent = async (siteId: string) => {
  const answer = (await getJson(`${agentAddress}/v1/news?siteId=${siteId}&lang=en-US&limit=100`)) as {
    items: { newsId: string; title: string }[]
  }
  return answer.items.map(({ newsId, title }) => [newsId, title])
}
/** After one cycle, not after the nightly comparison. */
async function expectAgentEqual() {
  await agent.syncOnce()
  for (const siteId of ['academy', 'pre-school'])
    expect(await shownByAgent(siteId), siteId).toEqual(await shownByService(siteId))
}

/** Edited, deleted, moved, brought back and new: what a website has copied when the state is replaced. */
async function changeEverything() {
  const { news } = school.service
  news.put(titled('N-1', 'First, edited'))
  news.remove('N-2')
  news.put({ ...titled('N-3', 'Third, moved'), sites: ['pre-school'] })
  news.restore('N-4')
  news.put(titled('N-9', 'Ninth'))
  await expectAgentEqual()
}

describe('a website shows what the service has, one cycle after', () => {
  it('a snapshot was gone back to, and after that was undone', async () => {
    await changeEverything()
    const changed = await shownByService('academy')
    const undo = school.service.state.snapshots.apply(firstSnapshot)
    await expectAgentEqual()
    expect(await shownByAgent('academy')).not.toEqual(changed)
    school.service.state.snapshots.apply(undo.snapshotId)
    await expectAgentEqual()
    expect(await shownByAgent('academy')).toEqual(changed)
  })

  it('a reset to the empty school, and after that was undone', async () => {
    const { state } = school.service
    const { snapshotId } = state.snapshots.take('Until now')
    await state.reset('empty')
    await expectAgentEqual()
    state.snapshots.apply(snapshotId)
    await expectAgentEqual()
  })

  it('an import', async () => {
    const { state } = school.service
    await state.export(place.path('old.zip'))
    await changeEverything()
    await state.import(place.path('old.zip'))
    await expectAgentEqual()
  })

  it('an import by the command, beside the running service', async () => {
    const { state } = school.service
    await state.export(place.path('command.zip'))
    await changeEverything()
    await using folder = openDataFolder(place.path('data'))
    await folder.import(place.path('command.zip'), { replace: true })
    await expectAgentEqual()
  })
})

describe('a replaced state', () => {
  /** Later than the old news, and before all that the tests change. */
  const LONG_AGO = '20210101000000'

  it('counts what is the same before and after as not changed', async () => {
    const { news, state } = school.service
    const { snapshotId } = state.snapshots.take('With a new one')
    news.put(titled('N-10', 'Tenth'))
    const before = await changesSince(LONG_AGO)
    state.snapshots.apply(snapshotId)
    const after = await changesSince(LONG_AGO)
    expect(after.newsList).toEqual(before.newsList.filter(({ newsId }) => newsId !== 'N-10'))
    expect(after.delNewsIds.sort()).toEqual([...before.delNewsIds, 'N-10'].sort())
  })

  it('counts an entry as changed whose picture is another one', async () => {
    await using other = await startSmallSchool({
      seed: writeSeed(place.folder, {
        ...SMALL_SCHOOL,
        news: OLD_NEWS,
        media: SMALL_SCHOOL.media.map(medium =>
          medium.name === 'letter' ? { ...medium, screen: 'small.png' } : medium,
        ),
      }),
    })
    await other.service.state.export(place.path('pictures.zip'))
    await school.service.state.reset(place.path('pictures.zip'))
    const { newsList } = await changesSince(LONG_AGO)
    expect(newsList.map(({ newsId }) => newsId)).toEqual(expect.arrayContaining(['N-2', 'N-3']))
    await expectAgentEqual()
  })

  it('says that what it does not have is deleted, to who asks by identifier as well, until it is entered again', async () => {
    const { news, state } = school.service
    news.put(titled('N-11', 'Eleventh'))
    await state.reset('empty')
    await state.reset('empty')
    expect((await changesSince(LONG_AGO)).delNewsIds).toContain('N-11')
    expect((await changesSince('20990101000000', 'academy', 'N-11,N-404')).delNewsIds).toEqual(['N-11'])
    expect((await changesSince(LONG_AGO, 'pre-school')).delNewsIds).not.toContain('N-11')
    news.put(titled('N-11', 'Eleventh again'))
    const { newsList, delNewsIds } = await changesSince(LONG_AGO)
    expect(newsList.map(({ newsTitle }) => newsTitle)).toEqual(['Eleventh again'])
    expect(delNewsIds).not.toContain('N-11')
    await expectAgentEqual()
  })

  it('keeps the times of what a new store is filled with', async () => {
    const seed = writeSeed(place.folder, { ...SMALL_SCHOOL, news: OLD_NEWS })
    await using other = await startSmallSchool({ seed })
    await other.service.state.export(place.path('fill.zip'))
    await using filled = await startSmallSchool({ seed: place.path('fill.zip') })
    const url = `${filled.addresses.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=${LONG_AGO}`
    expect(await getJson(url)).toMatchObject({ content: { newsList: [], delNewsIds: [] } })
  })
})
