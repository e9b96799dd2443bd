/** The documentation site as `npm run docs` builds it, in a real browser, from a plain file server. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type Served, serve } from '../support/serve.ts'
import { inFolder } from '../support/serve-folder.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const SITE = join(ROOT, 'dist', 'docs')
if (!existsSync(SITE)) throw new Error(`${SITE} is missing; run: npm run docs`)
const PAGES = globSync('**/*.html', { cwd: SITE }).filter(page => page !== '404.html')
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } }

const browser = await sharedBrowser()
let site: Served
beforeAll(async () => {
  site = await serve(inFolder(SITE))
})
afterAll(async () => {
  await closePages(browser)
  await site?.[Symbol.asyncDispose]()
})

/** With each request to another host as a complaint. */
async function openSite(options: BrowserContextOptions = {}) {
  const visit = await openWatched(browser, { reducedMotion: 'reduce', ...options })
  visit.page.on('request', request => {
    if (!request.url().startsWith(`${site.origin}/`) && !request.url().startsWith('data:'))
      visit.complaints.push(`asks another host: ${request.url()}`)
  })
  return visit
}

it('has each page of docs/', () => {
  const guides = globSync('**/*.md', { cwd: join(ROOT, 'docs') }).map(page => page.replace(/md$/, 'html'))
  expect(PAGES.toSorted()).toEqual(guides.toSorted())
})

it('every page loads without a complaint, asks no other host, and fits a phone', async () => {
  await using visit = await openSite(PHONE)
  const wide: string[] = []
  for (const page of PAGES) {
    await visit.page.goto(`${site.origin}/${page}`, { waitUntil: 'load' })
    // A reader's browser has run the page's script when its menu answers.
    await visit.page.locator('h1').waitFor()
    const [content, window] = await visit.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    if (Number(content) > Number(window)) wide.push(`${page}: ${content}`)
  }
  expect(visit.complaints).toEqual([])
  expect(wide).toEqual([])
}, 300_000)

it.each([
  ['index.html', 'webhook', /Webhooks/],
  ['zh/index.html', '彈出訊息', /五分鐘設定彈出訊息/],
  ['zh/index.html', '沒有顯示', /沒有顯示任何內容/],
])('%s: a search for %s finds it', async (page, words, found) => {
  await using visit = await openSite()
  await visit.page.goto(`${site.origin}/${page}`)
  await visit.page.locator('.VPNavBarSearch button').first().click()
  await visit.page.locator('#localsearch-input').fill(words)
  await expect.poll(() => visit.page.locator('.results .result').allInnerTexts()).not.toEqual([])
  expect((await visit.page.locator('.results .result').allInnerTexts()).join('\n')).toMatch(found)
  expect(visit.complaints).toEqual([])
})

it('changes between light and dark under its own policy', async () => {
  await using visit = await openSite({ colorScheme: 'light' })
  await visit.page.goto(`${site.origin}/index.html`)
  await visit.page.locator('.VPNavBarAppearance button').click()
  await expect.poll(() => visit.page.locator('html').getAttribute('class')).toContain('dark')
  expect(visit.complaints).toEqual([])
})

it('a link to a file that is no page brings the file', async () => {
  await using visit = await openSite()
  await visit.page.goto(`${site.origin}/website/nginx.html`)
  const download = visit.page.waitForEvent('download')
  await visit.page.locator('.vp-doc a[href$="schoolbell.conf"]').first().click()
  expect((await download).suggestedFilename()).toBe('schoolbell.conf')
})

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  it.each([
    ['the first page', 'index.html'],
    ['a guide', 'website/nginx.html'],
    ['a page of the reference', 'reference/metrics.html'],
    ['the first page in Chinese', 'zh/index.html'],
    ['a Chinese guide', 'zh/website/popup.html'],
  ])('axe finds nothing on %s', async (_, page) => {
    await using visit = await openSite({ colorScheme })
    await visit.page.goto(`${site.origin}/${page}`)
    expect(await axeFindings(visit.page)).toEqual([])
  })
})
