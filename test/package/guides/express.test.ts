/** The guide's Express site, run against a real service. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, start } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { givenProgram } from '../../support/guides.ts'
import { installedFolder } from '../../support/installed.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { failure, startUpstream } from '../../support/scripted-upstream.ts'
import { type SmallSchool, startSmallSchool } from '../../support/small-school.ts'

let files: Scratch
let school: SmallSchool
let site: Running
let address: string
beforeAll(async () => {
  files = scratch()
  school = await startSmallSchool()
  for (let index = 0; index < 10; index += 1) {
    const texts = { newsTitle: `Old ${index}`, newsContent: '' }
    school.service.news.put({
      ...{ newsId: `old-${index}`, sites: ['academy'], attachments: [] },
      newsDateTime: `2026010109000${index}`,
      texts: { 'en-US': texts, 'zh-HK': texts },
    })
  }
  school.service.news.put({
    ...{ newsId: 'odd/<id>', sites: ['academy'], newsDateTime: '20261119090000', attachments: [] },
    texts: {
      'en-US': { newsTitle: '<i>Odd</i> & even', newsContent: '<p>Odd.</p><script>alert(1)</script>' },
      'zh-HK': { newsTitle: '單雙', newsContent: '<p>單。</p>' },
    },
  })
  symlinkSync(join(installedFolder(), 'node_modules'), files.path('node_modules'))
  writeFileSync(files.path('package.json'), '{ "type": "commonjs" }')
  const sitePort = await freePort()
  const here = givenProgram('node/express-news.mts')
    .replaceAll('3000', `${sitePort}`)
    .replace('https://information.school.example/cms', school.addresses.serviceUrl)
  writeFileSync(files.path('site.mts'), here)
  site = start([], { main: files.path('site.mts'), cwd: files.folder })
  address = await site.nextLine()
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await school?.[Symbol.asyncDispose]()
  files?.[Symbol.dispose]()
})

const get = async (path: string) => {
  const response = await fetch(address + path)
  return { status: response.status, url: response.url, html: await response.text() }
}

/** A list once the agent has copied this, each language by itself. */
async function listWith(path: string, text: string) {
  for (;;) {
    const list = await get(path)
    if (list.html.includes(text)) return list
  }
}

it('answers 503 until the news is copied, and sends nobody from page to page', async () => {
  const early = await startUpstream(failure('D20000', 'unknown exception'))
  const port = await freePort()
  const program = givenProgram('node/express-news.mts')
    .replaceAll('3000', `${port}`)
    .replace('https://information.school.example/cms', `${early.url}/cms`)
    .replace('./news.db', './early.db')
  writeFileSync(files.path('early.mts'), program)
  await using other = start([], { main: files.path('early.mts'), cwd: files.folder })
  const home = await other.nextLine()
  for (const path of ['/en/news', '/zh/news', '/en/news/first', '/en/news?after=nowhere']) {
    expect([path, (await fetch(home + path)).status]).toEqual([path, 503])
  }
  await early.close()
})

it('lists the news in each language, and leads from each title to the whole entry', async () => {
  const list = await listWith('/en/news', 'Second')
  expect(list.html).toMatch(/2026-11-19 <a href="[^"]+">&#60;i&#62;Odd&#60;\/i&#62; &#38; even<\/a>/)
  const [, href = ''] = /<a href="([^"]+)">&#60;i/.exec(list.html) ?? []
  const entry = await get(href)
  expect(entry.html).toContain('<h1>&#60;i&#62;Odd&#60;/i&#62; &#38; even</h1><p>Odd.</p></body>')
  const chinese = await listWith('/zh/news', '>單雙</a>')
  expect(chinese.html).toContain('<html lang="zh-HK">')
  expect(await get('/en/news/none')).toMatchObject({ status: 404 })
})

it('leads on to older news until there is none, and from a place that is no more to the newest', async () => {
  const titles: string[] = []
  let places = 0
  for (let next: string | undefined = '/en/news'; next; places += 1) {
    const { html } = await get(next)
    titles.push(...[...html.matchAll(/news\/[^"]+">([^<]+)<\/a>/g)].map(([, title = '']) => title))
    next = /rel="next" href="(\?[^"]+)"/.exec(html)?.[1]?.replace('?', '/en/news?')
  }
  expect(places).toBe(2)
  expect(titles).toHaveLength(14)
  expect(titles.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => `Old ${9 - index}`))
  expect((await get('/en/news?after=nowhere')).url).toBe(`${address}/en/news`)
})

it('serves browsers everything else under /school, and keeps the operators’ addresses inside', async () => {
  const popups = await fetch(`${address}/school/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`)
  expect(await popups.json()).toMatchObject({
    code: 'D00000',
    content: [{ msgTitle: 'Classes suspended' }, {}],
  })
  const { html } = await get('/en/news')
  for (const path of [/src="([^"]+)"/, /href="([^"]+\.rss)"/].map(part => part.exec(html)?.[1] ?? ''))
    expect(await get(path)).toMatchObject({ status: 200 })
  expect(await get('/school/metrics')).toMatchObject({ status: 404 })
  expect(await get('/school/readyz')).toMatchObject({ status: 404 })
  expect(await get('/school/freshz')).toMatchObject({ status: 404 })
})

it('ends when it is told to', async () => {
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})
