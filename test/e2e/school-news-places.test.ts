/** `<school-news>` where pages are odd: their addresses, their layouts, and what else stands on them. */
import { describe, expect, it } from 'vitest'
import { newsItem, serveItems } from '../support/news-answers.ts'
import { type NewsVisit, openNewsSite, visitNews } from '../support/news-page.ts'

const { browser, site, visit: visitPage } = await openNewsSite()

const NEWS = 'service="/agent" live="off" hash'
const THREE = ['A', 'B', 'C'].map(newsId => newsItem(newsId))

const hashOf = ({ page }: NewsVisit) => page.evaluate(() => location.hash)

describe('the page’s address', () => {
  it('a second press on the way back leads no further than to the list', async () => {
    serveItems(site, THREE)
    const visit = await visitNews(browser, `${site.origin}/style.css`)
    const url = site.page(NEWS)
    await visit.page.goto(url)
    await visit.open('A')
    await visit.part('back').evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await visit.rows(3)
    // Steps of a history are taken in order: one too many would have been taken before this one.
    await visit.page.goForward()
    await visit.part('headline').getByText('A').waitFor()
    await visit.page.goBack()
    await visit.rows(3)
    expect(visit.page.url()).toBe(url)
  })

  it('keeps an entry’s own although the page has a base on another host', async () => {
    serveItems(site, THREE)
    const script = `<script type="module" src="${site.origin}/widget/school-news.js"></script>`
    const url = site.page(`service="${site.origin}/agent" live="off" hash`, {
      head: `<base href="https://cdn.example/">${script}`,
      policy: '',
    })
    const visit = await visitNews(browser, 'about:blank')
    await visit.page.route('https://cdn.example/**', route => route.fulfill({ body: '' }))
    await visit.page.goto(url)
    await visit.open('A')
    expect(await visit.part('headline').innerText()).toBe('A')
    expect(visit.page.url()).toBe(`${url}#news=A`)
  })

  it('may have a path that begins with two slashes', async () => {
    serveItems(site, THREE)
    const url = site.page(NEWS).replace('/page', '//page')
    const visit = await visitNews(browser, `${url}#news=B`)
    expect(await visit.part('headline').innerText()).toBe('B')
    await visit.part('back').click()
    await visit.rows(3)
    expect(visit.page.url()).toBe(url)
    await visit.open('C')
    expect(visit.page.url()).toBe(`${url}#news=C`)
    expect(visit.complaints).toEqual([])
  })

  it('that cannot be changed keeps no entry from being opened', async () => {
    serveItems(site, THREE)
    const visit = await visitPage(NEWS)
    await visit.rows(3)
    await visit.page.evaluate(() => {
      history.pushState = () => {
        throw new DOMException('too often', 'SecurityError')
      }
    })
    await visit.open('A')
    expect(await visit.part('headline').innerText()).toBe('A')
    await visit.part('back').click()
    await visit.rows(3)
    expect(visit.complaints).toEqual([])
  })

  it('is shared by two elements: what is closed stays closed', async () => {
    serveItems(site, THREE)
    const url = site.page(NEWS, {
      around: ['', '<school-news service="/agent" live="off" hash="notices"></school-news>'],
    })
    const visit = await visitNews(browser, url)
    const [first, second] = [visit.news.nth(0), visit.news.nth(1)]
    await first.locator('[part=link]').getByText('A').click()
    await second.locator('[part=link]').getByText('B').click()
    expect(await hashOf(visit)).toBe('#news=A&notices=B')
    await first.locator('[part=back]').click()
    await first.locator('[part=item]').nth(2).waitFor()
    await expect.poll(() => hashOf(visit)).toBe('#notices=B')
    expect(await second.locator('[part=headline]').innerText()).toBe('B')
    await second.locator('[part=back]').click()
    await second.locator('[part=item]').nth(2).waitFor()
    await expect.poll(() => visit.page.url()).toBe(url)
    expect(await visit.part('headline').count()).toBe(0)
  })

  it('belongs to the page first: a skip link closes nothing, and neither its state nor its own part is lost', async () => {
    serveItems(site, THREE)
    const visit = await visitPage(NEWS, {
      around: ['<a id="skip" href="#foot">Skip</a>', '<p id="foot" tabindex="-1">Foot</p>'],
    })
    await visit.rows(3)
    await visit.page.evaluate(() => history.replaceState({ router: 7 }, '', '#tab=2'))
    await visit.open('A')
    expect(await hashOf(visit)).toBe('#tab=2&news=A')
    expect(await visit.page.evaluate(() => history.state)).toMatchObject({ router: 7 })
    await visit.page.locator('#skip').click()
    await expect.poll(() => hashOf(visit)).toBe('#foot')
    expect(await visit.part('headline').innerText()).toBe('A')
    await visit.page.goBack()
    await visit.page.goBack()
    await visit.rows(3)
    expect(await hashOf(visit)).toBe('#tab=2')
  })
})

describe('the page’s layout', () => {
  const ADDRESS = `https://files.example/forms/${'0123456789abcdefghij'.repeat(5)}/viewform`

  it('is not widened by a long word', async () => {
    serveItems(site, [
      newsItem('A', { title: ADDRESS }),
      newsItem('B', { html: `<p>Register: ${ADDRESS}</p>` }),
    ])
    const visit = await visitPage(NEWS, {}, { viewport: { width: 390, height: 700 } })
    await visit.rows(2)
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('that fits its contents, as flex, a table cell and a grid do, leaves it room on a desktop and on a phone', async () => {
    serveItems(site, THREE)
    const news = '<school-news service="/agent" live="off"></school-news>'
    const before =
      `<div style="display:flex"><nav>Menu</nav>${news}</div><table><tr><td>${news}</td></tr></table>` +
      `<div style="display:flex;flex-direction:column;align-items:start">${news}</div>` +
      '<div style="display:grid;grid-template-columns:auto 1fr">'
    const visit = await visitPage(
      NEWS,
      { around: [before, '<aside>x</aside></div>'], policy: '' },
      { viewport: { width: 1000, height: 700 } },
    )
    await expect.poll(() => visit.part('item').count()).toBe(4 * THREE.length)
    const narrowest = () =>
      visit.news.evaluateAll(all => Math.min(...all.map(news => news.getBoundingClientRect().width)))
    expect(await narrowest()).toBeGreaterThan(600)
    await visit.page.setViewportSize({ width: 320, height: 700 })
    expect(await narrowest()).toBeGreaterThan(200)
  })

  it('keeps its own columns, whatever margins, letters and paddings in a text say', async () => {
    const html =
      '<div style="margin-left:560px"><a style="font-size:40px" href="https://e.example">Log&nbsp;in</a></div>' +
      '<div style="font-size:9em"><div style="font-size:5em">W</div></div><ol style="padding-left:9999px"><li>y</li></ol>'
    serveItems(site, [newsItem('A', { html })])
    const column = '<nav style="height:400px">Column</nav>'
    const grid = 'display:grid;grid-template-columns:200px 1fr 200px;gap:20px'
    const visit = await visitPage(
      'service="/agent" live="off" news-id="A"',
      { around: [`<div style="${grid}">${column}<div>`, `</div>${column}</div>`], policy: '' },
      { viewport: { width: 1000, height: 800 } },
    )
    await visit.part('body').waitFor()
    const covered = await visit.page.evaluate(() => {
      let points = 0
      for (let y = 0; y < 800; y += 4)
        for (const x of [20, 60, 110, 160, 205, 800, 850, 900, 950])
          if (document.elementFromPoint(x, y)?.localName === 'school-news') points++
      return points
    })
    expect(covered).toBe(0)
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1000)
  })

  it('gives a single result the whole width', async () => {
    serveItems(site, [newsItem('A')])
    const visit = await visitPage(NEWS, {}, { viewport: { width: 1200, height: 700 } })
    await visit.rows(1)
    const widths = await visit.news.evaluate(news =>
      ['list', 'item'].map(part => news.shadowRoot?.querySelector(`[part=${part}]`)?.clientWidth),
    )
    expect(widths[1]).toBe(widths[0])
  })
})

describe('colours', () => {
  const BODY =
    '<p><i style="color:#000080">Navy</i> <b style="color:#ffffff">White</b> <u style="background-color:#ffff00">Yellow</u></p>'

  it.each([
    ['a dark scheme and no background', '', 'dark'],
    ['a dark background in another colour space', 'body{background:oklch(0.2 0.02 250);color:#eee}', 'light'],
    [
      'a card that lets a dark page through',
      'body{background:#101820;color:#eee}main{background:#ffffff0f}',
      'light',
    ],
  ] as const)('that an author chose for paper can be read on %s', async (_, style, colorScheme) => {
    serveItems(site, [newsItem('A', { html: BODY })])
    const visit = await visitPage(
      'service="/agent" live="off" news-id="A"',
      { head: `<style>${style}</style>`, policy: '' },
      { colorScheme },
    )
    await visit.part('body').waitFor()
    const [navy, white, onYellow] = await visit
      .part('body')
      .locator('i, b, u')
      .evaluateAll(words => words.map(word => (getComputedStyle(word).color.match(/\d+/g) ?? []).map(Number)))
    const sum = (colour: number[] = []) => colour.reduce((sum, part) => sum + part, 0)
    expect(sum(navy)).toBeGreaterThan(330)
    expect(sum(white)).toBeGreaterThan(600)
    expect(onYellow).toEqual([0, 0, 0])
  })

  it('of the button of new entries stand out from a dark page that says no scheme', async () => {
    const { send } = serveItems(site, THREE)
    const visit = await visitPage('service="/agent"', {
      head: '<style>:root{color-scheme:normal!important}body{background:#101820;color:#eee}</style>',
      policy: '',
    })
    await send({ kind: 'upsert', entry: newsItem('N', { publishedAt: '2027-01-01T08:00:00+08:00', seq: 9 }) })
    await visit.part('new').waitFor()
    const [text, behind] = await visit
      .part('new')
      .evaluate(button => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor])
    expect(behind).toBe('rgb(238, 238, 238)')
    expect(text).toBe('rgb(16, 24, 32)')
  })
})

it('a picture that is called as something of the document’s takes nothing from the element', async () => {
  serveItems(site, THREE)
  const visit = await visitPage(NEWS, { around: ['<img name="baseURI" alt="">', ''] })
  await visit.rows(3)
})
