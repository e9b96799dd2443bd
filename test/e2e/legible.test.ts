/** Colours that editors give to words and cells, in the dialog's light and dark scheme. */
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { openWidgetSite } from '../support/widget-visit.ts'

const { browser, site } = await openWidgetSite()

const BODY = `
  <p style="color:#000">Black, as a word processor writes it, <b>bold too</b></p>
  <p style="color:white">White</p>
  <p><span style="color:#c00000">Dark red</span> <span style="color:yellow">yellow</span> <font color="navy">navy</font></p>
  <p><span style="background-color:yellow">Highlighted <i>words</i></span></p>
  <p style="background-color:#003366;color:#ffffff">White on blue</p>
  <p style="background-color:#003366">The dialog’s own on blue</p>
  <table><tr><td bgcolor="#222222">A dark cell</td><td style="background-color:#eee;color:#777">grey on grey</td></tr></table>`

async function open(colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  site.answer = { 'en-US': [{ msgTitle: 'Colours', msgBody: BODY, displayDate: '20260901080500' }] }
  const page = await context.newPage()
  await page.goto(site.page())
  await page.getByRole('heading', { name: 'Colours' }).waitFor()
  return page
}

/** Contrast of each word's colour to the nearest background behind it, as WCAG 2.2 defines it. */
const contrasts = (page: Page): Promise<Record<string, number>> =>
  page.locator('[part=body]').evaluate(body => {
    const numbers = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? []
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = numbers(colour).map(part =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const found: Record<string, number> = {}
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const word = texts.currentNode.textContent?.trim()
      const element = texts.currentNode.parentElement
      if (!word || !element) continue
      let behind: Element = element
      while (numbers(getComputedStyle(behind).backgroundColor)[3] === 0)
        behind = behind.parentElement as Element
      const light = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(luminance)
      found[word] = (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05)
    }
    return found
  })

it.each(['light', 'dark'] as const)('every word can be read in the %s scheme', async colorScheme => {
  const found = await contrasts(await open(colorScheme))
  expect(Object.keys(found)).toHaveLength(12)
  expect(Object.entries(found).filter(([, contrast]) => contrast < 4.5)).toEqual([])
})

it('colours that can be read stay as they were chosen', async () => {
  const page = await open('light')
  const colourOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate(element => getComputedStyle(element).color)
  expect(await colourOf('Dark red')).toBe('rgb(192, 0, 0)')
  expect(await colourOf('navy')).toBe('rgb(0, 0, 128)')
  expect(await colourOf('White on blue')).toBe('rgb(255, 255, 255)')
  expect(await colourOf('White')).not.toBe('rgb(255, 255, 255)')
})

it('a colour that cannot be read stays the colour it is', async () => {
  const page = await open('dark')
  const [red = 0, green = 0, blue = 0] = await page
    .getByText('Dark red')
    .evaluate(element => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [])
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
})
