/** What a visitor of a school's page gets from the built widget, in a real browser under a strict security policy. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LONGEST } from '../../shared/html/heavy.ts'
import { DEEPEST } from '../../shared/html/policy.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import { MOST_PLACES } from '../../shared/html/table-places.ts'
import { SCRIPT_TAG, STRICT_POLICY } from '../support/widget-page.ts'
import {
  ELEMENT,
  focused,
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

describe('the script tag', () => {
  it('shows a message in a modal dialog, its title announced by the focus', async () => {
    site.answer = { 'en-US': [message('Sports day moved')] }
    const page = await visit()
    await titled(page, 'Sports day moved')
    expect(await focused(page)).toBe('Sports day moved')
    expect(await page.locator('school-popup dialog').evaluate(dialog => dialog.matches(':modal'))).toBe(true)
    expect(await page.getByRole('dialog', { name: 'Sports day moved' }).count()).toBe(1)
    expect(await page.getByText('1 September 2026 at 8:05 am').count()).toBe(1)
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

  it('asks the service, site and language written on it, and takes icons from where it says', async () => {
    site.answer = { 'zh-HK': [message('運動會', { iconId: '10' })] }
    const attributes =
      'data-service="/other" data-site-id="pre-school" data-lang="zh" data-icon-base="/pictures"'
    const page = await visit({ body: SCRIPT_TAG.replace('async', `async ${attributes}`) })
    await titled(page, '運動會')
    expect(site.asked.map(url => url.pathname + url.search)).toEqual([
      '/other/api/v1/popupmsg/check?siteId=pre-school&lang=zh-HK',
    ])
    expect(await page.locator('school-popup [part=icon]').getAttribute('src')).toBe('/pictures/event.svg')
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
      await page.evaluate(() => window.schoolbell?.popup?.close())
      await gone(page)
    },
  )
})

describe('a message without a button', () => {
  beforeEach(() => {
    site.answer = { 'en-US': [message('Library open late')] }
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
})

it('a message with a question comes back, with the focus on its title, when the browser closes it without asking', async () => {
  site.answer = { 'en-US': [message('Fees', { needConfirm: 'confirm' })] }
  const page = await visit()
  await titled(page, 'Fees')
  await page.locator('school-popup dialog').evaluate((dialog: HTMLDialogElement) => {
    const closed = new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }))
    dialog.close()
    return closed
  })
  await titled(page, 'Fees')
  expect(await focused(page)).toBe('Fees')
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

describe.each(SANITISERS)('a hostile body, with %s,', (name, before) => {
  const visitElement = (options: VisitOptions = {}) => visit({ body: ELEMENT, before, ...options })
  const showBody = (page: Page, msgBody: string) =>
    page.evaluate(
      async message => {
        await customElements.whenDefined('school-popup')
        const popup =
          document.querySelector('school-popup') ??
          document.body.appendChild(document.createElement('school-popup'))
        popup.preview([message])
        await popup.updateComplete
      },
      message('Body', { msgBody }),
    )

  // Promise: website/both-sanitisers
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
    await showBody(page, msgBody)
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

  it('keeps of a style what the server keeps', async () => {
    const page = await visitElement({ policy: '' })
    for (const style of [
      'font-weight:bold;;:;color',
      'color:navy!important',
      ' COLOR : Navy ! important ; } ; text-align:center',
      'color:#c00;color:blue;position:fixed',
      'content:";color:navy;";font-style:italic',
    ]) {
      const html = `<p style='${style}'>Styled</p>`
      await showBody(page, html)
      const shown = await page
        .locator('[part=body] p')
        .evaluate((element: HTMLElement) => element.style.cssText)
      const fromServer = await page.locator('h1').evaluate((place, html) => {
        place.innerHTML = html
        return place.querySelector('p')?.style.cssText
      }, sanitise(html))
      expect({ style, shown }).not.toEqual({ style, shown: '' })
      expect({ style, shown }).toEqual({ style, shown: fromServer })
    }
  })

  it('gives the browser nothing to report', async () => {
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
    for (const msgBody of [
      '<p onclick="x()">hi</p>',
      '<p/onclick=x()>hi</p><a onclick>hi</a>',
      '<p ONLOAD\n=\n"x()" onmouseover=x() title=""onfocus=x()>hi</p>',
      '<p style>hi</p><p STYLE=color:red>hi</p>',
      '<base href="https://elsewhere.example/"><p>hi</p>',
      '<style>p{color:red}</style><p>hi</p><video><track src="/x"></video>',
      '<body onload=x()><p>hi</p><template><p onclick=x()></p></template><noscript><p onclick=x()></noscript>',
    ]) {
      await showBody(page, msgBody)
      expect(await page.locator('[part=body]').innerText()).toContain('hi')
      expect({ msgBody, violations: await violations(page) }).toEqual({ msgBody, violations: [] })
      if (name === 'DOMPurify')
        expect(await page.locator('body').getAttribute('data-parsed'), msgBody).toMatch(
          /^html head (?!(.* )?(on\w+|style|base|track|template)( |$))/,
        )
    }
  })

  it('loses no word that only looks like a handler or a style', async () => {
    const text = 'Note: meeting on Monday = holiday, once = style = lessons, onset=on "onday=1"'
    const page = await visitElement()
    const msgBody = `<base><p title='${text}'>${text}</p><a title="<base onto=1" href="/form?style=on&onload=1#once">form</a><once =1>unknown</once>`
    await showBody(page, msgBody)
    expect(await page.locator('[part=body] p').textContent()).toBe(text)
    expect(await page.locator('[part=body] p').getAttribute('title')).toBe(text)
    expect(await page.getByRole('link').getAttribute('href')).toBe('/form?style=on&onload=1#once')
    expect(await page.getByRole('link').getAttribute('title')).toBe('<base onto=1')
    expect(await page.locator('[part=body]').innerText()).toMatch(/unknown$/)
  })

  // Promise: website/heavy
  it('that would keep the browser busy shows its words as plain text', async () => {
    const page = await visitElement({ policy: '' })
    for (const [what, msgBody] of Object.entries({
      'formatting that is never closed': `${'<b><i><u><a>'.repeat(10_000)}Sports day is off.`,
      '90,000 boxes': `${'<div>'.repeat(90_000)}Sports day is off.`,
      '60,000 attributes': `<p ${Array.from({ length: 60_000 }, (_, n) => `a${n}`).join(' ')}>Sports day is off.</p>`,
      'tables in 100 others, each with a row and a body': `${'<table><td>'.repeat(100)}Sports day is off.`,
      'a cell over 1,000 columns and 65,534 rows':
        '<table><td colspan="&#49;000" rowspan=" +65534x">Sports day is off.</table>',
      'a stair of 600 cells': `<table>${'<tr><td rowspan=900>'.repeat(600)}<tr><td>Sports day is off.`,
      'columns over 1,000 others': `<table>${'<col span=1000>'.repeat(100)}<td rowspan=9>Sports day is off.`,
      'groups of 1,000 columns': `<table>${'<colgroup span=1000>'.repeat(100)}<td rowspan=9>Sports day is off.`,
      '600 rows of 600': `<table>${'<td>'.repeat(600)}${'<tr><td>'.repeat(600)}Sports day is off.`,
    })) {
      await showBody(page, msgBody)
      expect({ what, elements: await page.locator('[part=body] > div *').count() }).toEqual({
        what,
        elements: 1,
      })
      expect(await page.locator('[part=body]').innerText()).toBe('Sports day is off.')
    }
  })

  it('with a wide table scrolls that table alone, by keyboard too', async () => {
    const page = await visitElement({ policy: '' })
    await showBody(page, `<p>Today</p><table><tr>${'<td>Sports day'.repeat(40)}</table>`)
    const body = page.locator('[part=body]')
    expect(await body.evaluate(box => box.scrollWidth > box.clientWidth)).toBe(false)
    const around = page.getByRole('table').locator('..')
    expect(await around.evaluate(box => box.scrollWidth > box.clientWidth)).toBe(true)
    await expect.poll(() => around.getAttribute('tabindex')).toBe('0')
    await around.press('ArrowRight')
    await expect.poll(() => around.evaluate(box => box.scrollLeft)).toBeGreaterThan(0)
  })

  it('keeps the table of 400 pupils, in forms of 20', async () => {
    const pupil = `<td>${'<td>12.5'.repeat(5)}`
    const form = `<tr><th rowspan="20">2A${pupil}${`<tr>${pupil}`.repeat(19)}`
    const page = await visitElement({ policy: '' })
    await showBody(page, `<table><tr><th colspan="7">Sports day${form.repeat(20)}</table>`)
    expect(await page.locator('[part=body] tr').count()).toBe(401)
    expect(await page.locator('[part=body] th[rowspan="20"]').count()).toBe(20)
  })

  it('keeps as deep a body and as large a table as there may be', async () => {
    const page = await visitElement({ policy: '' })
    await showBody(page, `${'<div>'.repeat(DEEPEST)}<p>Sports day`)
    expect(await page.locator('[part=body] > div *').count()).toBe(DEEPEST + 1)
    const columns = 400
    // Each cell may stand in one row more.
    const rows = MOST_PLACES / columns - 1
    await showBody(page, `<table><td colspan="${columns}">Sports day${'<tr>'.repeat(rows - 1)}</table>`)
    expect(await page.locator('[part=body] tr').count()).toBe(rows)
  })

  it('is shown in part when it is longer than any', async () => {
    const page = await visitElement({ policy: '' })
    await showBody(page, 'word '.repeat(LONGEST / 4))
    expect(await page.locator('[part=body] p').textContent()).toHaveLength(LONGEST)
  })

  it('is shown where the page allows no Trusted Types policy but Lit’s, by DOMPurify as text alone', async () => {
    const policy = STRICT_POLICY.replace(' dompurify', '')
    const page = await visitElement({ policy })
    const msgBody =
      '<p>Fish &amp; chips</p><script>pwned = 1</script><img src=x onerror="pwned = 2"><b>today</b>'
    await showBody(page, msgBody)
    expect((await page.locator('[part=body]').innerText()).trim()).toMatch(/^Fish & chips\n+today$/)
    expect(await page.locator('[part=body] b').count()).toBe(name === 'DOMPurify' ? 0 : 1)
    expect(await page.evaluate('window.pwned')).toBeUndefined()
  })
})

it('takes its looks from the nearest place that sets them', async () => {
  const page = await visit({ body: ELEMENT }, { colorScheme: 'light', viewport: { width: 900, height: 700 } })
  await page.evaluate(async message => {
    await customElements.whenDefined('school-popup')
    document.body.append(Object.assign(document.createElement('school-popup'), { messages: [message] }))
  }, message('Looks'))
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
    backgroundColor: 'rgb(255, 255, 255)',
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
})
