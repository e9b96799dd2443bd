/** Messages that arrive, change and are withdrawn while a page is open, and pages that nobody looks at yet or any more. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { SchoolPopup } from '../../widget/school-popup.ts'
import { SCRIPT_TAG } from '../support/widget-page.ts'
import {
  ELEMENT,
  focused,
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

const tagWith = (attributes: string) => SCRIPT_TAG.replace('async', `async ${attributes}`)
const EVERY_MINUTE = tagWith('data-refresh="60"')
const says = (...titles: string[]) => {
  site.answer = { 'en-US': titles.map(title => message(title)) }
}
/** A minute later, when the next answer has been heard of. */
async function nextAnswer(page: Page): Promise<void> {
  const loads = (await heard(page)).filter(name => name === 'load').length
  await page.clock.fastForward(60_000)
  await heardOf(page, 'load', loads + 1)
}

/** How often a page with a held clock asks in so many times ten seconds. In one leap the answers would come after their time. */
async function askedDuring(page: Page, times: number): Promise<number> {
  site.asked.length = 0
  for (let time = 0; time < times; time++) {
    await page.clock.fastForward(10_000)
    await settled(page)
  }
  return site.asked.length
}

/** Counts how often the native dialog is opened or closed from now on. */
const watchDialog = (page: Page) =>
  page.locator('school-popup dialog').evaluate(dialog => {
    const changes: string[] = []
    new MutationObserver(() => changes.push('open')).observe(dialog, { attributeFilter: ['open'] })
    dialog.addEventListener('close', () => changes.push('close'))
    Object.assign(window, { changes })
  })
const place = (page: Page) => page.getByRole('status').textContent()

describe('asking again every minute', () => {
  // Promise: website/refresh
  it('a message that arrives lines up behind the one being read, without a flash, the focus where it was', async () => {
    says('First')
    const page = await visit({ body: EVERY_MINUTE, clock: true })
    await titled(page, 'First')
    await page.locator('school-popup [part=close]').focus()
    await watchDialog(page)
    says('Earlier in the list', 'First')
    await nextAnswer(page)
    await titled(page, 'First')
    expect(await place(page)).toBe('1 of 2')
    expect(await page.evaluate('changes')).toEqual([])
    expect(await focused(page)).toBe('button')
    expect((await heard(page)).filter(name => name === 'show')).toHaveLength(1)
    await press(page)
    await titled(page, 'Earlier in the list')
    expect(await page.evaluate('changes')).toEqual([])
  })

  it('one withdrawn further back leaves the count, and one withdrawn while it is read makes way in the same dialog', async () => {
    says('One', 'Two', 'Three')
    const page = await visit({ body: EVERY_MINUTE, clock: true })
    await titled(page, 'One')
    expect(await place(page)).toBe('1 of 3')
    await watchDialog(page)
    says('One', 'Three')
    await nextAnswer(page)
    expect(await place(page)).toBe('1 of 2')
    says('Three')
    await nextAnswer(page)
    await titled(page, 'Three')
    expect(await focused(page)).toBe('Three')
    expect(await place(page)).toBe('')
    expect(await page.evaluate('changes')).toEqual([])
    expect((await heard(page)).filter(name => /confirm|dismiss/.test(name))).toEqual([])
  })

  it('a page that had no message loads the dialog for the first, shows it once, and again when it changes', async () => {
    says()
    const page = await visit({ body: EVERY_MINUTE, clock: true })
    await settled(page)
    expect(site.fetched).toEqual(['popup.js'])
    says('Buses')
    await page.clock.fastForward(60_000)
    await titled(page, 'Buses')
    await press(page)
    await gone(page)
    await nextAnswer(page)
    expect(await isOpen(page)).toBe(false)
    site.answer = { 'en-US': [message('Buses', { msgBody: '<p>They leave at noon.</p>' })] }
    await nextAnswer(page)
    await page.getByText('They leave at noon.').waitFor()
  })

  it('a service that fails in between takes nothing away', async () => {
    says('Stays')
    const page = await visit({ body: EVERY_MINUTE, clock: true })
    await titled(page, 'Stays')
    site.answer = reply => reply.writeHead(503).end()
    await page.clock.fastForward(60_000)
    await page.clock.runFor(5000)
    await heardOf(page, 'error')
    await titled(page, 'Stays')
  })

  it.each(['9', '3600000'])(
    'data-refresh %j is no interval: nothing is asked again, before a message has come or after',
    async refresh => {
      says()
      const page = await visit({ body: tagWith(`data-refresh="${refresh}"`), clock: true })
      await settled(page)
      await page.clock.fastForward(24 * 3600_000)
      await settled(page)
      expect(site.asked).toHaveLength(1)
      says('Come')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await titled(page, 'Come')
      await page.clock.fastForward(24 * 3600_000)
      await settled(page)
      expect(site.asked).toHaveLength(2)
    },
  )

  // Promise: website/refresh
  it('ten seconds is the shortest', async () => {
    says()
    const page = await visit({ body: tagWith('data-refresh="10"'), clock: 'held' })
    await settled(page)
    expect(await askedDuring(page, 3)).toBe(3)
  })

  it('an element follows its attribute: faster, slower, not at all', async () => {
    says()
    const page = await visit({
      body: `${ELEMENT}<school-popup service="/cms"></school-popup>`,
      clock: 'held',
    })
    const popup = page.locator('school-popup')
    await heardOf(page, 'load')
    const askedIn = async (refresh: string, times: number) => {
      await popup.evaluate(async (popup: SchoolPopup, refresh) => {
        popup.setAttribute('refresh', refresh)
        await popup.updateComplete
      }, refresh)
      return askedDuring(page, times)
    }
    expect(await askedIn('10', 2)).toBe(2)
    expect(await askedIn('20', 4)).toBe(2)
    expect(await askedIn('never', 4)).toBe(0)
    await askedIn('10', 0)
    await popup.evaluate(popup => popup.remove())
    expect(await askedDuring(page, 4)).toBe(0)
  })
})

describe('coming back', () => {
  // Promise: website/visible
  it.each([
    ['before any message has come', false],
    ['after one was read', true],
  ])('a tab in the background asks nothing, and once when it is in front again, %s', async (_, read) => {
    if (read) says('Read')
    else says()
    const page = await visit({ body: EVERY_MINUTE, clock: true, before: hideable })
    if (read) {
      await titled(page, 'Read')
      await press(page)
      await gone(page)
    }
    await settled(page)
    await page.evaluate('lookAway()')
    says('Missed')
    await page.clock.fastForward(10 * 60_000)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await settled(page)
    expect(site.asked).toHaveLength(1)
    await page.evaluate('lookAt()')
    await titled(page, 'Missed')
    expect(site.asked).toHaveLength(2)
  })

  it.each([
    ['the script tag', SCRIPT_TAG],
    ['the element', `${ELEMENT}<school-popup service="/cms"></school-popup>`],
  ])('%s on a page opened in the background asks nothing until it is looked at', async (_, body) => {
    says('Waiting')
    const page = await visit({ body, before: hideable, root: 'data-hidden' })
    await settled(page)
    expect(site.asked).toHaveLength(0)
    await page.evaluate('lookAt()')
    await titled(page, 'Waiting')
    expect(site.asked).toHaveLength(1)
  })

  it('what was read in another tab is gone here, too', async () => {
    site.answer = { 'en-US': [message('Fees', { needConfirm: 'confirm' })] }
    const page = await visit({ before: hideable })
    await titled(page, 'Fees')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await titled(other, 'Fees')
    await press(other)
    await gone(other)
    // What one tab stores another knows a moment later.
    await page.waitForFunction(() => localStorage.length)
    await page.evaluate('lookAway()')
    await page.evaluate('lookAt()')
    await gone(page)
    expect((await heard(page)).filter(name => name === 'confirm' || name === 'dismiss')).toEqual([])
  })
})

/** Runs in the page before its own scripts: hides it by a word, for a test's browser shows all its pages at once. */
function hideable(): void {
  let hidden: boolean | undefined
  const isHidden = () => hidden ?? document.documentElement.hasAttribute('data-hidden')
  Object.defineProperty(document, 'hidden', { get: isHidden })
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden() ? 'hidden' : 'visible') })
  const become = (state: boolean) => () => {
    hidden = state
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  Object.assign(window, { lookAway: become(true), lookAt: become(false) })
}
