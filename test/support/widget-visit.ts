/** A visitor of a school's page: opens it in a fresh browser profile, and tells what is on the screen. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { PageOptions, WidgetPage } from './widget-page.ts'

export interface VisitOptions extends PageOptions {
  context?: BrowserContextOptions
  /** Runs before any script of the page. */
  before?: () => void
  /** With a clock that the test moves. */
  clock?: boolean
}

/** Opens a page in a fresh browser profile, which goes with the test. What failed, it tries again at once. */
export async function visitPage(
  browser: Browser,
  site: WidgetPage,
  options: VisitOptions = {},
): Promise<Page> {
  const page = await freshPage(browser, options)
  await page.goto(site.page(options))
  return page
}

export async function freshPage(
  browser: Browser,
  { context, before, clock }: VisitOptions = {},
): Promise<Page> {
  const profile = await browser.newContext({ reducedMotion: 'reduce', ...context })
  onTestFinished(() => profile.close())
  await profile.addInitScript(() => {
    Math.random = () => 0
  })
  if (before) await profile.addInitScript(before)
  const page = await profile.newPage()
  if (clock) await page.clock.install()
  return page
}

export const message = (msgTitle: string, more: Record<string, unknown> = {}) => ({
  msgTitle,
  msgBody: '<p>Please read.</p>',
  displayDate: '20260901080500',
  ...more,
})

/** When `text` is the title on the screen; fails when it never is. */
export const titled = (page: Page, text: string) =>
  page.getByRole('heading', { name: text, level: 2, exact: true }).waitFor()

/** When the dialog has gone. */
export const gone = (page: Page) => page.locator('school-popup dialog').waitFor({ state: 'hidden' })

export const isOpen = async (page: Page) => (await page.locator('school-popup dialog[open]').count()) > 0

/** When the page has heard `count` events of this name. */
export const heardOf = (page: Page, name: string, count = 1) =>
  page.waitForFunction(
    ([name, count]) =>
      (window as unknown as { heard: string[] }).heard.filter(other => other === name).length >=
      Number(count),
    [name, count] as const,
  )

export const heard = (page: Page) => page.evaluate('heard') as Promise<string[]>
export const violations = (page: Page) => page.evaluate('violations') as Promise<string[]>

/** Presses the message's own button. */
export const press = (page: Page) => page.locator('school-popup [part=button]').click()

/** Waits until what the page has asked so far has been asked, by asking one thing more. */
export const settled = (page: Page) => page.evaluate(() => fetch('/recorder.js').then(reply => reply.text()))

/** What has the focus, inside the dialog or outside: its id, or its text. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const outer = document.activeElement
    const inner = outer?.shadowRoot?.activeElement ?? outer
    return inner?.id === 'title' ? inner.textContent : inner?.id || inner?.localName
  })

/** The element alone, for a site that builds its own pages. */
export const ELEMENT = '<script type="module" src="/widget/school-popup.js"></script>'
