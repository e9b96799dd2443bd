/** Whatever goes wrong, the page is as if the widget were not there: it hears of it, once, and nothing else changes. */
import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SchoolPopup } from '../../widget/school-popup.ts'
import type { WidgetPage } from '../support/widget-page.ts'
import {
  ELEMENT,
  heard,
  heardOf,
  isOpen,
  LIT_GLOBALS,
  message,
  openWidgetSite,
  settled,
  titled,
  type VisitOptions,
  visitPage,
} from '../support/widget-visit.ts'

const { browser, site } = await openWidgetSite()
beforeEach(() => {
  site.answer = { 'en-US': [message('Sports day')] }
})

/** A long page, scrolled, with the focus on a button: all that could be lost. */
async function visit(options: VisitOptions = {}): Promise<Page> {
  const page = await visitPage(browser, site, {
    policy: '',
    body: '<div style="height:4000px">Long</div>',
    ...options,
  })
  await page.locator('#menu').focus()
  await page.evaluate(() => scrollTo(0, 700))
  return page
}

const addTag = (page: Page, attributes: Record<string, string> = {}) =>
  page.evaluate(attributes => {
    const tag = document.createElement('script')
    for (const [name, value] of Object.entries({ src: '/widget/popup.js', ...attributes }))
      tag.setAttribute(name, value)
    document.body.append(tag)
  }, attributes)

/** Everything of a page that a visitor or its own scripts could miss. */
const stateOf = (page: Page) =>
  page.evaluate(litGlobals => {
    const markup = document.documentElement.cloneNode(true) as Element
    markup.querySelector('script[src*=popup]')?.remove()
    return {
      markup: markup.outerHTML,
      globals: Object.getOwnPropertyNames(window).filter(
        name => name !== 'schoolbell' && !litGlobals.includes(name),
      ),
      styles: [document.documentElement, document.body].map(element =>
        JSON.stringify(getComputedStyle(element)),
      ),
      sheets: document.adoptedStyleSheets.length,
      scroll: [scrollX, scrollY],
      focus: document.activeElement?.id,
      stored: [localStorage.length, sessionStorage.length, document.cookie],
      address: [location.href, history.length, document.title],
    }
  }, LIT_GLOBALS)

/** Lines on the console that the widget wrote, and errors that nobody caught. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(`uncaught ${error.message}`))
  page.on('console', line => line.type() !== 'error' && complaints.push(line.text()))
  return complaints
}

const text =
  (body: string, status = 200) =>
  (reply: ServerResponse) => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
const D00000 = '"txID":"t","code":"D00000","message":"successful return"'

/** What can go wrong with the answer. */
interface Failure {
  answer?: WidgetPage['answer']
  service?: () => string
  /** How long the widget has to wait to know, in ms. */
  waits?: number
  /** Whether there is anything to call at all. */
  isAddress?: boolean
  /** What `data-debug` says of it; tried once for each kind. */
  isTold?: RegExp
}

const FAILURES: [string, Failure][] = [
  ['is down', { answer: reply => reply.destroy() }],
  ['answers nothing within 8 seconds', { answer: () => {}, waits: 8000 }],
  ['answers 500 with HTML', { answer: text('<h1>Oops</h1>', 500) }],
  [
    'answers another code',
    {
      answer: text('{"code":"D20001","message":"siteId should not be empty"}'),
      isTold: /^schoolbell D20001$/,
    },
  ],
  ['has an object for content', { answer: text(`{${D00000},"content":{"every":1,"filter":1}}`) }],
  [
    'lets no page of another origin read it',
    { service: () => `${new URL(site.page()).origin.replace('127.0.0.1', 'localhost')}/cms` },
  ],
  ['has an address that is none', { service: () => 'http://[', isAddress: false, isTold: /TypeError/ }],
]

async function spoil(page: Page, { answer, waits }: Failure): Promise<string[]> {
  if (answer) site.answer = answer
  if (waits) await page.clock.pauseAt(Date.now() + 3_600_000)
  // Counted in the page: a browser asks a connection that was reset once more by itself.
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('popupmsg/check')) calls.push(request.url())
  })
  return calls
}

/** Until the page hears of it; two times the widget's patience, where it needs any. */
async function hearOfIt(page: Page, { waits }: Failure): Promise<void> {
  for (let call = 1; waits && call <= 2; call++) {
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return site.asked.length
      })
      .toBe(call)
    await page.clock.fastForward(waits - 500)
    expect(await heard(page)).toEqual([])
    await page.clock.runFor(500)
  }
  await heardOf(page, 'error')
}

const addressed = ({ service }: Failure): Record<string, string> =>
  service ? { 'data-service': service() } : {}

// Promise: website/service-fails
it.each(FAILURES)(
  'the service %s: with the tag, the page stays as it was and hears of it once, after one retry',
  async (_, failure) => {
    const page = await visit({ clock: true })
    const complaints = complaintsOf(page)
    const before = await stateOf(page)
    const calls = await spoil(page, failure)
    await addTag(page, addressed(failure))
    await hearOfIt(page, failure)
    await page.clock.runFor(60_000)
    expect(await stateOf(page)).toEqual(before)
    expect(await heard(page)).toEqual(['error'])
    expect(complaints).toEqual([])
    expect(calls).toHaveLength(failure.isAddress === false ? 0 : 2)
  },
)

it('the element hears of a failure once as well, and shows a good answer the next time', async () => {
  const page = await visit({ head: ELEMENT })
  const complaints = complaintsOf(page)
  site.answer = reply => reply.destroy()
  await page.evaluate(async () => {
    await customElements.whenDefined('school-popup')
    document.body.append(Object.assign(document.createElement('school-popup'), { service: '/cms' }))
  })
  await heardOf(page, 'error')
  expect(await heard(page)).toEqual(['error'])
  expect(await isOpen(page)).toBe(false)
  expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['menu', 700])
  expect(complaints).toEqual([])
  site.answer = { 'en-US': [message('Sports day')] }
  await page.locator('school-popup').evaluate((popup: SchoolPopup) => popup.refresh())
  await titled(page, 'Sports day')
})

// Promise: website/debug
it.each(FAILURES.filter(([, { isTold }]) => isTold))(
  'with data-debug, one line on the console says that the service %s',
  async (_, failure) => {
    const page = await visit({ clock: true })
    const complaints = complaintsOf(page)
    await spoil(page, failure)
    await addTag(page, { ...addressed(failure), 'data-site-id': 'academy', 'data-debug': '' })
    await hearOfIt(page, failure)
    await page.clock.runFor(60_000)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatch(failure.isTold ?? /never/)
  },
)

describe('what the loader asks for', () => {
  it('the dialog, when it does not come at all, leaves the page as it was, and the page hears of it', async () => {
    const page = await visit()
    const complaints = complaintsOf(page)
    await page.route('**/widget/school-popup-*.js', route => route.fulfill({ status: 404 }))
    const before = await stateOf(page)
    await addTag(page)
    await heardOf(page, 'error')
    await settled(page)
    expect(await stateOf(page)).toEqual(before)
    expect(await heard(page)).toEqual(['error'])
    expect(complaints).toEqual([])
  })

  it('icons that do not come leave no broken frame, and the next message has its own', async () => {
    site.answer = { 'en-US': [message('Storm', { iconId: '3' }), message('Sports day', { iconId: '10' })] }
    const page = await visit()
    await page.route('**/icons/typhoon-3.svg', route => route.abort())
    await addTag(page)
    await titled(page, 'Storm')
    await page.locator('school-popup [part=icon]').waitFor({ state: 'hidden' })
    await page.locator('school-popup [part=close]').click()
    await titled(page, 'Sports day')
    await page.locator('school-popup [part=icon]').waitFor()
  })
})
