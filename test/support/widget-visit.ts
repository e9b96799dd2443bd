/** A visitor of a school's page: opens it in a fresh browser profile, and tells what is on the screen. */
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeEach, expect, onTestFinished } from 'vitest'
import { closePages, launchBrowser, sharedBrowser } from './browser.ts'
import { type PageOptions, serveWidgetPage, type WidgetPage } from './widget-page.ts'

export interface VisitOptions extends PageOptions {
  context?: BrowserContextOptions
  /** Runs before any script of the page. */
  before?: () => void
  /** With a clock that the test moves; a held one does not go on by itself either. */
  clock?: boolean | 'held'
}

/**
 * A browser and a school's site for one file of tests. Both are closed after its last test. Before each test the site
 * forgets what it was asked.
 *
 * @param without switches that the browser gets otherwise
 */
export async function openWidgetSite(without: readonly string[] = []) {
  const isOwn = without.length > 0
  const [browser, site] = await Promise.all([
    isOwn ? launchBrowser([], without) : sharedBrowser(),
    serveWidgetPage(),
  ])
  beforeEach(() => {
    site.asked.length = 0
    site.fetched.length = 0
    site.open = false
  })
  afterAll(() => Promise.all([isOwn ? browser.close() : closePages(browser), site.close()]))
  return { browser, site, visit: (options?: VisitOptions) => visitPage(browser, site, options) }
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
  followTraffic(profile)
  await profile.addInitScript(() => {
    Math.random = () => 0
  })
  if (before) await profile.addInitScript(before)
  const page = await profile.newPage()
  if (clock) await page.clock.install()
  if (clock === 'held') await page.clock.pauseAt(Date.now() + 3_600_000)
  return page
}

interface Traffic {
  /** How many requests there have been. */
  begun: number
  /** Those without an end so far. */
  open: Set<Request>
}

/** Of all tabs of a profile. */
const traffics = new WeakMap<BrowserContext, Traffic>()

/** Where a page asks for nothing but the time of its answer. */
const TURN = '/recorder.js?turn'

function followTraffic(profile: BrowserContext): void {
  const traffic: Traffic = { begun: 0, open: new Set() }
  traffics.set(profile, traffic)
  profile.on('request', request => {
    if (request.url().endsWith(TURN)) return
    traffic.begun++
    traffic.open.add(request)
  })
  profile.on('requestfinished', request => traffic.open.delete(request))
  profile.on('requestfailed', request => traffic.open.delete(request))
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

/** When the dialog has gone, and the popup knows: of one that a browser closes by itself it hears a moment later. */
export async function gone(page: Page): Promise<void> {
  await page.locator('school-popup [part=title]').waitFor({ state: 'detached' })
  await page.locator('school-popup dialog').waitFor({ state: 'hidden' })
}

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

/** Presses the message's button, or the ✕ of a message that has none. */
export const press = (page: Page) => page.locator('school-popup :is([part=button], [part=close])').click()

/** When everything that the page has asked for is answered, and it has done with that what it does. */
export async function settled(page: Page): Promise<void> {
  const traffic = traffics.get(page.context())
  for (let seen: number | undefined = -1; seen !== traffic?.begun; ) {
    seen = traffic?.begun
    await expect.poll(() => traffic?.open.size).toBe(0)
    // An answer that has come is dealt with before a later one; it may have led to another question.
    await page.evaluate(path => fetch(location.origin + path).then(reply => reply.text()), TURN)
  }
}

/** What has the focus, inside the dialog or outside: its id, or its text. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const outer = document.activeElement
    const inner = outer?.shadowRoot?.activeElement ?? outer
    return inner?.id === 'title' ? inner.textContent : inner?.id || inner?.localName
  })

/** What Lit, as published, notes on every page that it runs on: its versions, and what its decorators know. */
export const LIT_GLOBALS = [
  'litElementVersions',
  'litHtmlVersions',
  'litPropertyMetadata',
  'reactiveElementVersions',
]

/** The two ways to clean a body, each with what makes the bundled browser go it; to be run in a page before its scripts. */
export const SANITISERS: [name: string, before: () => void][] = [
  ['the browser’s own sanitiser', () => {}],
  ['DOMPurify', () => void Reflect.deleteProperty(Document, 'parseHTML')],
]

/** The element alone, for a site that builds its own pages. */
export const ELEMENT = '<script type="module" src="/widget/school-popup.js"></script>'
