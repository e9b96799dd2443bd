/** What a visitor of a school's page gets from the built widget, in a real browser under a strict security policy. */
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { sanitise } from '../../shared/html/sanitise.ts'
import { SCRIPT_TAG, STRICT_POLICY, type WidgetPage } from '../support/widget-page.ts'
import {
  ELEMENT,
  freshPage,
  gone,
  heard,
  heardOf,
  LIT_GLOBALS,
  message,
  openWidgetSite,
  SANITISERS,
  settled,
  titled,
  type VisitOptions,
  violations,
  visitPage,
} from '../support/widget-visit.ts'

const { browser, site } = await openWidgetSite()

const visit = (options: VisitOptions = {}, context: BrowserContextOptions = {}) =>
  visitPage(browser, site, { ...options, context })
/** The text of what has the focus, inside the dialog or outside. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const outer = document.activeElement
    return (outer?.shadowRoot?.activeElement ?? outer)?.textContent
  })

/** Puts the element on a page that has {@link ELEMENT}. */
const addPopup = (page: Page, properties: Record<string, unknown> = { service: '/cms' }) =>
  page.evaluate(async properties => {
    await customElements.whenDefined('school-popup')
    document.body.append(Object.assign(document.createElement('school-popup'), properties))
  }, properties)

describe('the script tag', () => {
  it('shows a message in a modal dialog, its title announced by the focus', async () => {
    site.answer = { 'en-US': [message('Sports day moved')] }
    const page = await visit()
    await titled(page, 'Sports day moved')
    expect(await focused(page)).toBe('Sports day moved')
    expect(await page.locator('school-popup dialog').evaluate(dialog => dialog.matches(':modal'))).toBe(true)
    expect(await page.getByRole('dialog', { name: 'Sports day moved' }).count()).toBe(1)
    expect(await page.getByText('September 1, 2026 at 8:05 AM').count()).toBe(1)
    expect(await violations(page)).toEqual([])
  })

  it('tells a page that listened before the dialog came what there is to show', async () => {
    site.answer = { 'en-US': [message('First'), message('Second')] }
    const page = await visit({ body: '', policy: '' })
    await page.evaluate(() => {
      document.addEventListener('school-popup-load', ({ detail }) => {
        document.body.dataset.titles = detail.map(({ msgTitle }) => msgTitle).join()
      })
      const tag = Object.assign(document.createElement('script'), { src: '/widget/popup.js' })
      document.body.append(tag)
    })
    await titled(page, 'First')
    expect(await heard(page)).toEqual(['load', 'show'])
    expect(await page.locator('body').getAttribute('data-titles')).toBe('First,Second')
    await page.evaluate(() => document.body.prepend(document.querySelector('school-popup') as Element))
    expect(await heard(page)).toEqual(['load', 'show'])
  })

  it('loads no dialog when there is no message', async () => {
    site.answer = {}
    const page = await visit()
    await settled(page)
    expect(site.asked).toHaveLength(1)
    expect(site.fetched).toEqual(['popup.js'])
    expect(await page.locator('school-popup').count()).toBe(0)
  })

  it.each([
    ['zh-HK', 'zh-HK'],
    ['zh-Hant-TW', 'zh-HK'],
    ['en-GB', 'en-US'],
    ['zh-CN', 'zh-HK'],
    ['fr', 'en-US'],
    ['', 'en-US'],
  ])('asks a %s page’s messages in %s', async (lang, expected) => {
    site.answer = {}
    const page = await visit({ lang })
    await settled(page)
    expect(site.asked[0]?.searchParams.get('lang')).toBe(expected)
  })

  it('asks the service, site and language written on it', async () => {
    site.answer = {}
    const tag = SCRIPT_TAG.replace(
      'async',
      'async data-service="/other" data-site-id="pre-school" data-lang="zh"',
    )
    const page = await visit({ body: tag })
    await settled(page)
    expect(site.asked.map(url => url.pathname + url.search)).toEqual([
      '/other/api/v1/popupmsg/check?siteId=pre-school&lang=zh-HK',
    ])
  })

  it('runs once when a page has it twice', async () => {
    site.answer = { 'en-US': [message('Only once')] }
    const page = await visit({ body: SCRIPT_TAG + SCRIPT_TAG })
    await titled(page, 'Only once')
    await settled(page)
    expect(site.asked).toHaveLength(1)
    expect(await page.locator('school-popup').count()).toBe(1)
  })

  it.each(SANITISERS)(
    'leaves one global behind, the tag that runs, and Lit’s own, with %s',
    async (_, before) => {
      site.answer = { 'en-US': [message('No trace')] }
      const bare = await visit({ body: '' })
      const names = () => Object.getOwnPropertyNames(window)
      const usual = await bare.evaluate(names)
      const page = await visit({ before })
      await titled(page, 'No trace')
      const left = (await page.evaluate(names)).filter(name => !usual.includes(name))
      expect(left.toSorted()).toEqual([...LIT_GLOBALS, 'schoolbell'].toSorted())
      expect(await page.evaluate(() => window.schoolbell?.src)).toContain('/widget/popup.js')
    },
  )

  it.each<[string, WidgetPage['answer']]>([
    ['refuses', reply => reply.end('{"txID":"t","code":"D20004","message":"siteID does not exist"}')],
    ['breaks', reply => reply.writeHead(500).end('<h1>oops</h1>')],
    ['hangs up', reply => reply.destroy()],
    ['answers something else', reply => reply.end('{"txID":"t","code":"D00000","content":{"a":1}}')],
    [
      'sends no message that is one',
      reply => reply.end('{"code":"D00000","content":[null,{"msgTitle":1},7]}'),
    ],
  ])('leaves the page alone when the service %s', async (_, answer) => {
    site.answer = answer
    const complaints: string[] = []
    const page = await freshPage(browser)
    // Counted in the page: a browser asks a connection that was reset once more by itself.
    const calls: string[] = []
    page.on('request', request => request.url().includes('/check') && calls.push(request.url()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', line => line.type() === 'warning' && complaints.push(line.text()))
    await page.goto(site.page())
    const before = await page.content()
    // Either it gives up, or its dialog's file finds nothing in the answer.
    await expect.poll(() => heard(page)).not.toEqual([])
    await settled(page)
    expect(await page.locator('school-popup dialog[open]').count()).toBe(0)
    expect(complaints).toEqual([])
    expect(await violations(page)).toEqual([])
    if (await page.locator('school-popup').count()) return
    expect(await page.content()).toBe(before)
    expect(await heard(page)).toEqual(['error'])
    // One retry, and no third call.
    expect(calls).toHaveLength(2)
  })

  it('tells why on the console, in one line, when asked to', async () => {
    site.answer = reply => reply.end('{"txID":"t","code":"D20004","message":"siteID does not exist"}')
    const page = await freshPage(browser)
    const lines: string[] = []
    page.on('console', line => lines.push(line.text()))
    await page.goto(site.page({ body: SCRIPT_TAG.replace('async', 'async data-debug') }))
    await heardOf(page, 'error')
    await settled(page)
    expect(lines).toEqual(['D20004'])
  })

  it('shows the messages that are well formed and drops the others', async () => {
    site.answer = { 'en-US': [null, { msgTitle: 'No body' }, message('Whole')] }
    const page = await visit()
    await titled(page, 'Whole')
    expect(await page.getByText('1 of 1').count()).toBe(0)
  })
})

describe('a message without a button', () => {
  beforeEach(() => {
    site.answer = { 'en-US': [message('Library open late')] }
  })

  it.each<[string, (page: Page) => Promise<void>]>([
    ['Escape', page => page.keyboard.press('Escape')],
    ['the x', page => page.locator('[part=close]').click()],
    ['a press beside it', page => page.mouse.click(5, 5)],
  ])('is closed by %s, and gives the focus back', async (_, close) => {
    const page = await visit({ body: ELEMENT })
    await page.locator('#menu').focus()
    await addPopup(page)
    await titled(page, 'Library open late')
    await close(page)
    await gone(page)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('menu')
    expect(await heard(page)).toEqual(['load', 'show', 'dismiss'])
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  })

  it('stays when text in it is selected beyond its edge', async () => {
    const page = await visit()
    await titled(page, 'Library open late')
    const box = await page.locator('[part=body]').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 12)
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    expect(await page.locator('school-popup dialog[open]').count()).toBe(1)
  })

  it('is not shown again for a day, in a new tab neither, and is after it', async () => {
    const page = await visit()
    await titled(page, 'Library open late')
    await page.keyboard.press('Escape')
    await gone(page)
    await page.reload()
    await settled(page)
    expect(await page.locator('school-popup').count()).toBe(0)
    const other = await page.context().newPage()
    const hour = 60 * 60 * 1000
    await other.clock.setFixedTime(Date.now() + 23 * hour)
    await other.goto(page.url())
    await settled(other)
    // The loader alone knows it: the dialog is not loaded.
    expect(await other.locator('school-popup').count()).toBe(0)
    await other.clock.setFixedTime(Date.now() + 25 * hour)
    await other.reload()
    await titled(other, 'Library open late')
  })

  it('is shown again when it has changed', async () => {
    const page = await visit()
    await titled(page, 'Library open late')
    await page.keyboard.press('Escape')
    await gone(page)
    site.answer = { 'en-US': [message('Library open late', { msgBody: '<p>Until nine.</p>' })] }
    await page.reload()
    await titled(page, 'Library open late')
  })
})

describe.each([
  ['confirm', 'en', 'Confirm'],
  ['Accept', 'en', 'Accept'],
  ['confirm', 'zh-HK', '確認'],
  ['Accept', 'zh-HK', '接受'],
])('a message with needConfirm %s on a %s page', (needConfirm, lang, label) => {
  beforeEach(() => {
    const messages = [message('Fees 學費', { needConfirm })]
    site.answer = { 'en-US': messages, 'zh-HK': messages }
  })

  it(`is closed by ${label} alone, and never comes back`, async () => {
    const page = await visit({ lang })
    await titled(page, 'Fees 學費')
    await page.mouse.click(5, 5)
    // The second Escape in a row is the one that a browser lets no page refuse.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape')
    await titled(page, 'Fees 學費')
    expect(await page.locator('[part=close]').count()).toBe(0)
    await page.getByRole('button', { name: label }).click()
    await gone(page)
    expect((await heard(page)).filter(name => name !== 'load')).toEqual(['show', 'confirm'])
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await settled(page)
    expect(await page.locator('school-popup').count()).toBe(0)
  })

  it('comes back, with the focus on its title, when the browser closes it without asking', async () => {
    const page = await visit({ lang })
    await titled(page, 'Fees 學費')
    await page.locator('school-popup dialog').evaluate((dialog: HTMLDialogElement) => {
      const closed = new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }))
      dialog.close()
      return closed
    })
    await titled(page, 'Fees 學費')
    expect(await focused(page)).toBe('Fees 學費')
  })
})

describe('several messages', () => {
  it.each([
    ['en', ['1 of 3', '2 of 3', '3 of 3'], ['Next message', 'Accept', 'Close']],
    ['zh-HK', ['第 1 則，共 3 則', '第 2 則，共 3 則', '第 3 則，共 3 則'], ['下一則訊息', '接受', '關閉']],
  ])('follow each other in one %s dialog that says where the reader is', async (lang, places, buttons) => {
    const messages = [message('First'), message('Second', { needConfirm: 'Accept' }), message('Third')]
    site.answer = { 'en-US': messages, 'zh-HK': messages }
    const page = await visit({ lang })
    for (const [index, title] of ['First', 'Second', 'Third'].entries()) {
      await titled(page, title)
      expect(await focused(page)).toBe(title)
      expect(await page.getByRole('status').textContent()).toBe(places[index])
      expect(await page.locator('school-popup dialog[open]').count()).toBe(1)
      expect(await page.getByRole('dialog').getByRole('button').count()).toBe(1)
      await page.getByRole('button', { name: buttons[index] ?? '', exact: true }).click()
    }
    await gone(page)
    expect((await heard(page)).filter(name => name !== 'load')).toEqual([
      'show',
      'dismiss',
      'show',
      'confirm',
      'show',
      'dismiss',
    ])
  })

  it('Escape pressed again and again closes one at a time', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five']
    site.answer = { 'en-US': titles.map(title => message(title)) }
    const page = await visit()
    for (const title of titles) {
      await titled(page, title)
      await page.keyboard.press('Escape')
    }
    await gone(page)
    // A dialog that the browser closes by itself is gone a moment before the page hears of it.
    await heardOf(page, 'dismiss', 5)
    expect((await heard(page)).filter(name => name === 'show')).toHaveLength(5)
  })

  it('a double click confirms the message that was read, not the one behind it', async () => {
    site.answer = {
      'en-US': [message('Read', { needConfirm: 'confirm' }), message('Unread', { needConfirm: 'confirm' })],
    }
    const page = await visit()
    await titled(page, 'Read')
    await page.locator('[part=button]').dblclick()
    await titled(page, 'Unread')
    expect(await page.locator('school-popup dialog[open]').count()).toBe(1)
  })
})

describe('icons and what a message may leave out', () => {
  it('an icon is shown with its meaning in the page’s language, and severe weather says so in words', async () => {
    site.answer = { 'zh-HK': [message('停課', { iconId: '5' })] }
    const page = await visit({ lang: 'zh-HK' })
    await titled(page, '停課')
    const icon = page.getByRole('img', { name: '八號東南烈風或暴風信號' })
    await icon.waitFor()
    expect(
      await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    ).toBe(true)
    expect(await page.getByText('惡劣天氣').count()).toBe(1)
    expect(await violations(page)).toEqual([])
  })

  it('an icon outside the table and an unknown button show none, and the message still closes', async () => {
    site.answer = { 'en-US': [message('Example', { iconId: '1', needConfirm: 'maybe' })] }
    const page = await visit()
    await titled(page, 'Example')
    expect(await page.locator('[part=icon]').count()).toBe(0)
    expect(await page.getByRole('dialog').getByRole('button').all()).toHaveLength(1)
    expect(await page.locator('[part=close]').getAttribute('aria-label')).toBe('Close')
    await page.keyboard.press('Escape')
    await gone(page)
  })
})

describe.each(SANITISERS)('a hostile body, with %s,', (name, before) => {
  const visitElement = (options: VisitOptions = {}) => visit({ body: ELEMENT, before, ...options })

  it('keeps what a reader needs: styles without an attribute in sight of the policy, links, pictures, tables', async () => {
    const page = await visitElement()
    await page.route('https://pictures.example/**', route =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    const msgBody =
      '<p style="color: #cc0000; position: fixed; text-align:center" onclick="pwned=1">Set style = plain</p>' +
      '<a href="/form?style=2" target="_top">form</a> <a href="tel:+85200000000">call</a>' +
      '<img src="https://pictures.example/a.svg" alt="Boats"><img src="data:image/gif;base64,AAAA" alt="Route map">' +
      '<table><tr><th scope="col">When</th></tr></table><style>p { color: red }</style>'
    await addPopup(page, { messages: [message('Kept', { msgBody })] })
    await titled(page, 'Kept')
    const paragraph = page.locator('[part=body] p')
    expect(await paragraph.textContent()).toBe('Set style = plain')
    expect(
      await paragraph.evaluate(element => {
        const { color, textAlign, position } = getComputedStyle(element)
        return [color, textAlign, position]
      }),
    ).toEqual(['rgb(204, 0, 0)', 'center', 'static'])
    const form = page.getByRole('link', { name: 'form' })
    expect(await form.getAttribute('href')).toBe('/form?style=2')
    expect(await form.getAttribute('target')).toBe('_blank')
    expect(await form.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await page.getByRole('img', { name: 'Boats' }).getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(await page.getByText('Route map').count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: 'When' }).count()).toBe(1)
    expect(await page.getByText('color: red').count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it.each([
    'font-weight:bold;;:;color',
    'color:navy!important',
    ' COLOR : Navy ! important ; } ; text-align:center',
    'color:#c00;color:blue;position:fixed',
    'content:";color:navy;";font-style:italic',
  ])('keeps of the style %j what the server keeps', async style => {
    const html = `<p style='${style}'>Styled</p>`
    const page = await visitElement({ policy: '' })
    await addPopup(page, { messages: [message('Style', { msgBody: html })] })
    await titled(page, 'Style')
    const shown = await page
      .locator('[part=body] p')
      .evaluate((element: HTMLElement) => element.style.cssText)
    const fromServer = await page.evaluate(html => {
      document.body.innerHTML = html
      return document.querySelector('p')?.style.cssText
    }, sanitise(html))
    expect(shown).not.toBe('')
    expect(shown).toBe(fromServer)
  })

  it.each([
    '<p onclick="x()">hi</p>',
    '<p/onclick=x()>hi</p><a onclick>hi</a>',
    '<p ONLOAD\n=\n"x()" onmouseover=x() title=""onfocus=x()>hi</p>',
    '<p style>hi</p><p STYLE=color:red>hi</p>',
    '<base href="https://elsewhere.example/"><p>hi</p>',
    '<body onload=x()><p>hi</p><template><p onclick=x()></p></template><noscript><p onclick=x()></noscript>',
  ])('gives the browser nothing to report: %j', async msgBody => {
    const page = await visitElement({ policy: `${STRICT_POLICY}; base-uri 'none'` })
    // Not every browser reports a document that is only parsed, so what is parsed is looked at as well.
    await page.evaluate(() => {
      const { parseFromString } = DOMParser.prototype
      DOMParser.prototype.parseFromString = function (...given) {
        const parsed = parseFromString.apply(this, given)
        const names = [...parsed.querySelectorAll('*')].flatMap(element => [
          element.localName,
          ...element.getAttributeNames(),
        ])
        document.body.dataset.parsed = names.join(' ')
        return parsed
      }
    })
    await addPopup(page, { messages: [message('Quiet', { msgBody })] })
    await titled(page, 'Quiet')
    expect(await page.locator('[part=body]').innerText()).toContain('hi')
    expect(await violations(page)).toEqual([])
    if (name === 'DOMPurify')
      expect(await page.locator('body').getAttribute('data-parsed')).toMatch(
        /^html head (?!(.* )?(on\w+|style|base)( |$))/,
      )
  })

  it('loses no word that only looks like a handler or a style', async () => {
    const text = 'Meeting on Monday = holiday, once = style = lessons, onset=on "onday=1"'
    const page = await visitElement()
    const msgBody = `<base><p title='${text}'>${text}</p><a title="<base onto=1" href="/form?style=on&onload=1#once">form</a><once =1>unknown</once>`
    await addPopup(page, { messages: [message('Words', { msgBody })] })
    await titled(page, 'Words')
    expect(await page.locator('[part=body] p').textContent()).toBe(text)
    expect(await page.locator('[part=body] p').getAttribute('title')).toBe(text)
    expect(await page.getByRole('link').getAttribute('href')).toBe('/form?style=on&onload=1#once')
    expect(await page.getByRole('link').getAttribute('title')).toBe('<base onto=1')
    expect(await page.locator('[part=body]').innerText()).toMatch(/unknown$/)
  })

  it.each([
    ['whose formatting is never closed', `${'<b><i><u><a>'.repeat(10_000)}Sports day is off.`],
    ['in 90,000 boxes', `${'<div>'.repeat(90_000)}Sports day is off.`],
    [
      'with 60,000 attributes',
      `<p ${Array.from({ length: 60_000 }, (_, n) => `a${n}`).join(' ')}>Sports day is off.</p>`,
    ],
    [
      'in a cell over 1,000 columns and 65,534 rows',
      '<table><td colspan="&#49;000" rowspan=" +65534x">Sports day is off.</table>',
    ],
    ['below a stair of 600 cells', `<table>${'<tr><td rowspan=900>'.repeat(600)}<tr><td>Sports day is off.`],
    [
      'beside columns over 1,000 others',
      `<table>${'<col span=1000>'.repeat(100)}<td rowspan=9>Sports day is off.`,
    ],
    [
      'beside groups of 1,000 columns',
      `<table>${'<colgroup span=1000>'.repeat(100)}<td rowspan=9>Sports day is off.`,
    ],
    ['in the last of 600 rows', `<table>${'<td>'.repeat(600)}${'<tr><td>'.repeat(600)}Sports day is off.`],
  ])('%s shows its words as plain text', async (_, msgBody) => {
    const page = await visitElement({ policy: '' })
    await addPopup(page, { messages: [message('Heavy', { msgBody })] })
    await titled(page, 'Heavy')
    expect(await page.locator('[part=body] > div *').count()).toBe(1)
    expect(await page.locator('[part=body]').innerText()).toBe('Sports day is off.')
  })

  it('keeps the table of 400 pupils, in forms of 20', async () => {
    const pupil = `<td>${'<td>12.5'.repeat(5)}`
    const form = `<tr><th rowspan="20">2A${pupil}${`<tr>${pupil}`.repeat(19)}`
    const page = await visitElement({ policy: '' })
    const msgBody = `<table><tr><th colspan="7">Sports day${form.repeat(20)}</table>`
    await addPopup(page, { messages: [message('Results', { msgBody })] })
    await titled(page, 'Results')
    expect(await page.locator('[part=body] tr').count()).toBe(401)
    expect(await page.locator('[part=body] th[rowspan="20"]').count()).toBe(20)
  })

  it('is shown where the page allows no Trusted Types policy but Lit’s, by DOMPurify as text alone', async () => {
    const policy = STRICT_POLICY.replace(' dompurify', '')
    const page = await visitElement({ policy })
    const msgBody =
      '<p>Fish &amp; chips</p><script>pwned = 1</script><img src=x onerror="pwned = 2"><b>today</b>'
    await addPopup(page, { messages: [message('Lunch', { msgBody })] })
    await titled(page, 'Lunch')
    expect((await page.locator('[part=body]').innerText()).trim()).toMatch(/^Fish & chips\n+today$/)
    expect(await page.locator('[part=body] b').count()).toBe(name === 'DOMPurify' ? 0 : 1)
    expect(await page.evaluate('window.pwned')).toBeUndefined()
  })
})

describe('the element', () => {
  it('asks again when told to or when its language changes, and says what it found', async () => {
    site.answer = { 'en-US': [message('Hello')], 'zh-HK': [message('你好')] }
    const page = await visit({ body: ELEMENT })
    await addPopup(page)
    await titled(page, 'Hello')
    await page.evaluate(() => document.querySelector('school-popup')?.setAttribute('lang', 'zh-HK'))
    await titled(page, '你好')
    expect(await page.getByText('2026年9月1日 上午8:05').count()).toBe(1)
    site.answer = { 'zh-HK': [message('再見')] }
    await page.evaluate(() => document.querySelector<Popup>('school-popup')?.refresh())
    await titled(page, '再見')
    expect(await heard(page)).toEqual(['load', 'show', 'load', 'show', 'load', 'show'])
  })

  it('an answer that cannot be had is an event, and the page stays as it was', async () => {
    site.answer = reply => reply.writeHead(503).end()
    const page = await freshPage(browser)
    await page.goto(site.page({ body: ELEMENT }))
    await addPopup(page)
    await heardOf(page, 'error')
    await settled(page)
    expect(await heard(page)).toEqual(['error'])
    expect(await page.locator('school-popup dialog[open]').count()).toBe(0)
  })

  it('closed by the page, a message counts as neither confirmed nor seen', async () => {
    const page = await visit({ body: ELEMENT })
    await addPopup(page, { messages: [message('Later', { needConfirm: 'confirm' })] })
    await titled(page, 'Later')
    await page.evaluate(() => document.querySelector<Popup>('school-popup')?.close())
    await gone(page)
    expect(await heard(page)).toEqual(['show'])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    await page.evaluate(() => document.querySelector<Popup>('school-popup')?.show())
    await titled(page, 'Later')
  })

  it('where storage is blocked, a message that was closed stays away until the page is left', async () => {
    site.answer = { 'en-US': [message('Blocked')] }
    const page = await visit({ body: ELEMENT })
    await page.evaluate(() => {
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    await addPopup(page)
    await titled(page, 'Blocked')
    await page.keyboard.press('Escape')
    await gone(page)
    await page.evaluate(() => document.querySelector<Popup>('school-popup')?.refresh())
    expect(await heard(page)).toEqual(['load', 'show', 'dismiss', 'load'])
    expect(await page.locator('school-popup dialog[open]').count()).toBe(0)
  })

  it('taken off the page while open, it leaves the page usable', async () => {
    const page = await visit({ body: ELEMENT })
    await addPopup(page, { messages: [message('Going')] })
    await titled(page, 'Going')
    await page.evaluate(() => document.querySelector('school-popup')?.remove())
    await page.locator('#menu').click()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  })
})

describe('on every screen', () => {
  const LONG = '<p>The fee notice went home today.</p>'.repeat(60)
  const WIDE = `<table><tr>${'<th scope="col">Programme</th>'.repeat(14)}</tr></table>`

  it('a long body scrolls inside the dialog and a wide table inside the body, both by keyboard', async () => {
    const page = await visit({ body: ELEMENT }, { viewport: { width: 900, height: 700 } })
    await addPopup(page, { messages: [message('Long', { msgBody: WIDE + LONG })] })
    await titled(page, 'Long')
    const body = page.locator('[part=body]')
    await page.locator('[part=body][tabindex="0"]').waitFor()
    expect(await page.locator('[part=body] [tabindex="0"]').count()).toBe(1)
    await body.focus()
    await page.keyboard.press('End')
    await page.waitForFunction(() => {
      const box = document.querySelector('school-popup')?.shadowRoot?.querySelector('[part=body]')
      return box && box.scrollTop > 0
    })
    expect(await page.locator('[part=close]').isVisible()).toBe(true)
  })

  it.each([
    ['a phone', { width: 390, height: 844 }],
    ['a small phone', { width: 320, height: 568 }],
    ['a desktop at 400 % zoom', { width: 320, height: 256 }],
  ])('fits %s: nothing beyond the side, every control large enough to touch', async (_, viewport) => {
    const page = await visit({ body: ELEMENT }, { viewport, hasTouch: true })
    const msgTitle = 'A title with averyverylongwordthatnobodywouldeverwritebutsomebodydid in it'
    await addPopup(page, {
      messages: [message(msgTitle, { msgBody: WIDE + LONG, iconId: '2' }), message('Next')],
    })
    await titled(page, msgTitle)
    const { dialog, targets } = await page.evaluate(() => {
      const root = document.querySelector('school-popup')?.shadowRoot
      const dialog = root?.querySelector('dialog') as HTMLDialogElement
      const targets = [...(root?.querySelectorAll('button') ?? [])].map(button =>
        button.getBoundingClientRect(),
      )
      return {
        dialog: {
          spill: dialog.scrollWidth - dialog.clientWidth,
          bottom: dialog.getBoundingClientRect().bottom,
        },
        targets: targets.map(({ width, height }) => Math.min(width, height)),
      }
    })
    expect(dialog.spill).toBe(0)
    expect(dialog.bottom).toBe(viewport.height)
    expect(targets).toHaveLength(1)
    for (const size of targets) expect(size).toBeGreaterThanOrEqual(44)
    // Every control can be reached, also where the whole dialog scrolls.
    await page.locator('[part=close]').tap()
    await titled(page, 'Next')
  })

  it.each(['light', 'dark'] as const)(
    'takes its looks from the nearest place that sets them, in a %s scheme',
    async colorScheme => {
      const page = await visit({ body: ELEMENT }, { colorScheme, viewport: { width: 900, height: 700 } })
      await addPopup(page, { messages: [message('Looks')] })
      await titled(page, 'Looks')
      const looks = () =>
        page.locator('school-popup dialog').evaluate(dialog => {
          const { backgroundColor, borderRadius, width, fontFamily } = getComputedStyle(dialog)
          const backdrop = getComputedStyle(dialog, '::backdrop').backgroundColor
          return { backgroundColor, borderRadius, width, fontFamily, backdrop }
        })
      const setOn = (selector: string, values: Record<string, string>) =>
        page.locator(selector).evaluate((element: HTMLElement, values) => {
          for (const [name, value] of Object.entries(values))
            element.style.setProperty(`--school-popup-${name}`, value)
        }, values)
      expect(await looks()).toEqual({
        backgroundColor: colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(26, 29, 36)',
        borderRadius: '16px',
        width: '560px',
        fontFamily: expect.stringMatching(/^system-ui, /),
        backdrop: 'rgba(11, 14, 20, 0.65)',
      })
      const around = { surface: '#fffbe6', radius: '3px', width: '400px', font: 'serif', backdrop: '#123' }
      await setOn('html', around)
      const asAround = {
        backgroundColor: 'rgb(255, 251, 230)',
        borderRadius: '3px',
        width: '400px',
        fontFamily: 'serif',
        backdrop: 'rgb(17, 34, 51)',
      }
      expect(await looks()).toEqual(asAround)
      await setOn('school-popup', { surface: '#e6f7ff', width: '380px' })
      expect(await looks()).toEqual({
        ...asAround,
        backgroundColor: 'rgb(230, 247, 255)',
        width: '380px',
      })
    },
  )

  it('takes them from variables that the page itself calls --text, --accent or --surface', async () => {
    const page = await visit({ body: ELEMENT })
    await page.locator('html').evaluate((element: HTMLElement) => {
      element.style.setProperty('--text', 'serif')
      element.style.setProperty('--surface', '#fffbe6')
    })
    await addPopup(page, { messages: [message('Looks')] })
    await titled(page, 'Looks')
    await page.locator('school-popup').evaluate((element: HTMLElement) => {
      element.style.setProperty('--school-popup-font', 'var(--text)')
      element.style.setProperty('--school-popup-surface', 'var(--surface)')
    })
    const { fontFamily, backgroundColor } = await page.locator('school-popup dialog').evaluate(dialog => {
      const { fontFamily, backgroundColor } = getComputedStyle(dialog)
      return { fontFamily, backgroundColor }
    })
    expect({ fontFamily, backgroundColor }).toEqual({
      fontFamily: 'serif',
      backgroundColor: 'rgb(255, 251, 230)',
    })
  })

  it.each<[string, string, BrowserContextOptions]>([
    ['light', 'en', { colorScheme: 'light' }],
    ['dark', 'zh-HK', { colorScheme: 'dark' }],
    ['a phone, light', 'zh-HK', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
    ['a phone, dark', 'en', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ])('has nothing that the accessibility checker finds fault with: %s', async (_, lang, context) => {
    const page = await visit({ lang, body: ELEMENT }, { ...context, bypassCSP: true })
    await page.addScriptTag({ content: axe.source })
    const msgBody = `<p>Read <a href="https://school.example/">this page</a>.</p>${WIDE}${LONG}`
    await addPopup(page, {
      messages: [
        message('Storm', { msgBody, iconId: '6', needConfirm: 'confirm' }),
        message('Fair', { iconId: '10' }),
      ],
    })
    for (const [title, scrolls] of [
      ['Storm', true],
      ['Fair', false],
    ] as const) {
      await titled(page, title)
      // Known with the next frame.
      if (scrolls) await page.locator('[part=body][tabindex="0"]').waitFor()
      const report = (await page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] })",
      )) as axe.AxeResults
      expect(report.violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
      await page.locator(':is([part=button], [part=close])').click()
    }
  })
})

type Popup = HTMLElement & { refresh(): Promise<void>; show(): void; close(): void }
