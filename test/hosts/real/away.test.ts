/**
 * Two agents as processes of their own, each with a store of its own, behind the documented nginx: the second answers while
 * the first one hangs. Then both are killed, and the service is gone: the site goes on with what nginx has and with the folder.
 */
import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '../../../console/index.ts'
import { followChanges } from '../../../shared/client/index.ts'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import type { NewsList } from '../../../sync-agent/index.ts'
import { launchBrowser } from '../../support/browser.ts'
import { type Running, start } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { until } from '../../support/until.ts'
import { openWatched } from '../../support/watched-page.ts'
import { type Nginx, startNginx } from './nginx.ts'

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
const SCRIPT = '/widget/popup.js?site=academy'
const LIST = '/v1/news?siteId=academy&lang=en-US'
const PAGE = `<!doctype html><html lang="en"><title>Tern Bay Academy</title><h1>Welcome</h1>
<script async fetchpriority="high" src="/school/widget/popup.js?site=academy"></script>
<script type="module" src="/school/widget/school-news.js"></script>
<school-news service="/school" site-id="academy" lang="en-US"></school-news></html>`

let files: Scratch
let service: Service
/** Each with the address at which it listens itself. */
let first: Running & { url: string }
let second: Running & { url: string }
/** Also those that never became ready. */
const agents = new AsyncDisposableStack()
let nginx: Nginx
let school: string
let browser: Browser
/** What a program that follows the changes through nginx holds: titles by language and newsId. */
const followed = new Map<string, string>()
let restarts = 0
const end = new AbortController()
let following: Promise<void>

beforeAll(async () => {
  files = scratch()
  service = await createService({
    dataDir: files.path('service'),
    port: 0,
    logger: pino({ level: 'silent' }),
  })
  const { serviceUrl } = await service.listen()
  const port = await freePort()
  school = `http://127.0.0.1:${port}/school`
  const agent = async (name: string, ...more: string[]) => {
    const running = agents.use(
      start([
        ...['sync', '--service-url', serviceUrl, '--site', 'academy', '--db', files.path(`${name}.db`)],
        ...['--port', '0', '--schedule', '* * * * * *', '--public-url', `${school}/`, ...more],
      ]),
    )
    const [url = ''] = /http:\S+/.exec(await running.nextLine()) ?? []
    await until(async () => (await rawRequest(url, '/readyz')).status === 200)
    return Object.assign(running, { url })
  }
  const folder = files.path('srv', 'news-files')
  const publishing = ['--publish-to', folder, '--base-url', `http://127.0.0.1:${port}/news-files/`]
  first = await agent('first', ...publishing)
  second = await agent('second')
  await cp(WIDGET_DIR, `${folder}/widget`, { recursive: true })
  nginx = await startNginx({
    port,
    folder: files.path('nginx'),
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf', 'static.conf', 'schoolbell-away.conf'],
    lines: `location = / { default_type text/html; return 200 '${PAGE}'; }`,
    filledIn: {
      '127.0.0.1:4020': new URL(first.url).host,
      '127.0.0.1:4021 down': `${new URL(second.url).host} backup`,
      '/srv/www': files.path('srv'),
      '#error_page': 'error_page',
      '#proxy_intercept_errors': 'proxy_intercept_errors',
    },
  })
  following = follow()
  browser = await launchBrowser()
})
afterAll(async () => {
  end.abort()
  await following
  await browser?.close()
  await nginx?.[Symbol.asyncDispose]()
  await agents[Symbol.asyncDispose]()
  await service?.close()
  files?.[Symbol.dispose]()
})

async function follow(): Promise<void> {
  for await (const { startsOver, changes } of followChanges({ url: school, signal: end.signal })) {
    if (startsOver) {
      followed.clear()
      restarts += 1
    }
    for (const change of changes) {
      if (change.kind === 'deletion') followed.delete(`${change.lang} ${change.newsId}`)
      else followed.set(`${change.entry.lang} ${change.entry.newsId}`, change.entry.title)
    }
  }
}

function publish(newsId: string, newsTitle: string): void {
  const texts = { newsTitle, newsContent: `<p>${newsTitle}.</p>` }
  service.news.put({
    ...{ newsId, sites: ['academy'], attachments: [] },
    newsDateTime: printWireDateTime(wallClockAt(Temporal.Now.instant(), 'Asia/Hong_Kong')),
    texts: { 'en-US': texts, 'zh-HK': texts },
  })
}

/** The name of the store whose changes are served there. */
const storeAt = async (base: string): Promise<string> =>
  (await (await fetch(`${base}/v1/changes?limit=1`)).json()).store
const newestAt = async (base: string) =>
  ((await (await fetch(`${base}${LIST}&limit=1`)).json()) as NewsList).items[0]?.title
/** The same page as visitors do, but never from the cache. */
let asked = 0
const visit = async () => (await rawRequest(school, `/school${LIST}&limit=3&visit=${++asked}`)).status

it('the first agent answers everybody while it lives', async () => {
  expect(await storeAt(first.url)).not.toBe(await storeAt(second.url))
  for (const _ of [1, 2, 3]) expect(await storeAt(school)).toBe(await storeAt(first.url))
  await until(() => followed.size > 0)
  publish('ferry', 'Ferry delayed')
  await until(() => followed.get('en-US ferry') === 'Ferry delayed')
  expect(restarts).toBe(0)
})

it('the second answers while the first one hangs, and a follower starts over and has everything', async () => {
  first.process.kill('SIGSTOP')
  const before = new Set<number>()
  do before.add(await visit())
  while ((await storeAt(school)) !== (await storeAt(second.url)))
  expect(before).toEqual(new Set([200]))
  publish('gala', 'Swimming gala')
  await until(() => followed.get('zh-HK gala') === 'Swimming gala')
  expect(restarts).toBeGreaterThan(0)
  expect(followed.get('en-US ferry')).toBe('Ferry delayed')
  // nginx gives up the follower's open call after 33 s.
}, 180_000)

it('the first answers again when it is back, and has what was published meanwhile', async () => {
  first.process.kill('SIGCONT')
  await until(async () => (await newestAt(first.url)) === 'Swimming gala')
  const during = new Set<number>()
  do during.add(await visit())
  while ((await storeAt(school)) !== (await storeAt(first.url)))
  expect(during).toEqual(new Set([200]))
  publish('fair', 'Book fair')
  await until(() => followed.get('en-US fair') === 'Book fair')
  expect(followed.get('en-US gala')).toBe('Swimming gala')
})

it('with both killed and the service gone, the landing page, its messages and news stay', async () => {
  const folder = files.path('srv', 'news-files')
  const holdsNewest = (file: string) =>
    existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8').includes('Book fair')
  await until(() => holdsNewest('feeds/academy/en-US.rss') && holdsNewest('news/academy/zh-HK/index.json'))
  const { content } = await (await fetch(school + POPUPS)).json()
  // An earlier visitor's.
  expect((await fetch(school + SCRIPT)).status).toBe(200)
  await first.stop('SIGKILL')
  await second.stop('SIGKILL')
  await service.close()

  await using visited = await openWatched(browser)
  await visited.page.goto(new URL('/', school).href)
  const title = visited.page.getByRole('dialog').getByRole('heading').first()
  await expect.poll(() => title.innerText()).toBe(content[0].msgTitle)
  await visited.page.getByText('Book fair').first().waitFor()
})

it('what nginx never had comes from the folder, and what the folder has not is refused as not there now', async () => {
  const get = async (path: string) => {
    const response = await fetch(school + path)
    return { status: response.status, text: await response.text() }
  }
  for (const path of [
    ...['/v1/news?siteId=academy&lang=zh-HK&limit=1', `${LIST}&limit=77`, '/feeds/academy/zh-HK.atom'],
    '/feeds/academy/en-US.json',
  ])
    expect(await get(path)).toEqual({ status: 200, text: expect.stringContaining('Book fair') })
  expect((await get('/widget/integrity.json')).status).toBe(200)
  // Not the loader of the folder, which would ask for the academy's messages.
  expect((await get('/widget/popup.js?site=pre-school')).status).toBe(503)
  for (const path of [
    ...[`${LIST}&q=fair`, `${LIST}&newsId=fair`, `${LIST}&cursor=WyIy`, '/v1/news', '/v1/changes'],
    ...[
      '/v1/news?siteId=academy&lang=fr',
      '/feeds/academy/.rss',
      '/media/..%2f.schoolbell.db',
      '/v1/news/fair',
    ],
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 503 })
})

it('the configuration gives nginx nothing to warn of', () => {
  expect(nginx.warnings()).toEqual([])
})
