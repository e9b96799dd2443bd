/** The main job, in a real browser: the landing page with service, agent and widget behind it, as `npm start` shows it. */
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startDemo } from '../../demo/demo.ts'
import { createContentClient } from '../../shared/client/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

const LANDING: Record<Language, string> = { 'en-US': '/en/', 'zh-HK': '/zh/' }
const PHONE = { viewport: { width: 390, height: 844 } }
const popups = async (lang: Language) =>
  (await createContentClient({ serviceUrl: demo.addresses.serviceUrl }).popups({ siteId: 'academy', lang }))
    .messages

const dialog = (page: Page) => page.locator('school-popup').getByRole('dialog')
const heading = (page: Page) => dialog(page).getByRole('heading').first()

/** Presses the one button that each message is closed with, until none is left; returns the titles seen. */
async function closeAll(page: Page): Promise<string[]> {
  const titles: string[] = []
  await dialog(page).waitFor()
  while (await dialog(page).isVisible()) {
    const title = await heading(page).innerText()
    titles.push(title)
    await dialog(page).getByRole('button').last().click()
    await page.waitForFunction(
      ([name, before]) => {
        const root = document.querySelector(name ?? '')?.shadowRoot
        return (
          !root?.querySelector('dialog[open]') || root.querySelector('h1, h2')?.textContent?.trim() !== before
        )
      },
      ['school-popup', title],
    )
  }
  return titles
}

describe.each(['en-US', 'zh-HK'] as const)('the landing page in %s', lang => {
  it('shows the newest message of severe weather first, then every other, each closed by its button', async () => {
    await using visit = await openWatched(browser)
    await visit.page.goto(demo.siteUrl + LANDING[lang])
    const expected = (await popups(lang)).map(message => message.msgTitle)
    expect(expected.length).toBeGreaterThanOrEqual(6)
    expect(await closeAll(visit.page)).toEqual(expected)
    expect(visit.complaints).toEqual([])
  })

  it('shows today’s news from the agent, and each entry on a page of its own', async () => {
    await using visit = await openWatched(browser)
    const { items } = await (
      await fetch(`${demo.agentUrl}/v1/news?siteId=academy&lang=${lang}&limit=3`)
    ).json()
    await visit.page.goto(demo.siteUrl + LANDING[lang])
    await closeAll(visit.page)
    for (const { title } of items) await visit.page.getByRole('link', { name: title }).first().waitFor()
    await visit.page.getByRole('link', { name: items[0].title }).first().click()
    // The page that is left has a heading as well.
    await expect.poll(() => visit.page.getByRole('heading', { level: 1 }).innerText()).toBe(items[0].title)
    expect(await visit.page.locator('html').getAttribute('lang')).toBe(lang)
    expect(visit.complaints).toEqual([])
  })
})

it.each([
  ['en-US', 'desktop, light', {}],
  ['zh-HK', 'phone, dark', { ...PHONE, colorScheme: 'dark' }],
] as const)(
  'has nothing that axe finds, with the message open and closed: %s, %s',
  async (lang, _name, options) => {
    await using visit = await openWatched(browser, { reducedMotion: 'reduce', ...options })
    await visit.page.goto(demo.siteUrl + LANDING[lang])
    await dialog(visit.page).waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
    await closeAll(visit.page)
    expect(await axeFindings(visit.page)).toEqual([])
    expect(visit.complaints).toEqual([])
  },
)

describe('a visitor', () => {
  it('finds news by their words on the page of news, without a script', async () => {
    await using visit = await openWatched(browser, { javaScriptEnabled: false })
    const { page } = visit
    await page.goto(`${demo.siteUrl}/en/news`)
    await page.getByRole('searchbox', { name: 'Search the news' }).fill('ferry pier')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'News with “ferry pier”' }).waitFor()
    expect(await page.locator('.card-title').allInnerTexts()).toContain('Mural for the ferry pier')
    await page.getByRole('link', { name: '中文' }).first().click()
    expect(new URL(page.url()).searchParams.get('q')).toBe('ferry pier')
    expect(visit.complaints).toEqual([])
  })

  it('who has closed everything is not asked again on the next page or after a reload', async () => {
    await using visit = await openWatched(browser)
    await visit.page.goto(`${demo.siteUrl}/en/`)
    await closeAll(visit.page)
    const answered = visit.page.waitForResponse(response => response.url().includes('/popupmsg/check'))
    await visit.page.reload()
    await (await answered).finished()
    // What it would have asked for then has come before this.
    await visit.page.evaluate(() => fetch('/site.js', { cache: 'reload' }).then(reply => reply.text()))
    expect(await dialog(visit.page).isVisible()).toBe(false)
  })

  it('finds a page that stands when the service is down', async () => {
    await using down = await startDemo({
      portBase: 0,
      widgetDir: WIDGET_DIR,
      logger: pino({ level: 'silent' }),
    })
    await down.service.close()
    await using visit = await openWatched(browser)
    const failed = visit.page.waitForEvent('requestfailed', request =>
      request.url().includes('/popupmsg/check'),
    )
    await visit.page.goto(`${down.siteUrl}/en/`)
    await failed
    expect(await visit.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await visit.page.locator('dialog[open]').count()).toBe(0)
    expect(visit.complaints.filter(line => /exception|policy/.test(line))).toEqual([])
  })

  it('reads an edited entry within moments of its change', async () => {
    const { items } = await (await fetch(`${demo.agentUrl}/v1/news?siteId=academy&lang=en-US&limit=1`)).json()
    const entry = demo.service.news.get(items[0].newsId)
    if (!entry) return expect.fail(`${items[0].newsId} is not in the service`)
    entry.texts['en-US'].newsTitle = 'A title edited a moment ago'
    demo.service.news.put(entry)
    await demo.agent.syncOnce()
    await using visit = await openWatched(browser)
    await visit.page.goto(`${demo.siteUrl}/en/`)
    await closeAll(visit.page)
    expect(
      await visit.page.getByRole('link', { name: 'A title edited a moment ago' }).first().isVisible(),
    ).toBe(true)
  })
})
