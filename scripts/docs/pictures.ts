/**
 * Makes the pictures of the documents from the running demo, in the browser of the tests:
 *
 *     npm run docs:pictures
 *
 * Expects dist/widget and dist/console. Clocks stand still, so that the next pictures have the same dates.
 */
import { join } from 'node:path'
import { pino } from 'pino'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Demo, startDemo } from '../../demo/demo.ts'
import type { Language } from '../../shared/contract/site.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { heldClock } from '../../test/support/held-clock.ts'

const PICTURES = join(import.meta.dirname, '..', '..', 'docs', 'pictures')
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

interface Picture {
  name: string
  lang: Language
  options: BrowserContextOptions
  show(page: Page, demo: Demo): Promise<void>
}

/** The page as it greets its visitors. */
const landing = (path: string) => async (page: Page, demo: Demo) => {
  await page.goto(new URL(path, demo.siteUrl).href)
  await page.locator('school-popup').getByRole('dialog').waitFor()
}

/** The first message of the list, in its editor. */
const popupEditor = async (page: Page, demo: Demo) => {
  await page.goto(demo.service.console.signInLink())
  await page.locator('nav a[href$="/console/popups"]').first().click()
  await page.locator('main a[href*="/console/popups/"]').first().click()
  await page.locator('.ProseMirror').first().waitFor()
}

const PAGES: Picture[] = [
  { name: 'landing-page', lang: 'en-US', options: { viewport: DESKTOP }, show: landing('/en/') },
  { name: 'landing-page-zh', lang: 'zh-HK', options: { viewport: DESKTOP }, show: landing('/zh/') },
  {
    name: 'landing-page-phone',
    lang: 'en-US',
    options: { viewport: PHONE, deviceScaleFactor: 2 },
    show: landing('/en/'),
  },
  { name: 'console', lang: 'en-US', options: { viewport: { width: 1280, height: 900 } }, show: popupEditor },
]

const NOW = '2026-11-30T07:30:00+08:00'
const demo = await startDemo({
  portBase: 0,
  widgetDir: WIDGET_DIR,
  clock: heldClock(NOW),
  logger: pino({ level: 'silent' }),
})
const browser = await launchBrowser()
try {
  for (const { name, lang, options, show } of PAGES) {
    const context = await browser.newContext({ locale: lang, reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    await page.clock.setFixedTime(NOW)
    await show(page, demo)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(PICTURES, `${name}.jpg`), type: 'jpeg', quality: 82 })
    await context.close()
    console.log(`docs/pictures/${name}.jpg`)
  }
} finally {
  await browser.close()
  await demo.close()
}
