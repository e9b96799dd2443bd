/** The ready themes, by what a browser really draws: every text with enough contrast, day and night. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { contrast } from '../support/contrast.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { openWatched, type WatchedPage } from '../support/watched-page.ts'

const THEMES = globSync(join(import.meta.dirname, '..', '..', 'widget', 'themes', '*.css'))
  .map(file => basename(file, '.css'))
  .sort()

const { demo, browser } = await openDemoSite()
const visits = new Map<string, WatchedPage>()

/** The page as somebody with these settings has it; each is opened once, and shows one theme after the other. */
async function visitWith(options: BrowserContextOptions): Promise<WatchedPage> {
  const name = JSON.stringify(options)
  const visit = visits.get(name) ?? (await openWatched(browser, { reducedMotion: 'reduce', ...options }))
  visits.set(name, visit)
  return visit
}

const dialog = (page: Page) => page.locator('school-popup').getByRole('dialog')

async function showIn(page: Page, theme: string, preset: string): Promise<void> {
  await startAnew(page)
  await page.locator(`[data-preset=${preset}]`).click()
  await page.locator(`[name=theme][value="${theme}"]`).check({ force: true })
  await page.waitForFunction(name => {
    const sheets = [...document.styleSheets].flatMap(
      ({ href }) => /themes\/(\w+)\.css$/.exec(href ?? '')?.[1] ?? [],
    )
    return sheets.join() === name
  }, theme)
  await page.locator('form [type=submit]').click()
  await dialog(page).waitFor()
}

/** The playground, with nothing shown. */
async function startAnew(page: Page): Promise<void> {
  const address = `${demo.siteUrl}/en/playground`
  if (page.url() !== address) await page.goto(address)
  await page.locator('form[data-ready]').waitFor()
  while (await dialog(page).isVisible()) await dialog(page).getByRole('button').last().click()
}

/** Contrast of each text to the ground it stands on, by part; of the severe bar to the header likewise. */
async function contrasts(page: Page): Promise<Record<string, number>> {
  const drawn = await dialog(page).evaluate(element => {
    const ground = (part: Element | null): string => {
      // Forced colours make white of what is transparent, and leave it transparent.
      const colour = part ? getComputedStyle(part).backgroundColor : 'rgb(0, 0, 0)'
      return colour.endsWith(', 0)') ? ground(part?.parentElement ?? null) : colour
    }
    const found: [name: string, colour: string, ground: string][] = []
    for (const part of element.querySelectorAll('[part], [part~=body] a, [part~=body] li')) {
      const name = part.getAttribute('part') ?? part.localName
      if (part.textContent?.trim() || name === 'close')
        found.push([name, getComputedStyle(part).color, ground(part)])
    }
    const { borderTopColor, borderTopWidth } = getComputedStyle(element)
    if (Number.parseFloat(borderTopWidth) > 2)
      found.push(['bar', borderTopColor, ground(element.querySelector('[part~=header]'))])
    return found
  })
  return Object.fromEntries(drawn.map(([name, colour, ground]) => [name, contrast(colour, ground)]))
}

describe.each(['', ...THEMES])('the theme "%s"', theme => {
  // Promise: website/theme-contrast
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['a reader’s own colours', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const)('has every text at 4.5 to 1 and more, and the bar at 3 to 1: %s', async (_, options) => {
    const visit = await visitWith(options)
    for (const [preset, parts] of [
      ['typhoon', ['label', 'title', 'date', 'body', 'a', 'li', 'button', 'bar']],
      ['several', ['place']],
      ['news', ['title', 'date', 'close', 'body']],
    ] as const) {
      await showIn(visit.page, theme, preset)
      const found = await contrasts(visit.page)
      expect(Object.keys(found)).toEqual(expect.arrayContaining([...parts]))
      const faint = Object.entries(found).filter(([name, ratio]) => ratio < (name === 'bar' ? 3 : 4.5))
      expect(faint).toEqual([])
    }
    expect(visit.complaints.splice(0)).toEqual([])
  })

  // Promise: website/theme-buttons
  it('keeps every button at 44 px and within the window, on a phone as on a desktop', async () => {
    for (const viewport of [
      { width: 320, height: 568 },
      { width: 1280, height: 800 },
    ]) {
      const visit = await visitWith({ viewport })
      for (const preset of ['news', 'long']) {
        await showIn(visit.page, theme, preset)
        const boxes = await dialog(visit.page).evaluate(element =>
          [...element.querySelectorAll('button'), element].map(node => {
            const { left, right, top, bottom, width, height } = node.getBoundingClientRect()
            return { left, right, top, bottom, width, height }
          }),
        )
        for (const { left, right, top, bottom, width, height } of boxes) {
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
          expect(right).toBeLessThanOrEqual(viewport.width)
          expect(bottom).toBeLessThanOrEqual(viewport.height)
        }
      }
    }
  })

  it('shows where the keyboard is', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visit = await visitWith({ colorScheme })
      for (const [preset, part] of [
        ['news', 'close'],
        ['rain', 'button'],
      ] as const) {
        await showIn(visit.page, theme, preset)
        await visit.page.keyboard.press('Tab')
        const ring = await dialog(visit.page).evaluate((element, name) => {
          const node = element.querySelector(`[part~=${name}]:focus-visible`)
          if (!node) return undefined
          const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(node)
          const around = node.parentElement
          const own = around && getComputedStyle(around).backgroundColor
          const ground = own?.endsWith(', 0)') ? getComputedStyle(element).backgroundColor : own
          return { outlineColor, outlineStyle, outlineWidth, ground }
        }, part)
        expect(ring).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' })
        expect(contrast(ring?.outlineColor ?? '', ring?.ground ?? '')).toBeGreaterThanOrEqual(3)
      }
    }
  })
})
