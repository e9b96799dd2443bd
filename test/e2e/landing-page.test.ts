/** The main job, in a real browser: the landing page with service, agent and widget behind it, as `npm start` shows it. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createContentClient } from '../../shared/client/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

const LANDING: Record<Language, string> = { 'en-US': '/en/', 'zh-HK': '/zh/' }
const PHONE = { viewport: { width: 390, height: 844 } }

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
  it('shows its messages in order, then today’s news from the agent, and each entry on a page of its own', async () => {
    await using visit = await openWatched(browser)
    const { items } = await (
      await fetch(`${demo.agentUrl}/v1/news?siteId=academy&lang=${lang}&limit=3`)
    ).json()
    const { messages } = await createContentClient({ serviceUrl: demo.addresses.serviceUrl }).popups({
      siteId: 'academy',
      lang,
    })
    expect(messages).toHaveLength(3)
    await visit.page.goto(demo.siteUrl + LANDING[lang])
    expect(await closeAll(visit.page)).toEqual(messages.map(message => message.msgTitle))
    for (const { title } of items) await visit.page.getByRole('link', { name: title }).first().waitFor()
    await visit.page.getByRole('link', { name: items[0].title }).first().click()
    // The page that is left has a heading as well.
    await expect.poll(() => visit.page.getByRole('heading', { level: 1 }).innerText()).toBe(items[0].title)
    expect(await visit.page.locator('html').getAttribute('lang')).toBe(lang.replace('en-US', 'en-HK'))
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
