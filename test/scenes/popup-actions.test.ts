/** What a visitor does with a popup: by keyboard and by finger, across reloads, with storage or without. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANDSCAPE, openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'
import { openSites, STRICT_POLICY, type WidgetPage } from '../support/widget-page.ts'
import { message } from '../support/widget-visit.ts'

let site: WidgetPage
let visitor: Visitor
beforeAll(async () => {
  visitor = await openVisitor({ reducedMotion: true })
})
afterAll(() => visitor?.close())
const freshSite = openSites()
beforeEach(async () => {
  site = await freshSite()
  await visitor.resize(PHONE)
})

const DIALOG = 'dialog[open]'
const CONFIRM = { needConfirm: 'confirm' }

const visit = (messages: unknown[], lang = 'en', policy = STRICT_POLICY) => {
  site.answer = { 'en-US': messages, 'zh-HK': messages }
  return visitor.open(site.page({ lang, policy }))
}
const titled = (title: string) => visitor.sees('[part=title]', title)
const gone = () => visitor.waitsUntilGone(DIALOG)
const focused = () =>
  visitor.run(look => {
    const element = look.focused()
    return element?.part.value || element?.id || element?.localName || ''
  })
/** When the page has heard this event. */
const heard = (name: string) =>
  visitor.until((_, name) => (Reflect.get(window, 'heard') as string[]).includes(name), name)
/** Asks the service again, as `data-refresh` does. */
const refresh = () =>
  visitor.run(look => (look.all('school-popup')[0] as HTMLElementTagNameMap['school-popup']).refresh())

describe('the focus', () => {
  // Promise: website/keyboard
  it('begins on the title, goes to the ✕, never to the page behind, and back where it was', async () => {
    await visit([])
    await visitor.run(look => look.find('#menu')?.focus())
    site.answer = { 'en-US': [message('Typhoon')] }
    await visitor.run(() => void dispatchEvent(new Event('online')))
    await titled('Typhoon')
    await visitor.until(look => look.focused()?.part.value === 'title')
    const reached = new Set<string>()
    for (let count = 0; count < 6; count++) {
      await visitor.press('Tab')
      reached.add(await focused())
    }
    // Firefox's own buttons are between the last and the first of the page: later keys are for the page.
    while ((await focused()) !== 'close') await visitor.press('Tab')
    expect([...reached]).toEqual(expect.arrayContaining(['close']))
    expect([...reached]).not.toContain('menu')
    await visitor.press('Escape')
    await gone()
    await visitor.until(look => look.focused()?.id === 'menu')
  })

  // Promise: website/keyboard
  it('reaches a body that scrolls, and the keyboard scrolls it', async () => {
    await visit([message('Long', { ...CONFIRM, msgBody: '<p>Stay at home.</p>'.repeat(80) })])
    await titled('Long')
    await visitor.until(look => look.find('[part=body][tabindex]'))
    await visitor.press('Tab')
    expect(await focused()).toBe('body')
    await visitor.press('End')
    await visitor.until(look => (look.find('[part=body]')?.scrollTop ?? 0) > 100)
  })
})

describe('a message without a question', () => {
  // Promise: website/read, website/engines
  it.each([
    ['Escape', () => visitor.press('Escape')],
    ['the ✕ in the corner', () => visitor.tap('[part=close]')],
    ['a tap beside it', () => visitor.tapAt(200, 20)],
  ])('is closed by %s, and does not come back after a reload', async (_, close) => {
    await visit([message('Sports day')])
    await titled('Sports day')
    await close()
    await gone()
    await visitor.reload()
    await visitor.until(() => document.readyState === 'complete')
    await refreshedByTag()
    expect(await visitor.run(look => look.all('dialog').length)).toBe(0)
  })

  it.each([
    ['en', 'Next message', 'Close', '2 of 2'],
    ['zh-HK', '下一則訊息', '關閉', '第 2 則，共 2 則'],
  ])(
    'before another one: in %s its ✕ leads there, and its name says so',
    async (lang, next, close, place) => {
      const name = () => visitor.run(look => look.find('[part=close]')?.ariaLabel)
      await visit([message('Sports day'), message('Library')], lang)
      await titled('Sports day')
      expect(await name()).toBe(next)
      expect(await visitor.run(look => look.all('[part=button]').length)).toBe(0)
      await visitor.tap('[part=close]')
      await titled('Library')
      expect(await name()).toBe(close)
      await visitor.sees('[part=place]', place)
      // A second tap at once would be a double click, which closes one message.
      await visitor.run(look => look.find('[part=close]')?.focus())
      await visitor.press('Enter')
      await gone()
    },
  )

  it('stays when text in it is tapped', async () => {
    await visit([message('Sports day')])
    await titled('Sports day')
    await visitor.tap('[part=body] p')
    expect(await visitor.run(look => look.all('dialog[open]').length)).toBe(1)
  })
})

/** When the script tag has asked once more, and has its answer. */
async function refreshedByTag(): Promise<void> {
  const before = site.asked.length
  await visitor.run(() => void dispatchEvent(new Event('online')))
  await expect.poll(() => site.asked.length).toBeGreaterThan(before)
  await visitor.run(() => fetch('/recorder.js?turn').then(reply => reply.text()))
}

// Promise: website/confirm
it.each([
  ['confirm', 'en', 'Confirm'],
  ['Accept', 'zh-HK', '接受'],
])(
  'a message that asks to %s, in %s, is not closed by Escape or a tap beside it, is by its button, and is remembered',
  async (needConfirm, lang, label) => {
    await visit([message('Typhoon', { needConfirm })], lang)
    await titled('Typhoon')
    for (let count = 0; count < 3; count++) await visitor.press('Escape')
    await visitor.tapAt(200, 20)
    await titled('Typhoon')
    expect(await visitor.run(look => look.find('dialog')?.matches(':modal'))).toBe(true)
    expect(await visitor.run(look => look.all('[part=close]').length)).toBe(0)
    await visitor.tap('[part=button]', label)
    await gone()
    await heard('confirm')
    await visitor.reload()
    await visitor.until(() => document.readyState === 'complete')
    await refreshedByTag()
    expect(await visitor.run(look => look.all('dialog').length)).toBe(0)
  },
)

// Promise: popups/button
it('is confirmed by Enter and by the space bar', async () => {
  await visit([message('One', CONFIRM), message('Two', CONFIRM)])
  for (const [title, key] of [
    ['One', 'Enter'],
    ['Two', 'Space'],
  ] as const) {
    await titled(title)
    await visitor.until(look => look.focused()?.part.value === 'title')
    await visitor.press('Tab')
    expect(await focused()).toBe('button')
    await visitor.press(key)
  }
  await gone()
})

it('several are shown one after another, each from its beginning, in a low window, too', async () => {
  await visitor.resize(LANDSCAPE)
  const long = { ...CONFIRM, msgBody: '<p>Stay at home.</p>'.repeat(30) }
  await visit([message('One', long), message('Two', long)])
  await visitor.sees('[part=place]', '1 of 2')
  await visitor.tap('[part=button]')
  await titled('Two')
  await visitor.sees('[part=place]', '2 of 2')
  expect(await visitor.run(look => look.find('dialog')?.scrollTop)).toBe(0)
  expect(await focused()).toBe('title')
  // A second tap at once would be a double click, which settles one message.
  await visitor.run(look => look.find('[part=button]')?.focus())
  await visitor.press('Enter')
  await gone()
})

it('a long title is shown from its beginning, after another that was scrolled', async () => {
  const title = (number: number) =>
    `Number ${number}: ${'the school is closed because of the weather. '.repeat(20)}`
  await visit([message(title(1)), message(title(2))])
  await titled('Number 1')
  const scrolled = (top?: number) =>
    visitor.run((look, top) => {
      const box = look.find('[part=title]')?.parentElement as HTMLElement
      if (top) box.scrollTop = top
      return box.scrollTop
    }, top)
  expect(await scrolled(100)).toBe(100)
  await visitor.press('Escape')
  await titled('Number 2')
  expect(await scrolled()).toBe(0)
})

it('is read and closed on a page that a toolbar has made twice as large', async () => {
  site.answer = {
    'en-US': [message('Typhoon', { ...CONFIRM, iconId: '4', msgBody: '<p>Stay at home.</p>'.repeat(30) })],
  }
  await visitor.open(site.page({ policy: '', head: '<style>html { zoom: 2 }</style>' }))
  await titled('Typhoon')
  const { top, bottom, height, body } = await visitor.run(look => {
    const { top, bottom } = (look.find('dialog') as HTMLElement).getBoundingClientRect()
    return { top, bottom, height: innerHeight, body: look.find('[part=body]')?.clientHeight ?? 0 }
  })
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(height + 1)
  expect(body).toBeGreaterThan(40)
  // By keyboard: WebKit gives places on such a page in its own measure.
  await visitor.run(look => look.find('[part=button]')?.focus())
  await visitor.press('Enter')
  await gone()
})

it('one that changes while it is open is shown in its new form, and withdrawn it goes', async () => {
  await visit([message('Signal no. 3')])
  await titled('Signal no. 3')
  site.answer = { 'en-US': [message('Signal no. 8', { msgBody: '<p>Go home now.</p>' })] }
  await refresh()
  await titled('Signal no. 8')
  await visitor.sees('[part=body]', 'Go home now.')
  site.answer = { 'en-US': [] }
  await refresh()
  await gone()
})

it('where storage is blocked, the message is shown, closes, and stays away until the page is left', async () => {
  site.open = true
  // A page in a sandbox is from nowhere, and its storage throws; to its own server it is a stranger.
  await visit([message('Typhoon', CONFIRM)], 'en', 'sandbox allow-scripts')
  await titled('Typhoon')
  expect(
    await visitor.run(() => {
      try {
        return localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    }),
  ).toBe('SecurityError')
  await visitor.tap('[part=button]')
  await gone()
  await refreshedByTag()
  await visitor.run(() => new Promise(requestAnimationFrame))
  expect(await visitor.run(look => look.all('dialog[open]').length)).toBe(0)
})

it('the page behind does not scroll while the dialog is open, and does after it', async () => {
  site.answer = { 'en-US': [message('Typhoon')] }
  await visitor.open(site.page({ policy: '', head: '<style>main { height: 4000px }</style>' }))
  await titled('Typhoon')
  const overflow = () => visitor.run(() => getComputedStyle(document.documentElement).overflowY)
  expect(await overflow()).toBe('hidden')
  await visitor.press('Escape')
  await gone()
  expect(await overflow()).toBe('visible')
})
