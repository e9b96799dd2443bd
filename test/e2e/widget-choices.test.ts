/** What a site, a page and a reader may choose: how long, in which language, what not, and on what. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { SCRIPT_TAG } from '../support/widget-page.ts'
import {
  ELEMENT,
  gone,
  heard,
  heardOf,
  isOpen,
  message,
  openWidgetSite,
  press,
  settled,
  titled,
} from '../support/widget-visit.ts'

const { site, visit } = await openWidgetSite()
beforeEach(() => {
  says(message('Sports day'))
})

const says = (...messages: unknown[]) => {
  site.answer = { 'en-US': messages, 'zh-HK': messages }
}
const tagWith = (attributes: string) => SCRIPT_TAG.replace('async', `async ${attributes}`)
const popupOf = (page: Page) => page.locator('school-popup')

describe('how long a message that was read stays away', () => {
  // Promise: website/remember
  it.each([
    ['session', false, true],
    ['for a week', false, false],
  ])(
    'data-remember %j: back after a reload %s, in a new tab %s, always for another visitor',
    async (remember, afterReload, inNewTab) => {
      says(message('Sports day', { needConfirm: 'confirm' }))
      const options = { body: tagWith(`data-remember="${remember}"`) }
      const page = await visit(options)
      await titled(page, 'Sports day')
      await press(page)
      await gone(page)
      await page.reload()
      await settled(page)
      expect(await isOpen(page)).toBe(afterReload)
      const tab = await page.context().newPage()
      await tab.goto(page.url())
      await settled(tab)
      expect(await isOpen(tab)).toBe(inNewTab)
      await titled(await visit(options), 'Sports day')
    },
  )
})

describe('in which language', () => {
  // Promise: website/other-language
  it('a message that was read in one language is not shown again in the other, on this page and on the next', async () => {
    const both = { needConfirm: 'confirm', displayDate: '20260902080500' }
    site.answer = {
      'en-US': [message('Fees', both), message('Sports day')],
      'zh-HK': [message('費用', both), message('運動會')],
    }
    const page = await visit()
    await titled(page, 'Fees')
    await press(page)
    await titled(page, 'Sports day')
    await popupOf(page).evaluate(popup => popup.setAttribute('lang', 'zh-HK'))
    await titled(page, '運動會')
    expect(await page.getByRole('status').textContent()).toBe('第 2 則，共 2 則')
    // What the reader has not read stays: the link to the Chinese page is in the same tab.
    await page.goto(site.page({ lang: 'zh-HK' }))
    await titled(page, '運動會')
    await press(page)
    await gone(page)
    await page.goto(site.page({ lang: 'en' }))
    await heardOf(page, 'load')
    await settled(page)
    expect(await isOpen(page)).toBe(false)
    expect((await heard(page)).slice(-1)).toEqual(['load'])
  })
})

describe('a page that says no', () => {
  const refuse = (page: Page, name: string) =>
    page.evaluate(
      name => document.addEventListener(`school-popup-${name}`, event => event.preventDefault()),
      name,
    )

  // Promise: website/cancel
  it.each([
    ['the tag', ''],
    ['the element', ELEMENT],
  ])('to what has come, with %s: nothing of it is shown, and it counts as not seen', async (_, head) => {
    const page = await visit({ policy: '', head, body: '' })
    await refuse(page, 'load')
    await page.evaluate(head => {
      const added = head
        ? Object.assign(document.createElement('school-popup'), { service: '/cms' })
        : Object.assign(document.createElement('script'), { src: '/widget/popup.js' })
      document.body.append(added)
    }, head)
    await heardOf(page, 'load')
    await settled(page)
    expect(await isOpen(page)).toBe(false)
    expect(await heard(page)).toEqual(['load'])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

  // Promise: website/cancel
  it('to closing: the message stays, however it was asked for', async () => {
    const page = await visit()
    await titled(page, 'Sports day')
    await refuse(page, 'dismiss')
    await press(page)
    await page.mouse.click(5, 5)
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape')
    await heardOf(page, 'dismiss', 3)
    await titled(page, 'Sports day')
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })
})

it('a long message goes on paper in dark ink, on as many sheets as it needs, and nothing of the page does', async () => {
  says(
    message('Sports day', {
      msgBody: '<p>The fee notice went home today.</p>'.repeat(80),
      needConfirm: 'confirm',
    }),
  )
  const page = await visit({
    policy: '',
    body: `${SCRIPT_TAG}<div style="height:9000px">Long</div>`,
    context: { viewport: { width: 900, height: 300 }, colorScheme: 'dark' },
  })
  await titled(page, 'Sports day')
  await page.emulateMedia({ media: 'print' })
  const grounds = await page
    .locator('school-popup dialog')
    .evaluate(dialog =>
      [undefined, '::backdrop'].map(pseudo => getComputedStyle(dialog, pseudo).backgroundColor),
    )
  expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
  const cutOff = await popupOf(page).evaluate(popup =>
    [...(popup.shadowRoot?.querySelectorAll('dialog, [part=body]') ?? [])].filter(
      box => box.scrollHeight > box.clientHeight,
    ),
  )
  expect(cutOff).toEqual([])
  expect(await page.locator('school-popup :is(button, footer)').filter({ visible: true }).count()).toBe(0)
  // The page is not held to what its window shows: the message goes on to the next sheets.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(sheets.length).toBeGreaterThan(1)
})
