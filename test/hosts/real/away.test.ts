/**
 * Two agents as processes of their own, each with a store of its own, behind the documented nginx: the second answers while
 * the first one hangs. Then both are killed, and the service is gone: the site goes on with what nginx has and with the folder.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '../../../console/index.ts'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import type { NewsList } from '../../../sync-agent/index.ts'
import { launchBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { openWatched } from '../../support/watched-page.ts'
import type { Nginx } from './nginx.ts'
import { type Agent, Follower, publish, startAgent, startAwayNginx } from './school.ts'

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
const SCRIPT = '/widget/popup.js?site=academy'
const LIST = '/v1/news?siteId=academy&lang=en-US'
const PAGE = `<!doctype html><html lang="en"><title>Tern Bay Academy</title><h1>Welcome</h1>
<script async fetchpriority="high" src="/school/widget/popup.js?site=academy"></script>
<script type="module" src="/school/widget/school-news.js"></script>
<school-news service="/school" site-id="academy" lang="en-US"></school-news></html>`

let files: Scratch
let service: Service
let first: Agent
let second: Agent
/** Also those that never became ready. */
const agents = new AsyncDisposableStack()
let nginx: Nginx
let school: string
let browser: Browser
let follower: Follower

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
  const agent = (name: string, ...more: string[]) => {
    const own = ['--service-url', serviceUrl, '--db', files.path(`${name}.db`)]
    return startAgent(agents, ...own, '--public-url', `${school}/`, ...more)
  }
  mkdirSync(files.path('srv'))
  const folder = files.path('srv', 'news-files')
  first = await agent('first', '--publish-to', folder, '--base-url', `http://127.0.0.1:${port}/news-files/`)
  second = await agent('second')
  await cp(WIDGET_DIR, `${folder}/widget`, { recursive: true })
  nginx = await startAwayNginx({
    ...{ port, files, first, second: `${new URL(second.url).host} backup` },
    lines: `location = / { default_type text/html; return 200 '${PAGE}'; }`,
  })
  follower = new Follower(school)
  browser = await launchBrowser()
})
afterAll(async () => {
  await follower?.[Symbol.asyncDispose]()
  await browser?.close()
  await nginx?.[Symbol.asyncDispose]()
  await agents[Symbol.asyncDispose]()
  await service?.close()
  files?.[Symbol.dispose]()
})

/** Until the follower holds this. */
const followed = (newsId: string, title: string, timeout = 30_000) =>
  expect.poll(() => follower.titles.get(newsId), { message: newsId, timeout }).toBe(title)
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
  await expect.poll(() => follower.titles.size, { message: 'entries followed' }).toBeGreaterThan(0)
  publish(service, 'ferry', 'Ferry delayed')
  await followed('en-US ferry', 'Ferry delayed')
  expect(follower.restarts).toBe(0)
})

it('the second answers while the first one hangs, and a follower starts over and has everything', async () => {
  first.process.kill('SIGSTOP')
  const before = new Set<number>()
  do before.add(await visit())
  while ((await storeAt(school)) !== (await storeAt(second.url)))
  expect(before).toEqual(new Set([200]))
  publish(service, 'gala', 'Swimming gala')
  // nginx gives up the follower's open call after 33 s.
  await followed('zh-HK gala', 'Swimming gala', 120_000)
  expect(follower.restarts).toBeGreaterThan(0)
  expect(follower.titles.get('en-US ferry')).toBe('Ferry delayed')
}, 180_000)

it('the first answers again when it is back, and has what was published meanwhile', async () => {
  first.process.kill('SIGCONT')
  await expect.poll(() => newestAt(first.url), { message: 'newest' }).toBe('Swimming gala')
  const during = new Set<number>()
  do during.add(await visit())
  while ((await storeAt(school)) !== (await storeAt(first.url)))
  expect(during).toEqual(new Set([200]))
  publish(service, 'fair', 'Book fair')
  await followed('en-US fair', 'Book fair')
  expect(follower.titles.get('en-US gala')).toBe('Swimming gala')
})

// Promise: website/nginx-away
it('with both killed and the service gone, the landing page, its messages and news stay', async () => {
  const folder = files.path('srv', 'news-files')
  const holdsNewest = (file: string) =>
    existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8').includes('Book fair')
  for (const file of ['feeds/academy/en-US.rss', 'news/academy/zh-HK/index.json'])
    await expect.poll(() => holdsNewest(file), { message: file }).toBe(true)
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
  for (const path of ['/v1/news?siteId=academy&lang=zh-HK&limit=1', `${LIST}&limit=77`])
    expect(await get(path)).toEqual({ status: 200, text: expect.stringContaining('Book fair') })
  for (const path of ['/feeds/academy/zh-HK.atom', '/feeds/academy/en-US.json'])
    expect(await get(path)).toEqual({ status: 200, text: expect.stringContaining('Book fair') })
  expect((await get('/widget/integrity.json')).status).toBe(200)
  // Not the loader of the folder, which would ask for the academy's messages.
  expect((await get('/widget/popup.js?site=pre-school')).status).toBe(503)
  for (const path of [
    ...[`${LIST}&q=fair`, `${LIST}&newsId=fair`, `${LIST}&cursor=WyIy`, '/v1/news', '/v1/changes'],
    ...['/v1/news?siteId=academy&lang=fr', '/feeds/academy/.rss', '/media/..%2f.schoolbell.db'],
    '/v1/news/fair',
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 503 })
})

it('the configuration gives nginx nothing to warn of', () => {
  expect(nginx.warnings()).toEqual([])
})
