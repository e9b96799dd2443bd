import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient, type NewsAnswer, type NewsQuery } from '../../../shared/client/index.ts'
import { entry, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const EVER = '19700101000000'

function news(query: Partial<NewsQuery> = {}, of = school): Promise<NewsAnswer> {
  const client = createContentClient({ serviceUrl: of.addresses.serviceUrl })
  return client.news({ siteId: 'academy', lang: 'en-US', lastSyncTime: EVER, ...query })
}
const ids = (answer: NewsAnswer) => answer.newsList.map(({ newsId }) => newsId)
/** Both lists of an answer. */
const told = async (query: Partial<NewsQuery> = {}, of = school) => {
  const answer = await news(query, of)
  return { listed: ids(answer), deleted: answer.delNewsIds }
}

describe('news since a time', () => {
  it('is everything of one site since 1970, newest first, deleted entries by their identifier', async () => {
    expect(await told()).toEqual({ listed: ['N-3', 'N-2', 'N-1'], deleted: ['N-4'] })
    expect(await told({ siteId: 'pre-school' })).toEqual({ listed: ['N-5', 'N-2'], deleted: [] })
  })

  // Promise: silent/time-included, news/since
  it('takes in what changed strictly after lastSyncTime', async () => {
    expect((await told({ lastSyncTime: '20261110085959' })).listed).toEqual(['N-3', 'N-2'])
    expect((await told({ lastSyncTime: '20261110090000' })).listed).toEqual(['N-3'])
    expect((await told({ lastSyncTime: '20261116115959' })).deleted).toEqual(['N-4'])
    expect((await told({ lastSyncTime: '20261116120000' })).deleted).toEqual([])
    expect(await told({ lastSyncTime: '99991231235959' })).toEqual({ listed: [], deleted: [] })
  })

  // Promise: news/no-deletions
  it('is two empty lists where nothing changed', async () => {
    const search = 'siteId=academy&lastSyncTime=99991231235959'
    const answer = await fetch(`${school.addresses.serviceUrl}/api/v1/news/check?${search}`)
    expect((await answer.json()).content).toEqual({ newsList: [], delNewsIds: [] })
  })

  it('compares whole seconds: a change within the second asked for is not after it', async () => {
    await using own = await startSmallSchool()
    own.clock.set('2026-11-20T01:30:00.900Z')
    own.service.news.put(entry('N-6', ['academy'], '20261120093000', 'Now', '現在'))
    expect((await told({ lastSyncTime: '20261120092959' }, own)).listed).toEqual(['N-6'])
    expect((await told({ lastSyncTime: '20261120093000' }, own)).listed).toEqual([])
  })

  // Promise: news/since
  it('tells an edit by its own time, not by the date of the entry', async () => {
    await using own = await startSmallSchool()
    expect((await told({ lastSyncTime: '20261120000000' }, own)).listed).toEqual([])
    own.service.news.put(entry('N-1', ['academy'], '20261101090000', 'First, corrected', '第一（更正）'))
    const { newsList } = await news({ lastSyncTime: '20261120000000' }, own)
    expect(newsList).toMatchObject([{ newsId: 'N-1', newsTitle: 'First, corrected' }])
    expect(newsList).toHaveLength(1)
  })

  // Promise: news/deleted
  it('tells a deletion, and a restored entry again', async () => {
    await using own = await startSmallSchool()
    const { news: office } = own.service
    expect(office.remove('N-1')).toBe(true)
    expect(await told({ lastSyncTime: '20261120000000' }, own)).toEqual({ listed: [], deleted: ['N-1'] })
    expect(office.get('N-1')).toMatchObject({ deleted: true, sites: ['academy'] })
    own.clock.set('2026-11-20T01:40:00Z')
    expect(office.restore('N-1')).toBe(true)
    expect(await told({ lastSyncTime: '20261120093500' }, own)).toEqual({ listed: ['N-1'], deleted: [] })
    expect([office.restore('N-1'), office.remove('N-4'), office.remove('none')]).toEqual([
      false,
      false,
      false,
    ])
  })

  // Promise: silent/several-websites
  it('an entry taken off one site is deleted there and nowhere else', async () => {
    await using own = await startSmallSchool()
    own.service.news.put(entry('N-2', ['academy'], '20261110090000', 'Second', '第二'))
    const since = { lastSyncTime: '20261120000000' }
    expect(await told({ ...since, siteId: 'pre-school' }, own)).toEqual({ listed: [], deleted: ['N-2'] })
    expect(await told(since, own)).toEqual({ listed: ['N-2'], deleted: [] })
    // Told once: a later edit on the other site is no news here.
    own.clock.set('2026-11-20T01:40:00Z')
    own.service.news.put(entry('N-2', ['academy'], '20261110090000', 'Second again', '第二'))
    expect(await told({ lastSyncTime: '20261120093500', siteId: 'pre-school' }, own)).toEqual({
      listed: [],
      deleted: [],
    })
  })
})

describe('languages of news', () => {
  // Promise: silent/other-language, content/languages
  it('are English and Chinese; an entry without a text in the one is had in the other', async () => {
    const { newsList } = await news({ lang: 'zh-HK' })
    expect(newsList.map(({ newsTitle }) => newsTitle)).toEqual(['Third', '第二', '第一'])
  })
})

describe('newsIDs', () => {
  const late = { lastSyncTime: '20261119000000' }

  // Promise: silent/unknown-news-ids, news/ids
  it('are returned besides, deleted ones by identifier; unknown ones and those of the other site are left out', async () => {
    const newsIDs = ['N-1', 'N-4', 'none', 'N-5']
    expect(await told({ ...late, newsIDs })).toEqual({ listed: ['N-1'], deleted: ['N-4'] })
  })

  it('may be spaced, repeated and empty, and are told once', async () => {
    const search = 'siteId=academy&lastSyncTime=20261115000000&newsIDs=%20N-3%20,N-1,,N-1,%20,N-3'
    const answer = await fetch(`${school.addresses.serviceUrl}/api/v1/news/check?${search}`)
    const { content } = await answer.json()
    expect(content.newsList.map(({ newsId }: { newsId: string }) => newsId)).toEqual(['N-3', 'N-1'])
    expect(content.delNewsIds).toEqual(['N-4'])
  })

  // Promise: silent/many-news-ids
  it('may be 500 in one call', async () => {
    const many = Array.from({ length: 499 }, (_, index) => `unknown-${index}`)
    expect((await told({ ...late, newsIDs: [...many, 'N-1'] })).listed).toEqual(['N-1'])
    await expect(news({ ...late, newsIDs: [...many, 'N-1', 'N-2'] })).rejects.toMatchObject({
      returnCode: 'D20002',
      returnMessage: 'newsIDs is invalid',
    })
  })
})

describe('pictures and attachments of news', () => {
  // Promise: news/covers, news/attachments, news/picture-fields
  it('have cover addresses, and every attachment the fields of its type', async () => {
    const { newsList } = await news()
    const second = newsList.find(({ newsId }) => newsId === 'N-2')
    expect(second?.thumbnailUrl).toMatch(/^http:.*\/media\/[0-9a-f]{64}\/small\.png$/)
    expect(second?.mobileScreenImageUrl).toMatch(/\/media\/[0-9a-f]{64}\/hall\.jpg$/)
    expect(second?.attachments?.map(({ fileType }) => fileType)).toEqual([
      'image/png',
      'image/jpeg',
      'application/pdf',
      'audio/mp3',
    ])
    const [png, jpeg, pdf, mp3] = second?.attachments ?? []
    expect(png).toMatchObject({ imageWidth: 1, imageHeight: 1 })
    expect(png).not.toHaveProperty('imageDateTime')
    expect(jpeg).toMatchObject({ imageDateTime: '2026-05-04T03:02:01Z' })
    expect(pdf).not.toHaveProperty('imageWidth')
    expect(mp3).toMatchObject({ fileSize: 417 })
    for (const { url, thumbnailUrl = '', mobileScreenImageUrl = '', fileSize } of second?.attachments ?? []) {
      expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(fileSize)
      expect((await fetch(thumbnailUrl)).status).toBe(200)
      expect((await fetch(mobileScreenImageUrl)).status).toBe(200)
    }
  })

  it('are refused at once when the entry names a medium that is not there', () => {
    const draft = { ...entry('N-7', ['academy'], '20261120093000', 'New', '新'), attachments: ['none'] }
    expect(() => school.service.news.put(draft)).toThrow('attachments/0 "none" names no medium')
    expect(school.service.news.get('N-7')).toBeUndefined()
  })
})
