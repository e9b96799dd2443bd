/** Published pages as a reader sees them, served by a plain file server: both languages, both schemes, phone and desktop. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewsEntry } from '../../shared/contract/news.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type Served, serve } from '../support/serve.ts'
import { inFolder } from '../support/serve-folder.ts'
import { axeFindings } from '../support/watched-page.ts'
import { dated, entries, type School, school } from '../sync-agent/outlets/files/support.ts'
import { ACADEMY_ZH } from '../sync-agent/support.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>'

let place: School
let site: Served
let browser: Browser
beforeAll(async () => {
  place = await school()
  const send = inFolder(place.to)
  site = await serve((request, reply) =>
    request.url?.startsWith('/pictures/')
      ? reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(PICTURE)
      : send(request, reply),
  )
  await place.copy([...entries(44), dated(45, richEntry('Sports Day: a day at the harbour', BODY))])
  await place.copy([...entries(44), dated(45, richEntry('運動會：海港同樂日', BODY_ZH))], [], ACADEMY_ZH)
  await place.publish({ baseUrl: site.origin })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await site[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const file = (fileType: string, name: string) =>
  ({
    ...{ fileType, fileSize: 2_345_678, url: `${site.origin}/pictures/${name}` },
    thumbnailUrl: `${site.origin}/pictures/200.svg`,
    mobileScreenImageUrl: `${site.origin}/pictures/1024.svg`,
    ...(fileType.startsWith('image/') && { imageWidth: 400, imageHeight: 300 }),
  }) as NonNullable<NewsEntry['attachments']>[number]

const richEntry = (newsTitle: string, newsContent: string): Partial<NewsEntry> => ({
  newsTitle,
  newsContent: newsContent.replaceAll('PICTURE', `${site.origin}/pictures/body.svg`),
  mobileScreenImageUrl: `${site.origin}/pictures/cover.svg`,
  thumbnailUrl: `${site.origin}/pictures/thumb.svg`,
  attachments: [
    file('image/png', 'one.png'),
    file('image/jpeg', 'two.jpg'),
    file('audio/mpeg', 'song.mp3'),
    file('video/mp4', 'film.mp4'),
    file(
      'application/pdf',
      '%E7%AF%80%E7%9B%AE%E8%A1%A8-with-a-very-long-name-that-does-not-fit-a-phone.pdf',
    ),
  ],
})

const BODY = `<h1>Programme</h1><p style="color:#333;background-color:#fff">Grey on white.</p><main><header>Inside</header></main>
<p><img src="PICTURE" width="400" height="300"></p>
<table border="1" width="1400"><tr><th>Time</th><th>What</th></tr><tr><td>08:30</td><td><table><tr><td>Race</td></tr></table></td></tr></table>
<blockquote>Well run.</blockquote><h3>After</h3><ul><li><a href="https://school.example/map">Map</a></li></ul><p>${'long'.repeat(60)}</p>`
const BODY_ZH =
  '<h2>程序</h2><p><font color="#222222">請帶備飲用水。</font></p><p><img src="PICTURE" alt="操場"></p>'

async function read(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('requestfailed', request => {
    // A picture that comes late is still on its way when the reader goes on.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url())
  })
  await page.goto(`${site.origin}/${path}`, { waitUntil: 'load' })
  await look(page)
  // The browser asks for an icon that nobody has promised.
  expect(complaints.filter(text => !/404/.test(text))).toEqual([])
  await context.close()
}

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 900 }
const ENTRY = 'entries/n45.html'

it.each([
  ['en-US', ENTRY, 'dark', PHONE],
  ['zh-HK', 'index.html', 'dark', DESKTOP],
  ['zh-HK', ENTRY, 'light', DESKTOP],
  ['en-US', 'page-1.html', 'light', PHONE],
] as const)(
  '%s %s is legible and accessible, and keeps to its policy: %s, %o',
  async (lang, name, colorScheme, viewport) => {
    await read(`pages/academy/${lang}/${name}`, { colorScheme, viewport }, async page => {
      const looks = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        broken: [...document.images].filter(image => image.complete && image.naturalWidth === 0).length,
        isDark: getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 28)',
      }))
      expect(looks).toEqual({ lang, overflows: false, broken: 0, isDark: colorScheme === 'dark' })
      expect(await axeFindings(page)).toEqual([])
    })
  },
)

it('an entry tells its files by kind, name and size, and search engines what it is', async () => {
  await read(`pages/academy/en-US/${ENTRY}`, { viewport: DESKTOP }, async page => {
    expect(await page.locator('.files a').innerText()).toMatch(/^PDF\s+節目表-with.*\.pdf\s+2\.3 MB$/)
    expect(await page.locator('audio, video').count()).toBe(2)
    expect(await page.locator('.gallery img').first().getAttribute('alt')).toBe('Picture 1 of 2: one.png')
    const about = JSON.parse((await page.locator('script').textContent()) ?? '')
    expect(about).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Sports Day: a day at the harbour',
      datePublished: '2026-09-01T00:00:45+08:00',
      url: `${site.origin}/pages/academy/en-US/${ENTRY}`,
    })
    const inHead = (selector: string) => page.locator(`head ${selector}`).getAttribute('href')
    expect(await inHead('[rel="canonical"]')).toBe(`${site.origin}/pages/academy/en-US/${ENTRY}`)
    expect(await inHead('[hreflang="zh-HK"]')).toBe(`${site.origin}/pages/academy/zh-HK/${ENTRY}`)
    expect(await inHead('[type="application/rss+xml"]')).toBe(`${site.origin}/feeds/academy/en-US.rss`)
  })
})
