/** Whatever goes wrong, the page is as if the widget were not there: it hears of it, once, and nothing else changes. */
import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SchoolPopup } from '../../widget/school-popup.ts'
import type { WidgetPage } from '../support/widget-page.ts'
import {
  ELEMENT,
  gone,
  heard,
  heardOf,
  isOpen,
  LIT_GLOBALS,
  message,
  openWidgetSite,
  press,
  SANITISERS,
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
  network?: (page: Page) => Promise<void>
  /** How long the widget has to wait to know, in ms. */
  waits?: number
  /** Whether there is anything to call at all. */
  isAddress?: boolean
  /** What `data-debug` says of it; that and the element are tried once for each kind. */
  isTold?: RegExp
}

const FAILURES: [string, Failure][] = [
  ['is down', { answer: reply => reply.destroy(), isTold: /Failed to fetch/ }],
  ['answers nothing within 8 seconds', { answer: () => {}, waits: 8000, isTold: /TimeoutError|timed out/ }],
  [
    'breaks off in the middle',
    {
      answer: reply =>
        reply.writeHead(200, { 'content-length': '99' }).end('{"code":"D0', () => reply.destroy()),
    },
  ],
  ['answers half of its JSON', { answer: text(`{${D00000},"content":[{"msgTi`) }],
  ['answers 500 with HTML', { answer: text('<h1>Oops</h1>', 500) }],
  [
    'answers another code',
    { answer: text('{"code":"D20001","message":"siteId should not be empty"}'), isTold: /^D20001$/ },
  ],
  ['has an object for content', { answer: text(`{${D00000},"content":{"every":1,"filter":1}}`) }],
  [
    'redirects in a circle',
    { answer: reply => reply.writeHead(302, { location: '/cms/api/v1/popupmsg/check' }).end() },
  ],
  [
    'lets no page of another origin read it',
    { service: () => `${new URL(site.page()).origin.replace('127.0.0.1', 'localhost')}/cms` },
  ],
  ['has an address that is none', { service: () => 'http://[', isAddress: false, isTold: /TypeError/ }],
  ['cannot be reached, for the device is offline', { network: page => page.context().setOffline(true) }],
]

async function spoil(page: Page, { answer, network, waits }: Failure): Promise<string[]> {
  if (answer) site.answer = answer
  // From the network the tag itself has to come, even where nothing else does.
  await page.route('**/widget/popup.js', route =>
    route.fulfill({ path: 'dist/widget/popup.js', contentType: 'text/javascript' }),
  )
  await network?.(page)
  if (waits) await page.clock.pauseAt(Date.now() + 3_600_000)
  // Counted in the page: a browser asks a connection that was reset once more by itself.
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('popupmsg/check') && !request.redirectedFrom()) calls.push(request.url())
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

/** One of each kind. */
const TOLD = FAILURES.filter(([, { isTold }]) => isTold)

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

it.each(TOLD)(
  'the service %s: the element hears of it once as well, and a good answer is shown the next time',
  async (_, failure) => {
    const page = await visit({ head: ELEMENT, clock: true })
    await page.evaluate(() => customElements.whenDefined('school-popup').then(() => undefined))
    const complaints = complaintsOf(page)
    await spoil(page, failure)
    await page.evaluate(service => {
      document.body.append(Object.assign(document.createElement('school-popup'), { service }))
    }, failure.service?.() ?? '/cms')
    await hearOfIt(page, failure)
    expect(await heard(page)).toEqual(['error'])
    expect(await isOpen(page)).toBe(false)
    expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['menu', 700])
    expect(complaints).toEqual([])
    await page.context().setOffline(false)
    site.answer = { 'en-US': [message('Sports day')] }
    await page.locator('school-popup').evaluate((popup: SchoolPopup) => {
      popup.service = '/cms'
      popup.refresh()
    })
    await titled(page, 'Sports day')
  },
)

it.each(TOLD)('with data-debug, one line on the console says that the service %s', async (_, failure) => {
  const page = await visit({ clock: true })
  const complaints = complaintsOf(page)
  await spoil(page, failure)
  await addTag(page, { ...addressed(failure), 'data-debug': '' })
  await hearOfIt(page, failure)
  await page.clock.runFor(60_000)
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toMatch(failure.isTold ?? /never/)
})

describe('what the loader asks for', () => {
  it.each(['school-popup', 'shared'])(
    'the file %s, when it does not come at all, leaves the page as it was, and the page hears of it',
    async name => {
      site.answer = { 'en-US': [message('Sports day')] }
      const page = await visit()
      const complaints = complaintsOf(page)
      await page.route(`**/widget/${name}-*.js`, route => route.fulfill({ status: 404 }))
      const before = await stateOf(page)
      await addTag(page)
      await heardOf(page, 'error')
      await settled(page)
      expect(await stateOf(page)).toEqual(before)
      expect(await heard(page)).toEqual(['error'])
      expect(complaints).toEqual([])
    },
  )

  it.each(SANITISERS)(
    'DOMPurify that does not come leaves at least the text, with %s',
    async (name, before) => {
      site.answer = { 'en-US': [message('Sports day', { msgBody: '<p>At <b>nine</b></p>' })] }
      const page = await visit({ before })
      await page.route('**/widget/purify-*.js', route => route.fulfill({ status: 404 }))
      await addTag(page)
      await titled(page, 'Sports day')
      expect(await page.locator('school-popup [part=body]').innerText()).toBe('At nine')
      expect(await page.locator('school-popup [part=body] b').count()).toBe(name === 'DOMPurify' ? 0 : 1)
    },
  )

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

describe('an answer beyond all measure', () => {
  it('of 500 messages is one dialog of 100 that can be read through, and is not begun again on the next page', async () => {
    const titles = Array.from({ length: 500 }, (_, index) => `Message ${index + 1}`)
    site.answer = {
      'en-US': titles.map(title => message(title, { msgBody: `<p>${'Long. '.repeat(30)}</p>` })),
    }
    const page = await visit()
    await addTag(page)
    await titled(page, 'Message 1')
    expect(await page.getByRole('status').textContent()).toBe('1 of 100')
    await page.locator('school-popup').evaluate(async (popup: SchoolPopup) => {
      for (let read = 0; read < 99; read++) {
        popup.shadowRoot?.querySelector<HTMLElement>('[part=close]')?.click()
        await popup.updateComplete
      }
    })
    await titled(page, 'Message 100')
    await press(page)
    await gone(page)
    await page.reload()
    await addTag(page)
    await heardOf(page, 'load')
    await settled(page)
    expect(await isOpen(page)).toBe(false)
  })
})

describe('storage', () => {
  it('that is full: a message closed stays closed while the page is open, and nobody hears of an error', async () => {
    const page = await visit()
    const complaints = complaintsOf(page)
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage])
        for (let size = 2 ** 23; size >= 1; size /= 2)
          try {
            for (let part = 0; ; part++) storage.setItem(`${size}-${part}`, 'x'.repeat(size))
          } catch {
            // No more of this size.
          }
    })
    site.answer = { 'en-US': [message('Sports day', { needConfirm: 'confirm' }), message('Library')] }
    await addTag(page)
    await titled(page, 'Sports day')
    await press(page)
    await titled(page, 'Library')
    await press(page)
    await gone(page)
    await page.locator('school-popup').evaluate((popup: SchoolPopup) => popup.refresh())
    await settled(page)
    expect(await isOpen(page)).toBe(false)
    expect(complaints).toEqual([])
  })
})
