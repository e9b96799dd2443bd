/** What the host site gets over HTTP, from a real store behind a real socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewsItem, NewsList, SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  entry,
  getJson,
  news,
  PRE_SCHOOL,
  RELAYING,
  servedIds,
} from '../support.ts'

const PICTURE = {
  fileType: 'image/png',
  fileSize: 1234,
  url: 'https://files.example/a.png',
  thumbnailUrl: 'https://files.example/a-200.png',
  mobileScreenImageUrl: 'https://files.example/a-1024.png',
  imageWidth: 2000,
  imageHeight: 1000,
} as const
const ODD_IDS = [
  ...['a/b', '運動會 2026', '100%', 'a?b#c', '%2F', '+&=', 'A', 'a'],
  ...['x'.repeat(1000), '會'.repeat(333)],
]

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream((response, request) => {
    const lang = new URL(request.url ?? '', 'http://upstream.invalid').searchParams.get('lang')
    const rich = entry('rich', {
      newsContent: '<h2>Sports</h2><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>',
      newsDate: '20260902',
      newsDateTime: '20260902070000',
      mobileScreenImageUrl: 'https://files.example/c-1024.png',
      thumbnailUrl: 'https://files.example/c-200.png',
      attachments: [PICTURE],
    })
    const { attachments: _, ...bare } = entry('bare')
    news(lang === 'zh-HK' ? [entry('z')] : [rich, bare, ...ODD_IDS.map(id => entry(id))], ['deleted'])(
      response,
      request,
    )
  })
  agent = await agentBefore(upstream, files.path('news.sqlite'), {
    streams: [ACADEMY, ACADEMY_ZH, PRE_SCHOOL],
    ...RELAYING,
  })
  address = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const get = (path: string, init?: RequestInit) => fetch(address + path, init)
const list = (query = '') => getJson(`${address}/v1/news?${query}`) as Promise<NewsList>

const base64 = (text: string) => Buffer.from(text).toString('base64url')

/** A refusal as a problem with this status that says this. */
async function expectProblem(response: Response, status: number, says: string) {
  expect(response.status).toBe(status)
  const { title, detail = title, ...problem } = (await response.json()) as Record<string, string>
  expect(problem).toMatchObject({ status })
  expect(detail).toContain(says)
}

describe('GET /v1/news', () => {
  it('gives an entry with safe HTML, the time in the school’s zone, and its pictures, if it has any', async () => {
    const { items } = await list('limit=1')
    expect(items).toEqual([
      {
        newsId: 'rich',
        siteId: 'academy',
        lang: 'en-US',
        title: 'Title of rich',
        html: expect.stringContaining('<h2>Sports</h2>'),
        date: '2026-09-02',
        publishedAt: '2026-09-02T07:00:00+08:00',
        coverUrl: 'https://files.example/c-1024.png',
        thumbnailUrl: 'https://files.example/c-200.png',
        attachments: [PICTURE],
        seq: expect.any(Number),
      },
    ])
    expect(items[0]?.html).not.toMatch(/onerror|javascript/)
    const bare = (await getJson(`${address}/v1/news/bare`)) as NewsItem
    const always = ['newsId', 'siteId', 'lang', 'title', 'html', 'date', 'publishedAt', 'attachments', 'seq']
    expect(Object.keys(bare)).toEqual(always)
    expect(bare.attachments).toEqual([])
  })

  it('takes the first stream when none is named, and the first that fits else', async () => {
    expect(await servedIds(address, 'limit=1')).toEqual(['rich'])
    expect(await servedIds(address, 'lang=zh-HK')).toEqual(['z'])
    expect((await list('siteId=pre-school&limit=1')).items[0]).toMatchObject({
      siteId: 'pre-school',
      lang: 'en-US',
    })
  })

  it('refuses a question that cannot be, and says why', async () => {
    for (const [query, says] of [
      ...['0', '101', '-1', '1.5', '', 'ten'].map(limit => [`limit=${limit}`, 'limit: ']),
      ['limit=1&limit=2', 'limit: is given 2 times'],
      ...['', 'abc', base64('["20260901",""]'), base64('["20260901083000",1]')].map(cursor => [
        `cursor=${cursor}`,
        'cursor: ',
      ]),
      ['siteId=nursery', 'academy/en-US, academy/zh-HK, pre-school/en-US'],
      ['siteId=', 'siteId'],
      ['siteId=pre-school&lang=zh-HK', 'siteId, lang'],
      ['lang=fr', 'lang'],
    ] as [string, string][])
      await expectProblem(await get(`/v1/news?${query}`), 400, says)
  })
})

describe('GET /v1/news/{newsId}', () => {
  it('finds an entry by whatever identifier', async () => {
    for (const newsId of ODD_IDS)
      expect(await getJson(`${address}/v1/news/${encodeURIComponent(newsId)}`)).toMatchObject({ newsId })
  })

  it('knows which stream', async () => {
    expect(await getJson(`${address}/v1/news/z?lang=zh-HK`)).toMatchObject({ newsId: 'z', lang: 'zh-HK' })
    await expectProblem(await get('/v1/news/z'), 404, 'no news entry')
    await expectProblem(await get('/v1/news/z?siteId=nursery'), 400, 'siteId')
  })

  it('refuses an address that is no address', async () => {
    await expectProblem(await get('/v1/news/%ff'), 400, 'The address cannot be decoded')
    await expectProblem(await get('/v2/news'), 404, '/v2/news')
  })
})

describe('being asked again', () => {
  // Promise: operate/api-304
  it('answers 304 to who holds it, over a restart as well, until it changes', async () => {
    await using school = await startUpstream(news(['rich', 'a'].map(id => entry(id))))
    const statusesAt = (base: string, held: readonly string[]) =>
      Promise.all(
        PATHS.map(async (path, at) => {
          // A cache of its own must not answer for the agent.
          const headers = { 'if-none-match': held[at] ?? '' }
          return (await fetch(base + path, { headers, cache: 'no-store' })).status
        }),
      )
    const PATHS = ['/v1/news?limit=3', '/v1/news/rich']
    const own = await agentBefore(school, files.path('own.sqlite'))
    const base = await own.listen()
    await own.syncOnce()
    const answers = await Promise.all(PATHS.map(path => fetch(base + path)))
    for (const { headers } of answers)
      expect(headers.get('cache-control')).toBe(
        'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400',
      )
    const tags = answers.map(({ headers }) => `${headers.get('etag')}`)
    expect(await statusesAt(base, tags)).toEqual([304, 304])
    expect(await statusesAt(base, ['"other"', '"other"'])).toEqual([200, 200])

    school.answer(news([entry('rich', { newsTitle: 'Edited' })]))
    await own.close()
    await using later = await agentBefore(school, files.path('own.sqlite'))
    const laterBase = await later.listen()
    expect(await statusesAt(laterBase, tags)).toEqual([304, 304])
    await later.syncOnce()
    expect(await statusesAt(laterBase, tags)).toEqual([200, 200])
  })

  it('agents that say the same have the same tags; another zone says something else', async () => {
    const tagOf = async (db: string, zone: string) => {
      await using other = await agentBefore(upstream, files.path(db), { zone })
      await other.syncOnce()
      const response = await fetch(`${await other.listen()}/v1/news`)
      await response.arrayBuffer()
      return response.headers.get('etag')
    }
    const tag = await tagOf('one.sqlite', 'Asia/Hong_Kong')
    expect(await tagOf('two.sqlite', 'Asia/Hong_Kong')).toBe(tag)
    expect(await tagOf('two.sqlite', 'Asia/Tokyo')).not.toBe(tag)
  })
})

describe('the rest', () => {
  it('answers 405 and the methods that there are, at every address, before a body is read', async () => {
    const { addresses } = (await getJson(`${address}/`)) as { addresses: Record<string, string> }
    const paths = Object.values(addresses).flatMap(template =>
      template.includes('{.rss')
        ? ['/feeds/academy/en-US.rss', '/feeds/academy/en-US/news-sitemap.xml']
        : [template.replace(/\{\?.*/, '').replace(/\{(\w+)\}/g, 'x')],
    )
    expect(paths.length).toBeGreaterThan(10)
    for (const path of ['/', ...paths]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(address + path, { method, headers, body: '{' })
        expect([method, path, response.status]).toEqual([method, path, 405])
        expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
        expect(response.headers.get('content-type')).toContain('application/problem+json')
      }
    }
    expect((await fetch(`${address}/nowhere`, { method: 'POST' })).status).toBe(404)
    const brackets = { headers: { 'content-type': 'application/json' }, body: '['.repeat(1_000_000) }
    expect((await fetch(`${address}/nowhere`, { method: 'POST', ...brackets })).status).toBe(422)
  })

  it('/livez says that the process is up, and / what there is', async () => {
    expect(await getJson(`${address}/livez`)).toEqual({ status: 'ok' })
    expect(await getJson(`${address}/`)).toMatchObject({ streams: [ACADEMY, ACADEMY_ZH, PRE_SCHOOL] })
  })
})
