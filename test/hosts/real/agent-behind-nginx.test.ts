/** The documented installation: the agent under one location of an nginx that keeps its answers. */
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../../bench/http/load.ts'
import { createService, type Service, type ServiceAddresses } from '../../../console/index.ts'
import { createSite, type Site } from '../../../demo/site/site.ts'
import type { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import { WIDGET_DIR } from '../../../shared/widget-dir.ts'
import {
  createSyncAgent,
  examinePublicUrl,
  type NewsList,
  type SyncAgent,
} from '../../../sync-agent/index.ts'
import { launchBrowser } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { openWatched } from '../../support/watched-page.ts'
import { eventsOf } from '../../sync-agent/outlets/changes/support.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { publish } from './school.ts'

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
const silent = pino({ level: 'silent' })

let files: Scratch
let service: Service
let addresses: ServiceAddresses
let agent: SyncAgent
/** Where it listens itself. */
let direct: string
let site: Site
let nginx: Nginx
/** The agent's public address, without a slash behind it. */
let school: string
let browser: Browser
beforeAll(async () => {
  files = scratch()
  service = await createService({ dataDir: files.path('service'), port: 0, logger: silent })
  addresses = await service.listen()
  const port = await freePort()
  school = `http://127.0.0.1:${port}/school`
  agent = await startAgent(await freePort())
  direct = await agent.listen()
  await agent.syncOnce()
  agent.start()
  site = await createSite({
    port: 0,
    agentUrl: school,
    serviceUrl: `${school}/cms`,
    mediaOrigins: [addresses.base],
    widgetDir: WIDGET_DIR,
  })
  const siteUrl = await site.listen()
  nginx = await startNginx({
    port,
    folder: files.path('nginx'),
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf'],
    lines: `location / { proxy_pass ${siteUrl}; }
    location ^~ /assets/ { proxy_pass ${siteUrl}; }
    location ^~ /widget/ { proxy_pass ${siteUrl}; }
    location = /site.js { proxy_pass ${siteUrl}; }
    # As many sites have it for their own files.
    location ~* \\.(js|css|svg|rss|json)$ { return 418; }
    location = /live { default_type text/html; return 200 '<!doctype html><html lang="en"><title>Live</title><script type="module" src="/school/widget/school-news.js"></script><school-news service="/school"></school-news>'; }
    location = /bare { default_type text/html; return 200 '<!doctype html><html lang="zh-HK"><title>Bare</title><script async src="/school/widget/popup.js"></script>'; }`,
    filledIn: { '127.0.0.1:4020': new URL(direct).host },
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await nginx?.[Symbol.asyncDispose]()
  await site?.close()
  await agent?.close()
  await service?.close()
  files[Symbol.dispose]()
})

const startAgent = (port: number) =>
  createSyncAgent({
    serviceUrl: addresses.serviceUrl,
    streams: (['en-US', 'zh-HK'] as const).map(lang => ({ siteId: 'academy', lang })),
    db: files.path('news.db'),
    port,
    // Cycles come when a test asks for one.
    schedule: '0 0 1 1 *',
    publicUrl: `${school}/`,
    media: { dir: files.path('media') },
    logger: silent,
  })

/** The agent's gauges and counters, a line each. */
const metrics = async () => (await (await fetch(`${direct}/metrics`)).text()).split('\n')

/** The sample school's film, once it is mirrored. */
async function mirroredFilm(): Promise<ReceivedAttachment> {
  let film: ReceivedAttachment | undefined
  const isMirrored = async () => {
    const { items } = (await (await fetch(`${direct}/v1/news?limit=100`)).json()) as NewsList
    film = items.flatMap(({ attachments }) => attachments).find(({ url }) => url.endsWith('.mp4'))
    return film !== undefined && !film.url.startsWith(addresses.base)
  }
  await expect.poll(isMirrored, { message: 'a mirrored film' }).toBe(true)
  return film as ReceivedAttachment
}

/** Requests that the agent has answered, by its own count; those for the count itself are left out. */
async function askedOfAgent(): Promise<number> {
  const lines = (await metrics())
    .join('\n')
    .matchAll(/^schoolbell_sync_http_requests_total\{.*route="(.*?)".*\} (\d+)$/gm)
  return [...lines].reduce((sum, [, route, count]) => sum + (route === '/metrics' ? 0 : Number(count)), 0)
}

describe('in a browser', () => {
  it.each([
    { lang: 'en-US', path: '/en/' },
    { lang: 'zh-HK', path: '/zh/' },
  ])(
    'the landing page shows messages and news in $lang, all of them through nginx',
    async ({ lang, path }) => {
      await using visit = await openWatched(browser)
      const asked: string[] = []
      visit.page.on('request', request => asked.push(request.url()))
      await visit.page.goto(new URL(path, school).href)
      await visit.page.getByRole('dialog').getByRole('heading').first().waitFor()
      const { items } = (await (await fetch(`${direct}/v1/news?lang=${lang}&limit=3`)).json()) as NewsList
      expect(items).toHaveLength(3)
      for (const { title } of items)
        expect(await visit.page.locator('main').getByText(title).count()).toBeGreaterThan(0)
      const checks = asked.filter(url => url.includes('/popupmsg/check'))
      expect(new Set(checks)).toEqual(
        new Set([`${school}/cms/api/v1/popupmsg/check?siteId=academy&lang=${lang}`]),
      )
      // Pictures come from the service.
      const origins = new Set([new URL(school).origin, addresses.base])
      for (const url of asked) expect(origins).toContain(new URL(url).origin)
      expect(visit.complaints).toEqual([])
    },
  )

  // Promise: website/one-tag
  it('a bare tag is enough, whatever the site does with scripts of its own', async () => {
    await using visit = await openWatched(browser)
    await visit.page.goto(new URL('/bare', school).href)
    const title = visit.page.getByRole('dialog').getByRole('heading').first()
    const { content } = await (await fetch(school + POPUPS.replace('en-US', 'zh-HK'))).json()
    await expect.poll(() => title.innerText()).toBe(content[0].msgTitle)
    // The dialog's icon is one of the agent's files.
    expect(visit.complaints).toEqual([])
  })
})

describe('in a page that stays open', () => {
  // Promise: website/news-live
  it('<school-news> tells of what is published meanwhile', async () => {
    await using visit = await openWatched(browser)
    const streaming = visit.page.waitForResponse(response => response.url().includes('/v1/changes/stream'))
    await visit.page.goto(new URL('/live', school).href)
    await streaming
    publish(service, 'ferry', 'Ferry delayed')
    await agent.syncOnce()
    await visit.page.getByRole('button', { name: '1 new entry' }).click()
    await visit.page.getByText('Ferry delayed').first().waitFor()
    expect(visit.complaints).toEqual([])
  })
})

describe('every address', () => {
  it('passes the doctor', async () => {
    const findings = await examinePublicUrl({ publicUrl: school })
    expect(findings.map(({ result }) => result)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('leads to what the agent serves there', async () => {
    const { addresses: listed } = await (await fetch(`${school}/`)).json()
    for (const [name, template] of Object.entries<string>(listed)) {
      const path = template
        .replace('{.rss,.atom,.json,/news-sitemap.xml}', '.rss')
        .replace('{siteId}', 'academy')
        .replace('{lang}', 'en-US')
        .replace('{file}', 'popup.js')
        .replace(/\{\?.*\}/, name === 'popups' ? '?siteId=academy' : '')
      const response = await fetch(new URL(path, school))
      const isInside = name === 'readiness' || name === 'freshness' || name === 'metrics'
      // An address of one thing, as of an entry: nothing is there, and the agent says so.
      const isOfOne = path.includes('{')
      const [status, type] =
        isInside || isOfOne ? [404, isInside ? 'text/html' : 'application/problem+json'] : [200]
      expect({ path, status: response.status }).toEqual({ path, status })
      if (type) expect({ path, type: response.headers.get('content-type') }).toEqual({ path, type })
      await response.body?.cancel()
    }
    const feed = await (await fetch(`${school}/feeds/academy/en-US.atom`)).text()
    expect(feed).toContain(`rel="self" type="application/atom+xml" href="${school}/feeds/academy/en-US.atom"`)
  })

  it('reaches the agent as it was written', async () => {
    const { detail } = await (await fetch(`${school}/v1/nowhere%2Fat%20all`)).json()
    expect(detail).toBe('There is nothing at GET /school/v1/nowhere%2Fat%20all')
    const { status, body } = await rawRequest(school, '/school/v1/news/a%2Fb')
    expect(status).toBe(404)
    expect(body.toString()).toContain('no news entry')
  })

  // Promise: website/nginx-inside
  it.each([
    ...['/school/metrics', '/school/readyz', '/school/freshz', '/school/metrics?a', '//school//metrics'],
    ...['/school/v1/../metrics', '/school/%6detrics', '/%73chool/readyz', '/school/metrics/'],
    ...['/school/metrics#a', '/school/v1/%2e%2e/readyz', '/school/metrics%3Fa', '/school/metrics;a'],
    ...['/school/x%2F..%2Fmetrics', '/school/school/metrics'],
  ])('%s tells nothing', async path => {
    const { status, body } = await rawRequest(school, path)
    expect(status).toBe(404)
    expect(body.toString()).not.toMatch(/schoolbell_sync|"ready|"fresh/)
  })
})

describe('kept answers', () => {
  it('come packed to whoever can read that, and unpacked to the others', async () => {
    const plain = await rawRequest(direct, '/school/v1/news')
    const codings = [
      { asked: 'gzip, deflate, br, zstd', encoding: 'gzip', read: gunzipSync },
      { asked: 'br;q=0, gzip', encoding: 'gzip', read: gunzipSync },
      { asked: 'zebra', encoding: undefined, read: (bytes: Buffer) => bytes },
    ]
    for (const times of ['first', 'again']) {
      for (const { asked, encoding, read } of codings) {
        const headers = { 'accept-encoding': asked }
        const answer = await rawRequest(school, '/school/v1/news', { headers })
        expect({ times, asked, encoding: answer.headers['content-encoding'] }).toEqual({
          times,
          asked,
          encoding,
        })
        expect(read(answer.body).equals(plain.body)).toBe(true)
        const held = await rawRequest(school, '/school/v1/news', {
          headers: { ...headers, 'if-none-match': `${answer.headers.etag}` },
        })
        expect(held.status).toBe(304)
      }
    }
    expect((await rawRequest(school, '/school/v1/news')).headers['x-from-cache']).toBe('HIT')
  })

  // Promise: website/nginx-cache
  it('take the crowd of a spike, of which the agent sees a handful', async () => {
    for (const path of [POPUPS, '/v1/news?siteId=academy&lang=zh-HK&limit=5', '/widget/popup.js']) {
      const url = school + path
      const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
      const before = await askedOfAgent()
      const { good, failed, seconds } = await load({
        ...{ url, headers, connections: 200, requests: 20_000 },
        isGood: status => status === 200,
      })
      const asked = (await askedOfAgent()) - before
      console.log(
        `${path}: ${good} answers in ${seconds.toFixed(1)} s, ${Math.round(good / seconds)} a second; the agent saw ${asked}`,
      )
      expect({ good, failed }).toEqual({ good: 20_000, failed: 0 })
      expect(asked).toBeLessThan(20)
    }
  })
})

describe('changes', () => {
  it('reach two pages and two programs that ask the same, as they happen', async () => {
    const { next } = await (await fetch(`${school}/v1/changes?after=now`)).json()
    const streams = await Promise.all([1, 2].map(() => fetch(`${school}/v1/changes/stream?lang=en-US`)))
    const programs = [1, 2].map(async () =>
      (await fetch(`${school}/v1/changes?after=${next}&lang=en-US&wait=30`)).json(),
    )
    await expect
      .poll(metrics, { message: 'programs that wait' })
      .toContain('schoolbell_sync_change_waiters 2')
    publish(service, 'gala', 'Swimming gala')
    await agent.syncOnce()
    for (const stream of streams) {
      for await (const { data } of eventsOf(stream)) {
        // An id alone tells of the other language.
        if (data === undefined) continue
        expect(JSON.parse(data)).toMatchObject({ kind: 'upsert', entry: { title: 'Swimming gala' } })
        break
      }
    }
    for (const program of programs)
      expect(await program).toMatchObject({ changes: [{ entry: { title: 'Swimming gala' } }] })
  })
})

describe('mirrored media', () => {
  it('comes through nginx, whole or in part, as the agent has it, and harmless when opened as a page', async () => {
    const film = await mirroredFilm()
    expect(film.url.startsWith(`${school}/media/`)).toBe(true)
    const path = new URL(film.url).pathname
    const [through, from] = [await rawRequest(school, path), await rawRequest(direct, path)]
    expect(through.body.length).toBe(film.fileSize)
    expect(through.body.equals(from.body)).toBe(true)
    for (const name of [
      ...['content-type', 'etag', 'cache-control', 'content-security-policy', 'content-disposition'],
    ])
      expect({ name, value: through.headers[name] }).toEqual({ name, value: from.headers[name] })
    const part = await rawRequest(school, path, { headers: { range: 'bytes=1000-1999' } })
    expect(part).toMatchObject({ status: 206, headers: { 'x-from-cache': 'HIT' } })
    expect(part.body.equals(from.body.subarray(1000, 2000))).toBe(true)
  })
})

describe('while the agent is down', () => {
  const KEPT = [POPUPS, '/v1/news?siteId=academy&lang=en-US&limit=3', '/widget/popup.js']

  it('pages go on with what is kept, and learn what is new once it is back', async () => {
    const held = await Promise.all(KEPT.map(async path => (await fetch(school + path)).text()))
    await agent.close()
    for (const [index, path] of KEPT.entries()) {
      // The widget's files are fresh for minutes.
      const from = path.startsWith('/widget/') ? 'HIT' : 'STALE'
      const seen = new Set<string>()
      const visit = async () => {
        const response = await fetch(school + path)
        seen.add(`${response.status} ${await response.text()}`)
        return response.headers.get('x-from-cache')
      }
      await expect.poll(visit, { message: path }).toBe(from)
      expect([...seen]).toEqual([`200 ${held[index]}`])
    }
    for (const path of ['/v1/news?limit=7', '/v1/changes', '/v1/changes/stream'])
      expect((await fetch(school + path)).status).toBe(502)

    agent = await startAgent(Number(new URL(direct).port))
    await agent.listen()
    publish(service, 'fair', 'Book fair')
    await agent.syncOnce()
    const newest = async () => (await (await fetch(`${school}${KEPT[1]}`)).json()).items[0].title
    await expect.poll(newest, { message: 'newest' }).toBe('Book fair')
  })
})
