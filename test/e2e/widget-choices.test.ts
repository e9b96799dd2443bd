/** What a site, a page and a reader may choose: how long, from where, in which language, on what, and by which calls. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
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
beforeEach(() => {
  says(message('Sports day'))
})

const says = (...messages: unknown[]) => {
  site.answer = { 'en-US': messages, 'zh-HK': messages }
}
const tagWith = (attributes: string) => SCRIPT_TAG.replace('async', `async ${attributes}`)
const popupOf = (page: Page) => page.locator('school-popup')
const refresh = (page: Page) =>
  popupOf(page).evaluate((popup: SchoolPopup) => popup.refresh().then(() => popup.updateComplete))
const ON_PAGE = `${ELEMENT}<school-popup service="/cms"></school-popup>`

describe('how long a message that was read stays away', () => {
  type Row = [attribute: string, needConfirm: string | undefined, afterReload: boolean, inNewTab: boolean]
  it.each<Row>([
    ['', undefined, false, false],
    ['data-remember="always"', undefined, false, false],
    ['data-remember="session"', 'confirm', false, true],
    ['data-remember="for a week"', 'confirm', false, false],
  ])(
    'tag %j, button %s: back after a reload %s, in a new tab %s, always for another visitor',
    async (attribute, needConfirm, afterReload, inNewTab) => {
      says(message('Sports day', { needConfirm }))
      const options = { body: tagWith(attribute) }
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

  it('for a session: what was closed in one tab does not close it in another that shows it', async () => {
    const page = await visit({ body: tagWith('data-remember="session"') })
    await titled(page, 'Sports day')
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await titled(tab, 'Sports day')
    await press(tab)
    await gone(tab)
    await refresh(page)
    await titled(page, 'Sports day')
  })
})

describe('where the icons are', () => {
  it.each([
    ['beside the dialog’s file', '', '/widget/icons/event.svg'],
    ['on another path', 'data-icon-base="/pictures/signals"', '/pictures/signals/event.svg'],
  ])('%s', async (_, attribute, path) => {
    says(message('Sports day', { iconId: '10' }))
    const page = await visit({ body: tagWith(attribute) })
    await titled(page, 'Sports day')
    const src = await page.locator('school-popup [part=icon]').evaluate((icon: HTMLImageElement) => icon.src)
    expect(new URL(src).pathname).toBe(path)
  })
})

describe('in which language', () => {
  const CHINESE = ['zh-HK', 'ZH-hk', 'zh-CN']
  const OTHERS = ['', 'fr', 'not a language', '中文']

  it.each([
    ['Traditional Chinese', CHINESE, 'zh-HK', '關閉', '2026年9月1日'],
    ['English, never nothing', OTHERS, 'en-US', 'Close', 'September 1, 2026'],
  ])('pages that get %s: %j', async (_, langs, asked, close, date) => {
    const page = await visit()
    await titled(page, 'Sports day')
    for (const lang of langs) {
      site.asked.length = 0
      await page.goto(site.page({ lang }))
      await titled(page, 'Sports day')
      expect(await page.locator('school-popup [part=close]').getAttribute('aria-label'), lang).toBe(close)
      expect(await page.locator('school-popup [part=date]').textContent(), lang).toContain(date)
      expect(site.asked[0]?.searchParams.get('lang'), lang).toBe(asked)
    }
  })

  it('a text in the other language says so', async () => {
    const english = message('PTA meeting', { msgBody: 'The meeting is <b>on</b> Friday.' })
    const both = message('家長會 PTA', {
      msgBody: '<p>星期五開會。</p><p>The meeting is on <b>Friday</b>.</p><p>17:00</p>',
    })
    const chinese = message('家長會', { msgBody: '<p>星期五開會。</p>' })
    site.answer = { 'en-US': [english, both, chinese], 'zh-HK': [english, both, chinese] }
    const marks = async (page: Page) => {
      const found: string[][] = []
      for (const { msgTitle } of [english, both, chinese]) {
        await titled(page, msgTitle)
        found.push(
          await page
            .locator('school-popup dialog [lang]')
            .evaluateAll(all => all.map(one => `${one.localName} ${one.getAttribute('lang')}`)),
        )
        await press(page)
      }
      return found
    }
    expect(await marks(await visit({ lang: 'zh-HK' }))).toEqual([['h2 en', 'div en'], ['p en'], []])
    expect(await marks(await visit({ lang: 'en' }))).toEqual([[], ['p zh-HK'], ['h2 zh-HK', 'div zh-HK']])
  })

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

  it('to a confirmation: the message stays, and is not remembered', async () => {
    says(message('Sports day', { needConfirm: 'Accept' }))
    const page = await visit()
    await titled(page, 'Sports day')
    await refuse(page, 'confirm')
    await press(page)
    await heardOf(page, 'confirm')
    await titled(page, 'Sports day')
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

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

describe('the calls of the element', () => {
  it('preview() in the middle of real ones takes their place, and the real ones come back after it', async () => {
    says(message('Real'))
    const page = await visit({ body: ON_PAGE })
    await titled(page, 'Real')
    const preview = (title: string) =>
      popupOf(page).evaluate(
        (popup: SchoolPopup, messages) => popup.preview(messages as never),
        [message(title)],
      )
    await preview('Draft')
    await titled(page, 'Draft')
    says(message('Real'), message('New'))
    await refresh(page)
    await titled(page, 'Draft')
    await preview('Second draft')
    await titled(page, 'Second draft')
    await popupOf(page).evaluate((popup: SchoolPopup) => popup.show())
    await titled(page, 'Real')
    expect(await page.getByRole('status').textContent()).toBe('1 of 2')
  })

  it('close() lasts while refresh() brings the same, and ends when it brings something new', async () => {
    const page = await visit({ body: ON_PAGE })
    await titled(page, 'Sports day')
    await popupOf(page).evaluate((popup: SchoolPopup) => popup.close())
    await gone(page)
    await refresh(page)
    expect(await isOpen(page)).toBe(false)
    expect(await focused(page)).toBe('body')
    says(message('Sports day'), message('Library'))
    await refresh(page)
    await titled(page, 'Sports day')
    expect(await page.getByRole('status').textContent()).toBe('1 of 2')
    expect((await heard(page)).filter(name => name === 'dismiss')).toEqual([])
  })

  it('schoolbell.popup is the element that the tag has made', async () => {
    const page = await visit()
    await titled(page, 'Sports day')
    await page.evaluate(() => window.schoolbell?.popup?.close())
    await gone(page)
  })
})

describe('on what it is read', () => {
  const WHOLE = `<p>First line</p>${'<p>The fee notice went home today.</p>'.repeat(80)}<p>Last line</p>`
  const LONG_PAGE = '<div style="height:9000px">Long</div>'
  const dialogStyle = (page: Page, pseudo?: string) =>
    page.locator('school-popup dialog').evaluate((dialog, pseudo) => {
      const { borderTopWidth, borderTopColor, backgroundColor, position } = getComputedStyle(dialog, pseudo)
      return { borderTopWidth, borderTopColor, backgroundColor, position }
    }, pseudo)

  it('on paper: the whole message on as many sheets as it needs, no button, and nothing of the page', async () => {
    says(message('Sports day', { msgBody: WHOLE }))
    const page = await visit({
      policy: '',
      body: SCRIPT_TAG + LONG_PAGE,
      context: { viewport: { width: 900, height: 300 }, colorScheme: 'dark' },
    })
    await titled(page, 'Sports day')
    await page.emulateMedia({ media: 'print' })
    const { body, dialog } = await popupOf(page).evaluate(popup => {
      const hidden = (selector: string) => {
        const box = popup.shadowRoot?.querySelector(selector) as HTMLElement
        return box.scrollHeight - box.clientHeight
      }
      return { body: hidden('[part=body]'), dialog: hidden('dialog') }
    })
    expect({ body, dialog }).toEqual({ body: 0, dialog: 0 })
    expect(await page.getByText('Last line').isVisible()).toBe(true)
    for (const control of ['footer', 'close', 'button'])
      expect(await page.locator(`school-popup [part=${control}]`).isVisible()).toBe(false)
    expect((await dialogStyle(page, '::backdrop')).backgroundColor).toBe('rgb(255, 255, 255)')
    // Dark ink on white paper, whatever the screen looks like.
    expect((await dialogStyle(page)).backgroundColor).toBe('rgb(255, 255, 255)')
    // The page is not held to what its window shows: the message goes on to the next sheets.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(sheets.length).toBeGreaterThan(1)
  })
})
