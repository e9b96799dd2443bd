/** News by the console's API: drafted, published, found, changed by who has seen what they are now, deleted, restored. */
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NewsItem, NewsRecord } from '../../../console/api/news.ts'
import { newsRepository } from '../../../service/office/news.ts'
import { newsPage } from '../../../service/office/news-lists.ts'
import { APPLICATION_ID, MIGRATIONS } from '../../../service/store/migrations.ts'
import { createContentClient } from '../../../shared/client/index.ts'
import type { NewsEntry } from '../../../shared/contract/news.ts'
import { openDatabase } from '../../../shared/sqlite/open.ts'
import { CONSOLE_TOKEN, consoleCalls } from '../../support/console-calls.ts'
import { scratch } from '../../support/scratch.ts'
import { entry, NOW, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

type Refusal = { detail: string; errors: { path: string; reason: string }[]; current: NewsRecord }
type Answer = NewsRecord & Refusal
type List = { news: NewsItem[]; counts: Record<string, number>; now: string; next?: string }

let school: SmallSchool
const { call } = consoleCalls(() => school.addresses.base)
beforeAll(async () => {
  school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN })
})
afterAll(() => school[Symbol.asyncDispose]())

/** What a website hears of since the small school's now. */
const heard = async (
  siteId: 'academy' | 'pre-school' = 'academy',
  newsIDs: string[] = [],
  lastSyncTime = '20261120000000',
) => {
  const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
  const answer = await client.news({ siteId, lastSyncTime, newsIDs })
  return { listed: answer.newsList.map(({ newsId }) => newsId), deleted: answer.delNewsIds }
}
/** Makes an entry, or saves it under its number. */
const save = (en: string, zh: string, more: object = {}, newsId?: string) =>
  newsId === undefined
    ? call<Answer>('POST', '/news', draft(en, zh, more))
    : call<Answer>('PUT', `/news/${newsId}`, draft(en, zh, more))
const draft = (en: string, zh: string, more: object = {}) => {
  const { newsId: _, ...others } = entry('-', ['academy'], '20261120093000', en, zh)
  return { ...others, state: 'published', ...more }
}
const ids = ({ news }: List) => news.map(({ newsId }) => newsId)

describe('a news entry in the console', () => {
  it('is created under a number of its own, and published at once', async () => {
    const first = await save('Boat race', '划艇比賽', { cover: 'hall', attachments: ['letter'] })
    expect([first.status, first.body.newsId, first.body.state]).toEqual([201, 'NEWS-1', 'published'])
    expect(first.headers.get('location')).toBe('/console/api/news/NEWS-1')
    expect(first.body.media.map(({ name }) => name)).toEqual(['hall', 'letter'])
    expect(first.body.media[0]?.thumbnailUrl).toMatch(/^\/media\/[0-9a-f]{64}\//)
    expect((await save('Second', '第二')).body.newsId).toBe('NEWS-2')
    await call('DELETE', '/news/NEWS-2')
    expect((await save('Third', '第三')).body.newsId).toBe('NEWS-3')
    expect(await heard()).toEqual({ listed: ['NEWS-3', 'NEWS-1'], deleted: ['NEWS-2'] })
    expect((await save('x', 'x', { newsId: 'NEWS-1' })).status).toBe(409)
  })

  it.each([
    ['.', 'cannot stand in an address'],
    ['..', 'cannot stand in an address'],
    ['a\0b', 'must have no NUL character'],
    ['\ud800', 'must have no NUL character (U+0000) and no half of a character'],
  ])('is refused under the identifier %j, with the reason', async (newsId, reason) => {
    const { status, body } = await save('x', 'x', { newsId })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ path: '/newsId', reason: expect.stringContaining(reason) }])
  })

  it('that was never published is told to no website, whatever becomes of it', async () => {
    const incomplete = { sites: [], texts: draft('', '').texts, state: 'draft' }
    const { body } = await save('', '', incomplete)
    const silent = async () => {
      const told = await heard('academy', [body.newsId])
      return ![...told.listed, ...told.deleted].includes(body.newsId)
    }
    expect([body.state, await silent()]).toEqual(['draft', true])
    await call('DELETE', `/news/${body.newsId}`)
    expect(await silent()).toBe(true)
    expect((await call<Answer>('POST', `/news/${body.newsId}/restore`)).body.state).toBe('draft')
    expect(await silent()).toBe(true)
    const ready = { sites: ['pre-school'], stamp: body.stamp }
    expect((await save('Ready', '完成', ready, body.newsId)).status).toBe(200)
    expect((await heard('pre-school')).listed).toContain(body.newsId)
    expect(await silent()).toBe(true)
  })

  // Promise: silent/hidden-entry
  it('that is taken back is deleted for its websites, and published again where it is wanted then', async () => {
    const { body } = await save('Fair', '展覽', { sites: ['academy', 'pre-school'] })
    const { newsId } = body
    const back = await save('Fair', '展覽', { state: 'draft', stamp: body.stamp }, newsId)
    expect([back.body.state, back.body.sites]).toEqual(['draft', ['academy']])
    for (const site of ['academy', 'pre-school'] as const)
      expect((await heard(site)).deleted).toContain(newsId)
    await save('Fair', '展覽', { stamp: back.body.stamp }, newsId)
    expect((await heard('academy')).listed).toContain(newsId)
    expect((await heard('pre-school')).deleted).toContain(newsId)
    // Deleted and restored it is where it was.
    const removed = await call<{ undo: string }>('DELETE', `/news/${newsId}`)
    expect(removed.status).toBe(200)
    expect((await call('DELETE', `/news/${newsId}`)).status).toBe(404)
    expect((await call('POST', '/undo', { undo: removed.body.undo })).status).toBe(204)
    expect((await call<Answer>('GET', `/news/${newsId}`)).body).toMatchObject({
      state: 'published',
      sites: ['academy'],
    })
    expect((await heard('academy')).listed).toContain(newsId)
    expect((await heard('pre-school')).deleted).toContain(newsId)
  })

  it('that somebody else has written anew and deleted does not come back by the first one’s undo', async () => {
    const { body } = await save('Regatta', '賽艇')
    const { newsId } = body
    const removed = await call<{ undo: string }>('DELETE', `/news/${newsId}`)
    const gone = (await call<Answer>('GET', `/news/${newsId}`)).body
    await save('Regatta, theirs', '賽艇', { stamp: gone.stamp }, newsId)
    await call('DELETE', `/news/${newsId}`)
    expect((await call('POST', '/undo', { undo: removed.body.undo })).status).toBe(409)
    expect((await heard('academy')).listed).not.toContain(newsId)
  })

  it('that was taken back is changed, deleted and brought back unheard', async () => {
    const { news } = school.service
    const told = entry('T-1', ['academy'], '20261120090000', 'Told', '通知')
    news.put(told)
    news.put(told, 'draft')
    school.clock.set('2026-11-21T03:00:00Z')
    news.put({ ...told, sites: ['pre-school'] }, 'draft')
    news.remove('T-1')
    news.restore('T-1')
    expect(await heard('academy', [], '20261121100000')).toEqual({ listed: [], deleted: [] })
    school.clock.set(NOW)
  })

  it('is changed by who has seen what it is now; the newer one is given back otherwise, and nothing is lost', async () => {
    const { newsId, stamp } = (await save('Choir', '合唱團')).body
    const mine = await save('Choir tour', '合唱團', { stamp }, newsId)
    expect(mine.body.texts['en-US'].newsTitle).toBe('Choir tour')
    const late = await save('Choir fair', '合唱團', { stamp }, newsId)
    expect([late.status, late.body.current.texts['en-US'].newsTitle]).toEqual([409, 'Choir tour'])
    const seen = { stamp: late.body.current.stamp }
    expect((await save('Choir fair', '合唱團', seen, newsId)).status).toBe(200)
    expect((await save('Choir fair', '合唱團', seen, 'none')).status).toBe(404)
  })

  it('is refused with all that is wrong with it', async () => {
    const wrong = { sites: [], cover: 'letter', attachments: ['gate', 'none'] }
    const { status, body } = await save(' ', '', wrong)
    expect(status).toBe(422)
    expect(body.errors.map(({ path }) => path)).toEqual([
      '/attachments/1',
      '/cover',
      '/sites',
      '/texts/en-US/newsTitle',
    ])
    const schema = await save('x', 'x', { newsDateTime: '20261320000000', state: 'gone' })
    expect(schema.body.errors.map(({ path }) => path).toSorted()).toEqual(['/newsDateTime', '/state'])
  })
})

it('the preview of an entry is what a website would be given, and stores nothing', async () => {
  const counted = async () => (await call<List>('GET', '/news')).body.counts
  const before = await counted()
  const texts = {
    'en-US': { newsTitle: 'Draft', newsContent: '<p><img src="media:gate"></p>' },
    'zh-HK': { newsTitle: '', newsContent: '' },
  }
  const preview = draft('', '', { texts, cover: 'gate', attachments: ['gate', 'none'], state: 'draft' })
  type Preview = Record<string, NewsEntry>
  const { body } = await call<Preview>('POST', '/news/preview', preview)
  const english = body['en-US']
  expect(english).toMatchObject({ newsTitle: 'Draft', newsDate: '20261120' })
  for (const text of [english?.newsContent, english?.mobileScreenImageUrl])
    expect(text).toContain(`${school.addresses.base}/media/`)
  expect(english?.attachments).toHaveLength(1)
  // Never written in Chinese: had in English.
  expect(body['zh-HK']).toEqual(english)
  expect(await counted()).toEqual(before)
})

describe('the list of news', () => {
  it('is found by words in either language, two Chinese characters, full-width letters, and not by tags', async () => {
    const find = async (q: string, more = '') =>
      ids((await call<List>('GET', `/news?q=${encodeURIComponent(q)}${more}`)).body)
    school.service.news.put({
      ...entry('F-1', ['academy'], '20261001090000', 'Prize <b>Giving</b> & tea', '頒獎典禮'),
      texts: {
        'en-US': {
          newsTitle: 'Prize Giving',
          newsContent: '<p>Tea &amp; <strong class="hidden">cake</strong></p>',
        },
        'zh-HK': { newsTitle: '頒獎典禮', newsContent: '<p>茶點於禮堂供應。</p>' },
      },
    })
    for (const words of ['pRIZE giving', '禮堂', '典', 'ＣＡＫＥ 茶點', 'tea & cake'])
      expect(await find(words), words).toEqual(['F-1'])
    for (const words of ['strong', 'hidden', '100%']) expect(await find(words), words).toEqual([])
    expect(await find('禮堂', '&site=pre-school')).toEqual([])
    school.service.news.remove('F-1')
    expect(await find('禮堂')).toEqual([])
    expect(await find('禮堂', '&state=deleted')).toEqual(['F-1'])
  })

  it('is given a page at a time, newest first, by state and site, with how many there are', async () => {
    const all: string[] = []
    let after = ''
    let counts: Record<string, number> = {}
    do {
      const { body } = await call<List>(
        'GET',
        `/news?limit=3${after && `&after=${encodeURIComponent(after)}`}`,
      )
      all.push(...ids(body))
      counts = body.counts
      after = body.next ?? ''
    } while (after !== '')
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength((counts.published ?? 0) + (counts.draft ?? 0))
    expect((await call<List>('GET', '/news?limit=1')).body.now).toBe('20261120093000')
    expect(all.slice(-4)).toEqual(['N-3', 'N-5', 'N-2', 'N-1'])
    expect(ids((await call<List>('GET', '/news?state=deleted&site=academy')).body)).toContain('N-4')
    const { body } = await call<List>('GET', '/news?state=published&site=pre-school&q=Second')
    expect(body.news).toEqual([
      expect.objectContaining({
        newsId: 'N-2',
        attachments: 4,
        titles: { 'en-US': 'Second', 'zh-HK': '第二' },
      }),
    ])
    expect(body.news[0]?.thumbnailUrl).toMatch(/^\/media\//)
    for (const wrong of ['after=x', 'limit=0'])
      expect((await call('GET', `/news?${wrong}`)).status, wrong).toBe(400)
  })
})

const TIME = { zone: 'Asia/Hong_Kong', now: () => 1 }
const opened = (path: string) =>
  openDatabase({ path, purpose: 'this test', applicationId: APPLICATION_ID, migrations: MIGRATIONS })

describe('a store of many entries', () => {
  it('answers lists and counts by their indexes', () => {
    using place = scratch()
    const database = opened(place.path('many.db'))
    newsRepository(database, TIME).put(entry('N-1', ['academy'], '20261101090000', 'First', '第一'), 1)
    const planOf = (sql: string, values: object) =>
      database
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(values)
        .map(({ detail }) => detail)
        .join('\n')
    const values = { now: 1, site: null, date: null, id: null, limit: 50 }
    expect(planOf(newsPage('all'), values)).toContain('SCAN news USING INDEX news_by_date')
    for (const state of ['published', 'draft'] as const)
      expect(planOf(newsPage(state), values)).toContain('news_by_state (binned=? AND draft=?)')
    for (const state of ['all', 'published', 'draft'] as const)
      expect(planOf(newsPage(state), values)).not.toContain('ORDER BY')
    const counting = 'SELECT count(*) FILTER (WHERE binned = 0 AND draft = 1) FROM news'
    expect(planOf(counting, {})).toContain('COVERING INDEX news_by_state')
    database.close()
  })

  it('is searched to its end a slice at a time, so that others are answered in between', async () => {
    using place = scratch()
    const database = opened(place.path('many.db'))
    const shelf = newsRepository(database, TIME)
    database.transaction(() => {
      for (let number = 1; number <= 1_300; number += 1) {
        const words = number % 650 === 1 ? 'Needle' : 'Hay'
        shelf.put(entry(`NEWS-${number}`, ['academy'], '20261101090000', words, '草'), 1)
      }
    })()
    const isWanted = vi.fn(() => true)
    const found = await shelf.find({ limit: 50 }, 'needle', isWanted)
    expect(found.map(({ newsId }) => newsId)).toEqual(['NEWS-651', 'NEWS-1'])
    expect(isWanted).toHaveBeenCalledTimes(2)
    // Whoever has gone is not searched for any longer.
    expect(await shelf.find({ limit: 50 }, 'needle', () => false)).toHaveLength(1)
    expect(shelf.nextId()).toBe('NEWS-1301')
    database.close()
  })

  it('that an older version filled finds its words, and keeps deleted what was deleted', async () => {
    using place = scratch()
    const file = place.path('older.db')
    const older = new Database(file)
    MIGRATIONS[0]?.(older)
    older.pragma(`application_id = ${APPLICATION_ID}`)
    older.pragma('user_version = 1')
    older.exec(`
      INSERT INTO news VALUES ('A-1', '20261101090000', 0, 'Lantern evening', '<p>Bring <b>tea</b></p>', '綵燈晚會', '', NULL);
      INSERT INTO news VALUES ('A-2', '20261102090000', 1, 'Gone', '', '', '', NULL);
      INSERT INTO news_site VALUES ('A-1', 'academy', 1, 5), ('A-2', 'academy', 1, 6);`)
    older.close()
    const database = opened(file)
    const shelf = newsRepository(database, TIME)
    const found = await shelf.find({ limit: 5 }, '綵燈 tea')
    expect(found.map(({ newsId, state }) => [newsId, state])).toEqual([['A-1', 'published']])
    expect(shelf.get('A-2')).toMatchObject({ deleted: true, state: 'deleted', sites: ['academy'] })
    expect(shelf.restore('A-2', 7)).toBe(true)
    expect(shelf.get('A-2')?.state).toBe('published')
    database.close()
  })
})
