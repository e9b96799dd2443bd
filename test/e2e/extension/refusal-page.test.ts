/** The default page for a refused visitor, on a small phone: every explanation, in both languages and in every scheme. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExtensionError, type ExtensionFault, FAULT_STATUS } from '../../../extension/index.ts'
import { refusalOf } from '../../../extension/refusal.ts'
import { EXPLANATIONS } from '../../../extension/strings.ts'
import { closePages, sharedBrowser } from '../../support/browser.ts'
import { axeFindings, openWatched } from '../../support/watched-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closePages(browser))

/** One fault for each page that differs. */
const FAULTS = (Object.keys(FAULT_STATUS) as ExtensionFault[]).filter(
  (code, index, all) => all.findIndex(other => EXPLANATIONS[other] === EXPLANATIONS[code]) === index,
)
/** With steps and without. */
const EXAMINED: readonly ExtensionFault[] = ['TOKEN_MISSING', 'VISIT_REFUSED']

it.each([
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const)('whoever is refused can read why: $colorScheme, forced colours $forcedColors', async scheme => {
  // For the examination alone, which is a script.
  const viewport = { width: 320, height: 640 }
  await using watched = await openWatched(browser, { ...scheme, viewport, bypassCSP: true })
  const { page, complaints } = watched
  for (const code of FAULTS) {
    const refusal = refusalOf(new ExtensionError(code, ''), { method: 'GET', header: () => undefined })
    await page.route('https://trips.example/', route => route.fulfill({ ...refusal, status: 200 }))
    await page.goto('https://trips.example/')
    // The others differ by their words alone.
    if (EXAMINED.includes(code)) expect(await axeFindings(page), code).toEqual([])
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow), code).toBe(0)
    await page.unroute('https://trips.example/')
  }
  expect(complaints).toEqual([])
})

it('its style comes through its own policy', async () => {
  await using watched = await openWatched(browser, { colorScheme: 'dark' })
  const { page, complaints } = watched
  const refusal = refusalOf(new ExtensionError('EXPIRED', ''), { method: 'GET', header: () => 'zh' })
  await page.route('https://trips.example/', route => route.fulfill({ ...refusal, status: 200 }))
  await page.goto('https://trips.example/')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    EXPLANATIONS.EXPIRED.heading['zh-HK'],
  )
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(16, 26, 29)')
  expect(complaints).toEqual([])
})
