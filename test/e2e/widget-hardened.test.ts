/** Pages and messages that mean harm, or do it by accident, where a message might be lost or a page be held. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { SchoolPopup } from '../../widget/index.ts'
import { SCRIPT_TAG } from '../support/widget-page.ts'
import {
  gone,
  heardOf,
  isOpen,
  message,
  openWidgetSite,
  press,
  settled,
  titled,
} from '../support/widget-visit.ts'

const { site, visit } = await openWidgetSite()

const confirmed = (title: string) => message(title, { needConfirm: 'confirm' })
const overflow = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflow)

it('imports nothing from where a picture named like the running script points', async () => {
  site.answer = { 'en-US': [message('Never shown')] }
  const fetched: string[] = []
  const page = await visit({ policy: '', body: '' })
  await page.route('https://elsewhere.example/**', route => {
    fetched.push(new URL(route.request().url()).pathname)
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: JSON.stringify({ code: 'D00000', content: [message('Theirs')] }),
    })
  })
  await page.evaluate(() => {
    document.body.innerHTML = '<img name="currentScript" src="https://elsewhere.example/w/x.png">'
    const script = Object.assign(document.createElement('script'), { src: '/widget/popup.js' })
    return new Promise(loaded => {
      script.addEventListener('load', loaded)
      document.body.append(script)
    })
  })
  await settled(page)
  // The picture itself.
  expect(fetched).toEqual(['/w/x.png'])
})

it('inside of something hidden it holds nobody', async () => {
  site.answer = { 'en-US': [confirmed('Unseen')] }
  const page = await visit({
    body: '<div hidden><school-popup service="/cms"></school-popup></div><script type="module" src="/widget/school-popup.js"></script>',
  })
  await heardOf(page, 'load')
  await page.evaluate(() => document.querySelector('school-popup')?.updateComplete)
  expect(await isOpen(page)).toBe(false)
  expect(await overflow(page)).toBe('visible')
})

it('a page that shows a preview when something is confirmed loses neither', async () => {
  site.answer = { 'en-US': [confirmed('Trip')] }
  const page = await visit()
  await titled(page, 'Trip')
  await page.evaluate(
    thanks =>
      document.addEventListener(
        'school-popup-confirm',
        event => (event.target as SchoolPopup).preview([thanks]),
        { once: true },
      ),
    message('Thank you'),
  )
  await press(page)
  await titled(page, 'Thank you')
  await press(page)
  await gone(page)
  await page.evaluate(() => document.querySelector('school-popup')?.refresh())
  expect(await isOpen(page)).toBe(false)
})

it('a double click settles one message, with or without a question', async () => {
  site.answer = { 'en-US': [confirmed('One'), message('Two'), message('Three')] }
  const page = await visit()
  await titled(page, 'One')
  await page.locator('school-popup [part=button]').dblclick()
  await titled(page, 'Two')
})

it('Escape closes the page’s own dialog above it', async () => {
  site.answer = { 'en-US': [confirmed('Below')] }
  const page = await visit({
    body: `<dialog id="own"><button>Own</button></dialog>${SCRIPT_TAG}`,
  })
  await titled(page, 'Below')
  await page.locator('#own').evaluate((own: HTMLDialogElement) => own.showModal())
  await page.keyboard.press('Escape')
  await page.locator('#own[open]').waitFor({ state: 'detached' })
  expect(await isOpen(page)).toBe(true)
})

it('a page that sets its old style sheets again is not held by them', async () => {
  site.answer = { 'en-US': [message('Open')] }
  const page = await visit()
  await titled(page, 'Open')
  await page.evaluate(() => Object.assign(window, { kept: [...document.adoptedStyleSheets] }))
  await press(page)
  await gone(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = (window as unknown as { kept: CSSStyleSheet[] }).kept
  })
  expect(await overflow(page)).toBe('visible')
})
