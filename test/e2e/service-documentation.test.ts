/** The service's documentation as a reader sees it: within its policy, from this service alone, and by keyboard. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'
import { axeFindings } from '../support/watched-page.ts'

let school: SmallSchool
let browser: Browser
beforeAll(async () => {
  school = await startSmallSchool()
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await school[Symbol.asyncDispose]()
})

it('opens a call by keyboard and makes it, asks no other host, and its policy refuses it nothing', async () => {
  const page = await browser.newPage()
  const complaints: string[] = []
  const hosts = new Set<string>()
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
  })
  await page.goto(`${school.addresses.base}/docs`)
  const call = page.getByRole('button', { name: /get .*popupmsg.*check/i }).first()
  await call.waitFor()
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await call.evaluate(button => button === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await page.getByText('The website that asks.').waitFor()
  await page.getByRole('button', { name: 'Try it out' }).click()
  const made = page.waitForResponse(response => response.url().includes('/check?'))
  await page.getByRole('button', { name: 'Execute' }).click()
  const answered = await made
  expect(answered.url()).toBe(`${school.addresses.base}/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`)
  expect((await answered.json()).code).toBe('D00000')

  expect(complaints).toEqual([])
  expect([...hosts]).toEqual([new URL(school.addresses.base).origin])
})

it.each(['light', 'dark'] as const)(
  'in the %s scheme every word can be read, of an open call with its answer and of a schema too',
  async colorScheme => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${school.addresses.base}/docs`)
    const call = page.getByRole('button', { name: /get .*popupmsg.*check/i }).first()
    await call.waitFor()
    expect(await axeFindings(page, ['color-contrast'])).toEqual([])

    await call.click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('Response headers').waitFor()
    const schema = page.locator('.models').getByRole('button', { name: 'Expand all' }).first()
    await schema.click()
    await page.locator('.models').getByRole('button', { name: 'Collapse all' }).first().waitFor()
    expect(await axeFindings(page, ['color-contrast'])).toEqual([])
    await context.close()
  },
)
