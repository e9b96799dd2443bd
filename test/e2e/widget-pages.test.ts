/** The widget on every kind of page that a school may have, and what it leaves of the page around it. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SchoolPopup } from '../../widget/school-popup.ts'
import { SCRIPT_TAG } from '../support/widget-page.ts'
import {
  ELEMENT,
  focused,
  gone,
  heard,
  message,
  openWidgetSite,
  press,
  settled,
  titled,
  type VisitOptions,
  violations,
} from '../support/widget-visit.ts'

// With scroll bars that take space, as on most desktops.
const { site, visit } = await openWidgetSite(['--hide-scrollbars'])
beforeEach(() => {
  site.answer = { 'en-US': [message('Sports day', { iconId: '10' })] }
})

const DESKTOP = { viewport: { width: 900, height: 600 } }
const LONG_PAGE = '<div style="height:4000px">Long</div>'
const style = (sheet: string) => `<style>${sheet}</style>`

/** Reads one message as a visitor does, with nothing on the page complaining. */
async function readIt(page: Page, faults: string[]): Promise<void> {
  await titled(page, 'Sports day')
  expect(await focused(page)).toBe('Sports day')
  expect(await page.getByText('Please read.').isVisible()).toBe(true)
  expect(
    await page
      .locator('school-popup [part=icon]')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
  ).toBe(true)
  await press(page)
  await gone(page)
  await page.locator('#menu').click()
  expect(faults).toEqual([])
}

const faultsOf = (page: Page): string[] => {
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', line => line.type() === 'error' && faults.push(line.text()))
  return faults
}

describe('a message is shown and closed on', () => {
  const tag = (attributes: string) => `<script ${attributes}></script>`
  const HOSTILE = `
    * { all: unset; display: none; letter-spacing: 1em; text-transform: uppercase; visibility: hidden; direction: rtl }
    html, body, main, main * { display: block; visibility: visible }
    dialog { display: none !important; position: static }
    html { font-size: 62.5% }
    main { position: fixed; inset: 0; z-index: 2147483647; background: #fff }
    ::backdrop { display: none }`

  it.each<[string, () => VisitOptions]>([
    [
      'a page with <base href> elsewhere',
      () => ({
        policy: '',
        head: '<base href="https://else.invalid/a/"/>',
        body: tag(`async src="${new URL(site.page()).origin}/widget/popup.js"`),
      }),
    ],
    ['a page with the tag in its head and in its body', () => ({ head: SCRIPT_TAG })],
    [
      'a page with the tag before anything else runs',
      () => ({ head: tag('src="/widget/popup.js"'), body: '' }),
    ],
    [
      'a page with strict-dynamic and a nonce',
      () => ({
        policy:
          "default-src 'none'; script-src 'nonce-Zm9n' 'strict-dynamic'; style-src 'nonce-Zm9n'; img-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html dompurify",
        head: '<script nonce="Zm9n" src="/recorder.js"></script>',
        body: tag('async nonce="Zm9n" src="/widget/popup.js"'),
      }),
    ],
    ['a page whose style sheet spares nothing', () => ({ policy: '', head: style(HOSTILE) })],
    [
      'a page that froze what scripts share',
      () => ({
        policy: '',
        head: '<script>for (const shared of [JSON, Math, Object.prototype, Array.prototype, Element.prototype]) Object.freeze(shared)</script>',
      }),
    ],
    [
      'a page whose old library has its own JSON',
      () => ({ policy: '', head: '<script>window.JSON = { encode() {}, decode() {} }</script>' }),
    ],
    [
      'a page that has an element called schoolbell, and calls the tag so',
      () => ({
        body: `<div id="schoolbell">Bell</div>${SCRIPT_TAG.replace('async', 'async id="schoolbell"')}`,
      }),
    ],
  ])('%s', async (_, options) => {
    const page = await visit({ before: rememberFaults, ...options() })
    await titled(page, 'Sports day')
    await readIt(page, (await page.evaluate('faults')) as string[])
    expect(await page.evaluate('faults')).toEqual([])
    // A nonce keeps this test's own recorder off, not the widget.
    expect((await violations(page)).filter(name => name !== 'script-src-elem')).toEqual([])
    expect(site.asked).toHaveLength(1)
  })

  it('a page in XHTML stays as it is, and hears why there is no popup', async () => {
    const page = await visit({
      before: rememberFaults,
      type: 'application/xhtml+xml',
      body: '<script async="async" src="/widget/popup.js"></script>',
    })
    await expect
      .poll(() => page.evaluate('reasons'))
      .toEqual([expect.stringContaining('application/xhtml+xml')])
    expect(await page.evaluate('faults')).toEqual([])
    expect(await page.locator('school-popup').count()).toBe(0)
  })

  it('a page whose own script has the name keeps it, and gets no popup', async () => {
    const page = await visit({ policy: '', head: '<script>var schoolbell = "ours"</script>' })
    await settled(page)
    expect(await page.evaluate('schoolbell')).toBe('ours')
    expect(site.asked).toHaveLength(0)
  })
})

it('its letters have the reader’s size and the dialog its own looks, whatever the page says of every element', async () => {
  const looks = async (head: string) => {
    const page = await visit({ policy: '', head, context: DESKTOP })
    await titled(page, 'Sports day')
    return page.evaluate(() => {
      const root = document.querySelector('school-popup')?.shadowRoot
      return ['dialog', 'h2', '[part=body] p', '[part=close]'].map(selector => {
        const element = root?.querySelector(selector) as Element
        const { fontSize, letterSpacing, textTransform, direction, color, cursor } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        return { selector, fontSize, letterSpacing, textTransform, direction, color, cursor, width, height }
      })
    })
  }
  const rude = `* { all: unset; font-size: 40px; letter-spacing: 1em; text-transform: uppercase; color: lime; cursor: wait;
    direction: rtl; line-height: 4; text-indent: 3em; white-space: pre; word-spacing: 2em } html { font-size: 62.5% }`
  expect(await looks(style(rude))).toEqual(await looks(''))
})

describe('in a single-page app', () => {
  it('the body exchanged as a whole takes nothing from the screen', async () => {
    const page = await visit()
    await titled(page, 'Sports day')
    await page.evaluate(() => {
      const body = document.createElement('body')
      body.append(Object.assign(document.createElement('button'), { id: 'menu', textContent: 'Menu' }))
      document.body.replaceWith(body)
    })
    await readIt(page, faultsOf(page))
  })

  it('moved while it is open, it stays open, modal, with the focus; closed then, it gives the focus back', async () => {
    const page = await visit({ body: ELEMENT })
    await page.locator('#menu').focus()
    await addElement(page)
    await titled(page, 'Sports day')
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.querySelector('school-popup') as Element),
    )
    await titled(page, 'Sports day')
    await page.waitForFunction(() =>
      document.querySelector('school-popup')?.shadowRoot?.querySelector('dialog')?.matches(':modal'),
    )
    expect(await focused(page)).toBe('Sports day')
    await settled(page)
    expect(site.asked).toHaveLength(1)
    expect(await heard(page)).toEqual(['load', 'show'])
    await press(page)
    await gone(page)
    expect(await focused(page)).toBe('menu')
    expect(await heard(page)).toEqual(['load', 'show', 'dismiss'])
  })

  it('taken off and put back again and again, it shows its message each time and leaves nothing behind', async () => {
    const page = await visit({ body: ELEMENT })
    const faults = faultsOf(page)
    await page.locator('#menu').focus()
    await addElement(page)
    for (let time = 1; time <= 3; time++) {
      await titled(page, 'Sports day')
      expect(await overflow(page)).toBe('hidden')
      await page.evaluate(() => {
        const popup = document.querySelector('school-popup') as Element
        popup.remove()
        Object.assign(window, { popup })
      })
      expect(await overflow(page)).toBe('visible')
      expect(await focused(page)).toBe('menu')
      await page.locator('#menu').click()
      await page.evaluate('document.body.append(popup)')
    }
    await titled(page, 'Sports day')
    await settled(page)
    expect(site.asked).toHaveLength(4)
    await readIt(page, faults)
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  it('taken off for good while an answer is on its way, it shows and asks nothing any more', async () => {
    const page = await visit({ body: ELEMENT, clock: true })
    await page.evaluate(async () => {
      await customElements.whenDefined('school-popup')
      const popup = Object.assign(document.createElement('school-popup'), {
        service: '/cms',
        refreshSeconds: 10,
      })
      popup.addEventListener('school-popup-load', () => document.body.append('heard'))
      document.body.append(popup)
      await popup.updateComplete
      popup.remove()
    })
    await settled(page)
    await page.clock.fastForward(60_000)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await settled(page)
    expect(site.asked).toHaveLength(1)
    expect(await page.getByText('heard').count()).toBe(0)
    expect(await heard(page)).toEqual([])
    expect(await overflow(page)).toBe('visible')
  })

  it('two popups at once: the page scrolls again when both are closed, in either order', async () => {
    const page = await visit({
      body: `${ELEMENT}<school-popup id="a"></school-popup><school-popup id="b"></school-popup>`,
    })
    for (const order of ['ab', 'ba']) {
      await page.evaluate(async message => {
        await customElements.whenDefined('school-popup')
        for (const popup of document.querySelectorAll('school-popup')) {
          popup.preview([message])
          await popup.updateComplete
        }
      }, message('Twice'))
      for (const [index, id] of [...order].entries()) {
        expect(await overflow(page)).toBe('hidden')
        await page.locator(`#${id}`).evaluate(async (popup: SchoolPopup) => {
          popup.close()
          await popup.updateComplete
        })
        expect(await overflow(page)).toBe(index ? 'visible' : 'hidden')
      }
    }
  })
})

/** Puts the element on a page that has {@link ELEMENT}. */
const addElement = (page: Page, properties: Partial<SchoolPopup> = { service: '/cms' }) =>
  page.evaluate(async properties => {
    await customElements.whenDefined('school-popup')
    document.body.append(Object.assign(document.createElement('school-popup'), properties))
  }, properties)
const overflow = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)

describe('behind the dialog', () => {
  const POPUP = `${ELEMENT}${LONG_PAGE}`
  const open = (page: Page) => addElement(page, { messages: [message('Sports day')] })

  it('the page stays scrolled where it was, when the dialog opens and after it is closed', async () => {
    const page = await visit({ policy: '', body: POPUP, context: DESKTOP })
    await page.locator('#menu').focus()
    await page.evaluate(() => scrollTo(0, 1500))
    await open(page)
    await titled(page, 'Sports day')
    expect(await page.evaluate(() => scrollY)).toBe(1500)
    await page.mouse.move(20, 300)
    await page.mouse.wheel(0, 400)
    await page.keyboard.press('PageDown')
    await settled(page)
    expect(await page.evaluate(() => scrollY)).toBe(1500)
    await press(page)
    await gone(page)
    expect(await page.evaluate(() => scrollY)).toBe(1500)
    expect(await focused(page)).toBe('menu')
    // The browser's own thread learns of the end a moment later: a visitor turns the wheel more than once.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400)
        return page.evaluate(() => scrollY)
      })
      .toBeGreaterThan(1500)
  })

  it('nothing can be reached: neither by the pointer, nor by a screen reader', async () => {
    const page = await visit({ body: ELEMENT, context: DESKTOP })
    await open(page)
    await titled(page, 'Sports day')
    const menu = await page.locator('#menu').boundingBox()
    expect(
      await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.localName, [
        (menu?.x ?? 0) + 5,
        (menu?.y ?? 0) + 5,
      ] as const),
    ).toBe('school-popup')
    expect(await page.getByRole('button', { name: 'Menu' }).isEnabled()).toBe(true)
    const session = await page.context().newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => name?.value)
    expect(names).toContain('Sports day')
    expect(names).not.toContain('Menu')
  })

  it.each<[string, VisitOptions]>([
    ['a long page with a scroll bar', { body: POPUP }],
    ['a short page without one', { body: ELEMENT }],
    ['a page whose body scrolls it', { body: POPUP, head: style('body { overflow-y: scroll }') }],
    [
      'a page whose body hides what is too wide',
      { body: POPUP, head: style('body { overflow-x: hidden; margin: 8px } h1 { margin: 40px }') },
    ],
    [
      'a page with a rule of its own on its root element',
      { body: POPUP, root: 'style="overflow-y: scroll; scrollbar-gutter: stable both-edges"' },
    ],
    [
      'a short, narrow page in quirks mode',
      { body: ELEMENT, doctype: '', head: style('html { width: 400px; margin: auto }') },
    ],
    [
      'a page laid out as a grid',
      { body: POPUP, head: style('html { display: grid; gap: 50px } * { all: revert }') },
    ],
  ])('nothing of %s moves, and nothing is left of the lock', async (_, options) => {
    const page = await visit({ policy: '', context: DESKTOP, ...options })
    await page.evaluate(() => {
      const shifts: number[] = []
      new PerformanceObserver(list => {
        for (const shift of list.getEntries()) shifts.push((shift as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift' })
      Object.assign(window, { shifts })
    })
    const before = await placesOf(page)
    await open(page)
    await titled(page, 'Sports day')
    const during = await placesOf(page)
    expect(during.places).toEqual(before.places)
    // No second scroll bar, and none that still moves the page.
    await page.evaluate(() => scrollBy(0, 0))
    await press(page)
    await gone(page)
    await page.locator('school-popup').evaluate(popup => popup.remove())
    expect(await placesOf(page)).toEqual(before)
    // They are told of behind the frame in which they are drawn.
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))
    expect(await page.evaluate('shifts')).toEqual([])
  })

  it('what the page sets on itself meanwhile is there afterwards', async () => {
    const page = await visit({ policy: '', body: POPUP, context: DESKTOP })
    await open(page)
    await titled(page, 'Sports day')
    await page.evaluate(() => {
      document.documentElement.style.overflow = 'clip'
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()]
    })
    await press(page)
    await gone(page)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('clip')
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1)
  })
})

/** Where what the page shows is, and what is set on its root and body. */
const placesOf = (page: Page) =>
  page.evaluate(() => ({
    places: [...document.querySelectorAll('body, main, h1, #menu, body > div')].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.localName, x, y, width, height]
    }),
    styles: [document.documentElement, document.body].map(element => [
      element.getAttribute('style'),
      getComputedStyle(element).overflow,
      getComputedStyle(element).scrollbarGutter,
    ]),
  }))

/** Runs in the page before its own scripts. */
function rememberFaults(): void {
  const faults: string[] = []
  const reasons: string[] = []
  Object.assign(window, { faults, reasons })
  addEventListener('error', event => faults.push(event.message))
  addEventListener('unhandledrejection', event => faults.push(String(event.reason)))
  addEventListener('school-popup-error', event => reasons.push(String((event as CustomEvent).detail)), true)
}
