/** A published folder served by nginx alone: the agent that wrote it, and the service, are gone. */
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createService } from '../../../console/index.ts'
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import { createSyncAgent, type NewsList } from '../../../sync-agent/index.ts'
import { launchBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { openWatched } from '../../support/watched-page.ts'
import { type Nginx, startNginx } from './nginx.ts'

const logger = pino({ level: 'silent' })
const CHECK = '/news-files/cms/api/v1/popupmsg/check'
const PAGE = `<!doctype html><html lang="en"><title>Tern Bay Academy</title><h1>Welcome</h1>
<script async fetchpriority="high" src="/news-files/popups/academy.js"></script>
<script type="module" src="/news-files/widget/school-news.js"></script>
<school-news files="/news-files" site-id="academy" lang="en-US" hash="news"></school-news></html>`

let files: Scratch
let nginx: Nginx
let browser: Browser
/** What the agent said while it was there. */
let last: { list: NewsList; popups: { content: { msgTitle: string }[] } }
beforeAll(async () => {
  files = scratch()
  const port = await freePort()
  mkdirSync(files.path('srv'))
  const folder = files.path('srv', 'news-files')
  {
    await using service = await createService({ port: 0, logger })
    const { serviceUrl, base } = await service.listen()
    await using agent = await createSyncAgent({
      serviceUrl,
      streams: LANGUAGES.map(lang => ({ siteId: 'academy', lang })),
      db: files.path('news.db'),
      port: 0,
      publicUrl: `http://127.0.0.1:${port}/school/`,
      media: { dir: files.path('media') },
      publish: { to: folder, baseUrl: `http://127.0.0.1:${port}/news-files/` },
      logger,
    })
    const address = await agent.listen()
    await agent.syncOnce()
    agent.start()
    const popups = await fetch(`${address}/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`)
    const list = await fetch(`${address}/v1/news?lang=en-US&limit=5`)
    last = { list: await list.json(), popups: await popups.json() }
    await vi.waitUntil(() => LANGUAGES.every(lang => isWhole(folder, lang, base)), {
      ...{ timeout: 60_000, interval: 10 },
    })
  }
  await cp(WIDGET_DIR, `${folder}/widget`, { recursive: true })
  nginx = await startNginx({
    port,
    folder: files.path('nginx'),
    server: ['static.conf'],
    lines: `location = / { default_type text/html; return 200 '${PAGE}'; }`,
    filledIn: { '/srv/www': files.path('srv') },
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await nginx?.[Symbol.asyncDispose]()
  files?.[Symbol.dispose]()
})

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(nginx.url, path, { headers })

/** Messages are there, the news in both languages with its pictures: nothing points to the service any more. */
function isWhole(folder: string, lang: Language, base: string): boolean {
  const list = `${folder}/news/academy/${lang}/index.json`
  if (!existsSync(list) || !existsSync(`${folder}/popups/academy/${lang}.json`)) return false
  const { items }: NewsList = JSON.parse(readFileSync(list, 'utf8'))
  const pages = globSync(`pages/academy/${lang}/**/*.html`, { cwd: folder })
  return (
    items.every(({ html: _, ...rest }) => !JSON.stringify(rest).includes(base)) &&
    // Two languages point to each other once both stand.
    pages.every(page => readFileSync(join(folder, page), 'utf8').includes('hreflang='))
  )
}

describe('in a browser', () => {
  // Promise: website/folder
  it('a page of the site shows messages, news and an entry', async () => {
    await using visit = await openWatched(browser)
    const { page } = visit
    await page.goto(nginx.url)
    for (const { msgTitle } of last.popups.content) {
      await page.getByRole('dialog', { name: msgTitle }).waitFor()
      await page.getByRole('dialog').getByRole('button').last().click()
    }
    const [newest] = last.list.items
    await page.getByRole('link', { name: newest?.title ?? '' }).click()
    await page
      .getByRole('article')
      .getByRole('heading', { name: newest?.title ?? '' })
      .waitFor()
    // A picture within a message stays where the school has it.
    const others = visit.complaints.filter(line => !/harbour-dusk\.jpg|ERR_CONNECTION_REFUSED$/.test(line))
    expect(others).toEqual([])
  })

  // Promise: website/folder-plain
  it('the ready pages lead from language to language and from list to entry', async () => {
    await using visit = await openWatched(browser)
    const { page } = visit
    await page.goto(`${nginx.url}/news-files/`)
    await page.goto(`${nginx.url}/news-files/pages/academy/en-US/`)
    const title = last.list.items[0]?.title ?? ''
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.locator('a[hreflang="zh-HK"]').first().click()
    await page.locator('html[lang="zh-HK"]').waitFor()
    expect(visit.complaints).toEqual([])
  })
})

describe('every file', () => {
  it('has its type, a time to be kept, and a tag by which it need not come again', async () => {
    const types = {
      'pages/index.html': 'text/html; charset=utf-8',
      'pages/style.css': 'text/css; charset=utf-8',
      'news/academy/en-US/index.json': 'application/json',
      'feeds/academy/en-US.rss': 'application/rss+xml; charset=utf-8',
      'feeds/academy/en-US.atom': 'application/atom+xml; charset=utf-8',
      'feeds/academy/en-US.json': 'application/feed+json',
      'feeds/academy/en-US/news-sitemap.xml': 'text/xml; charset=utf-8',
      'popups/academy/en-US.json': 'application/json',
    }
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await get(`/news-files/${path}`)
      const caching = path.startsWith('popups/') ? 'max-age=15' : 'max-age=60'
      expect({ path, status, type: headers['content-type'], caching: headers['cache-control'] }).toEqual({
        ...{ path, status: 200, type, caching },
      })
      expect((await get(`/news-files/${path}`, { 'if-none-match': `${headers.etag}` })).status).toBe(304)
      const packed = await get(`/news-files/${path}`, { 'accept-encoding': 'gzip' })
      expect({ path, ...packed.headers }).toMatchObject({ path, 'content-encoding': 'gzip' })
      expect(gunzipSync(packed.body).equals((await get(`/news-files/${path}`)).body)).toBe(true)
    }
  })

  it('of media comes whole or in part, and harmless when opened as a page', async () => {
    const film = globSync('media/*/*.mp4', { cwd: files.path('srv', 'news-files') })[0]
    const whole = await get(`/news-files/${film}`)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'max-age=31536000',
    })
    const part = await get(`/news-files/${film}`, { range: 'bytes=1000-1999' })
    expect(part.status).toBe(206)
    expect(part.body.equals(whole.body.subarray(1000, 2000))).toBe(true)
  })

  it('of those that never change is kept for good', async () => {
    const [name] = globSync('popup-??????.js', { cwd: WIDGET_DIR })
    expect((await get(`/news-files/widget/${name}`)).headers['cache-control']).toBe('max-age=31536000')
    expect((await get('/news-files/widget/popup.js')).headers['cache-control']).toBe('max-age=60')
    const [dialog] = globSync('school-popup-??????.js', { cwd: files.path('srv', 'news-files', 'popups') })
    expect((await get(`/news-files/popups/${dialog}`)).headers['cache-control']).toBe('max-age=31536000')
    expect((await get('/news-files/popups/academy.js')).headers['cache-control']).toBe('max-age=15')
  })

  // Promise: website/folder-hidden
  it('that is nobody’s business is not there', async () => {
    for (const path of [
      '.schoolbell.json',
      'news/.schoolbell.json',
      'pages/%2eschoolbell.json',
      'no-messages',
      '../news.db',
      // Neither a script nor a picture is an envelope.
      'popups/pre-school.js',
      'popups/school-popup-000000.js',
      'popups/icons/none.svg',
    ])
      expect({ path, status: (await get(`/news-files/${path}`)).status }).toEqual({ path, status: 404 })
  })
})

describe('the popup call', () => {
  it.each([
    { query: 'siteId=academy&lang=en-US', file: 'academy/en-US.json' },
    { query: 'siteId=academy&lang=zh-HK', file: 'academy/zh-HK.json' },
    { query: 'lang=zh-HK&siteId=academy&x=1', file: 'academy/zh-HK.json' },
    { query: 'siteId=academy', file: 'academy/en-US.json' },
  ])('?$query is answered by that file', async ({ query, file }) => {
    const { status, headers, body } = await get(`${CHECK}?${query}`)
    expect({ status, caching: headers['cache-control'] }).toEqual({ status: 200, caching: 'max-age=15' })
    expect(JSON.parse(body.toString()).code).toBe('D00000')
    expect(body.equals((await get(`/news-files/popups/${file}`)).body)).toBe(true)
  })

  it.each([
    ...['', 'siteId=pre-school&lang=en-US', 'siteId=none', 'siteId=academy/../academy', 'siteId=%2e%2e'],
    ...['siteId=academy%0A', 'siteId=../../popups/academy'],
  ])('?%s is answered by an envelope without messages', async query => {
    const { status, headers, body } = await get(`${CHECK}?${query}`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(JSON.parse(body.toString())).toEqual({
      txID: expect.stringMatching(/^[0-9a-f]{32}$/),
      code: 'D20000',
      message: expect.any(String),
    })
  })
})

it('the configuration gives nginx nothing to warn of', () => {
  expect(nginx.warnings()).toEqual([])
})
