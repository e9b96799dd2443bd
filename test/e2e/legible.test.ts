/** Colours that editors give to words and cells, in the dialog's light and dark scheme. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { contrast } from '../support/contrast.ts'
import { message, openWidgetSite, titled } from '../support/widget-visit.ts'

const { site, visit } = await openWidgetSite()

const BODY = `
  <p style="color:#000">Black, as a word processor writes it, <b>bold too</b></p>
  <p style="color:white">White</p>
  <p><span style="color:#c00000">Dark red</span> <span style="color:yellow">yellow</span> <font color="navy">navy</font></p>
  <p><span style="background-color:yellow">Highlighted <i>words</i></span></p>
  <p style="background-color:#003366;color:#ffffff">White on blue</p>
  <p style="background-color:#003366">The dialog’s own on blue</p>
  <table><tr><td bgcolor="#222222">A dark cell</td><td style="background-color:#eee;color:#777">grey on grey</td></tr></table>`

/** Of each word its colour, and the nearest background behind it. */
const coloursOf = (page: Page): Promise<[word: string, colour: string, behind: string][]> =>
  page.locator('[part=body]').evaluate(body => {
    const found: [string, string, string][] = []
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const word = texts.currentNode.textContent?.trim()
      const element = texts.currentNode.parentElement
      if (!word || !element) continue
      let behind: Element = element
      while (/^rgba.*, 0\)$/.test(getComputedStyle(behind).backgroundColor))
        behind = behind.parentElement as Element
      found.push([word, getComputedStyle(element).color, getComputedStyle(behind).backgroundColor])
    }
    return found
  })

/** Opens the page in this scheme, where every word can be read, and returns the words' colours. */
async function legible(colorScheme: 'light' | 'dark'): Promise<Record<string, string>> {
  site.answer = { 'en-US': [message('Colours', { msgBody: BODY })] }
  const page = await visit({ context: { colorScheme } })
  await titled(page, 'Colours')
  const found = await coloursOf(page)
  expect(found).toHaveLength(12)
  expect(found.filter(([, colour, behind]) => contrast(colour, behind) < 4.5)).toEqual([])
  return Object.fromEntries(found)
}

it('in the light scheme every word can be read, and colours that could be read stay as they were chosen', async () => {
  const colours = await legible('light')
  expect(colours).toMatchObject({
    'Dark red': 'rgb(192, 0, 0)',
    navy: 'rgb(0, 0, 128)',
    'White on blue': 'rgb(255, 255, 255)',
  })
  expect(colours.White).not.toBe('rgb(255, 255, 255)')
})

it('in the dark scheme every word can be read, and a colour that could not be stays the colour it is', async () => {
  const colours = await legible('dark')
  const [red = 0, green = 0, blue = 0] = colours['Dark red']?.match(/\d+/g)?.map(Number) ?? []
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
})
