/** Before the first complete copy of a stream, the agent says that it does not know its news. An empty list would be a lie. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { followChanges } from '../../../shared/client/changes.ts'
import { systemClock } from '../../../shared/clock.ts'
import { publishStore } from '../../../sync-agent/index.ts'
import { scratch } from '../../support/scratch.ts'
import { failure, startUpstream, success } from '../../support/scripted-upstream.ts'
import { ACADEMY, ACADEMY_ZH, agentBefore, entry, getJson, news, queryOf, servedIds } from '../support.ts'

const EN = 'siteId=academy&lang=en-US'
const ZH = 'siteId=academy&lang=zh-HK'
const PATHS = (stream: string, name: string) => [
  `/v1/news?${stream}`,
  `/v1/news?${stream}&q=sports`,
  `/v1/news?${stream}&newsId=a`,
  `/v1/news/a?${stream}`,
  `/v1/changes?${stream}`,
  `/v1/changes?${stream}&after=7`,
  `/v1/changes?${stream}&wait=30`,
  `/v1/changes/stream?${stream}`,
  ...['.rss', '.atom', '.json', '/news-sitemap.xml'].map(ending => `/feeds/academy/${name}${ending}`),
]

// Promise: operate/api-never-empty
it('refuses what was never copied, so that nobody replaces news by an empty list', async () => {
  using files = scratch()
  await using upstream = await startUpstream(failure('D20000', 'unknown exception'))
  const newsLink = 'https://school.example/news/{newsId}'
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { feeds: { newsLink } })
  const address = await agent.listen()
  await agent.syncOnce()

  for (const path of [...PATHS(EN, 'en-US'), '/v1/news', '/v1/changes', '/v1/changes/stream']) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(address + path, { method, headers: { 'if-none-match': '*' } })
      expect([path, response.status], method).toEqual([path, 503])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(response.headers.get('etag')).toBeNull()
      const body = await response.text()
      if (method === 'HEAD') continue
      expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'NOT_COPIED_YET' })
      expect(JSON.parse(body).detail).toMatch(/academy\/en-US.*Keep the news.*schoolbell sync status/)
    }
  }
  // Also the refusal of a wrong question stays what it is.
  expect((await fetch(`${address}/v1/news?limit=0`)).status).toBe(400)

  upstream.answer(news())
  await agent.syncOnce()
  expect(await servedIds(address)).toEqual([])
  expect((await fetch(`${address}/v1/news/a`)).status).toBe(404)
  expect((await fetch(`${address}/feeds/academy/en-US.rss`)).status).toBe(200)
})

it('refuses only the stream that was never copied, and what asks for all streams', async () => {
  using files = scratch()
  await using upstream = await startUpstream((response, request) => {
    const isChinese = queryOf({ url: request.url ?? '' }).get('lang') === 'zh-HK'
    const script = isChinese && broken ? failure('D20000', 'unknown exception') : news([entry('a')])
    script(response, request)
  })
  let broken = true
  const streams = [ACADEMY, ACADEMY_ZH]
  const newsLink = 'https://school.example/news/{newsId}'
  await using agent = await agentBefore(upstream, files.path('news.sqlite'), { streams, feeds: { newsLink } })
  const address = await agent.listen()
  await agent.syncOnce()
  const statusOf = async (path: string) => {
    const ended = new AbortController()
    const { status } = await fetch(address + path, { signal: ended.signal })
    ended.abort()
    return status
  }
  const allOf = async (paths: string[]) => new Set(await Promise.all(paths.map(statusOf)))

  const readable = PATHS(EN, 'en-US').filter(path => !path.includes('after=7') && !path.includes('wait='))
  expect(await allOf(readable)).toEqual(new Set([200]))
  expect(await allOf(PATHS(ZH, 'zh-HK'))).toEqual(new Set([503]))
  expect(await allOf(['/v1/changes', '/v1/changes/stream', '/v1/changes?siteId=academy'])).toEqual(
    new Set([503]),
  )
  // Asks for the first stream.
  expect(await statusOf('/v1/news')).toBe(200)
  expect((await getJson(`${address}/v1/changes`)) as object).not.toHaveProperty('changes')

  broken = false
  await agent.syncOnce()
  expect(await allOf(readable.map(path => path.replace('en-US', 'zh-HK')))).toEqual(new Set([200]))
  expect(await allOf(['/v1/changes', '/v1/changes/stream'])).toEqual(new Set([200]))
})

it('a follower with a copy keeps it while an emptied store is filled again', async () => {
  using files = scratch()
  await using upstream = await startUpstream(news([entry('a')]))
  await using agent = await agentBefore(upstream, files.path('new.sqlite'))
  const url = await agent.listen()
  const ended = new AbortController()
  const seen: boolean[] = []
  let pauses = 0
  // The place is of the lost store.
  const follower = followChanges({
    ...{ url, after: '7-0abc', signal: ended.signal },
    pause: async () => {
      pauses += 1
      if (pauses === 2) await agent.syncOnce()
    },
  })
  for await (const { startsOver, changes } of follower) {
    seen.push(startsOver)
    expect(changes).toHaveLength(1)
    ended.abort()
  }
  expect(pauses).toBe(2)
  expect(seen).toEqual([true])
})

it('files of a stream without entries stay as they are until a new store has copied it', async () => {
  using files = scratch()
  await using upstream = await startUpstream((response, request) => {
    const isChinese = queryOf({ url: request.url ?? '' }).get('lang') === 'zh-HK'
    const script = isChinese ? chinese : news([entry('a')])
    script(response, request)
  })
  let chinese = success({ newsList: [], delNewsIds: [] })
  const streams = [ACADEMY, ACADEMY_ZH]
  const to = files.path('public')
  for (const name of ['old', 'new']) {
    const db = files.path(`${name}.sqlite`)
    await using agent = await agentBefore(upstream, db, { streams })
    await agent.syncOnce()
    const publication = publishStore({ db, to, streams, clock: systemClock })
    if (name === 'old') await publication
    else await expect(publication).rejects.toMatchObject({ code: 'NOTHING_COPIED' })
    const list = `${to}/pages/academy/zh-HK/index.html`
    expect(existsSync(list) && readFileSync(list, 'utf8')).toContain('</html>')
    chinese = failure('D20000', 'unknown exception')
  }
})
