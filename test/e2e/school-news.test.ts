/** `<school-news>` as it is built, in a real browser, before a real agent that copies from a real service. */
import type { ServerResponse } from 'node:http'
import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type NewsPage, serveNewsPage, visitNews } from '../support/news-page.ts'
import { type NewsSchool, startNewsSchool } from '../support/news-school.ts'
import { axeFindings } from '../support/watched-page.ts'

let browser: Browser
let site: NewsPage
let school: NewsSchool

beforeAll(async () => {
  ;[browser, site, school] = await Promise.all([sharedBrowser(), serveNewsPage(), startNewsSchool()])
})
afterAll(async () => {
  await closePages(browser)
  await site?.[Symbol.asyncDispose]()
  await school?.[Symbol.asyncDispose]()
})

const page = (attributes = '', options = {}) =>
  site.page(`service="${school.address}" site-id="academy" ${attributes}`, options)

describe('the list', () => {
  it('has the newest first, page by page, the focus staying where it is and the reader being told', async () => {
    const visit = await visitNews(browser, page('limit="12"'))
    await visit.rows(12)
    expect((await visit.titles()).slice(0, 3)).toEqual([
      'Harbour walk 30',
      'Harbour walk 29',
      'Regatta results',
    ])
    await visit.part('more').focus()
    await visit.page.keyboard.press('Enter')
    await visit.rows(24)
    await expect.poll(() => visit.focused()).toBe('more: More news')
    expect(await visit.said()).toBe('12 more entries')
    await visit.page.keyboard.press('Enter')
    await visit.rows(30)
    expect(await visit.said()).toBe('6 more entries')
    expect(await visit.part('more').count()).toBe(0)
    await expect.poll(() => visit.focused()).toBe('link: Harbour walk 06')
    const titles = await visit.titles()
    expect(new Set(titles).size).toBe(30)
    expect(titles.at(-1)).toBe('Harbour walk 01')
    expect(visit.complaints).toEqual([])
  })

  it('says that it is on its way, and is empty in a sentence, without a search', async () => {
    const waiting: ServerResponse[] = []
    site.answer = (_path, reply) => waiting.push(reply)
    const visit = await visitNews(browser, site.page('service="/agent" live="off"', { lang: 'zh-HK' }))
    await visit.part('skeleton').waitFor()
    expect(await visit.part('news').getAttribute('aria-busy')).toBe('true')
    expect(await visit.part('news').innerText()).toContain('正在載入消息…')
    expect(await axeFindings(visit.page)).toEqual([])
    const answer = (reply: ServerResponse) => void reply.end('{"items":[],"seq":0}')
    site.answer = (_path, reply) => answer(reply)
    waiting.forEach(answer)
    // Where the look took longer than it waits, it asks once more.
    await expect.poll(() => visit.part('message').innerText()).toBe('暫時未有消息。')
    expect(await visit.part('news').getAttribute('aria-busy')).toBe('false')
    expect(await visit.part('search').count()).toBe(0)
    expect(await axeFindings(visit.page)).toEqual([])
  })
})

describe('search', () => {
  it('has pages as well; when it finds nothing it says so, and leads back', async () => {
    const visit = await visitNews(browser, page())
    await visit.rows(10)
    await visit.search('harbour walk')
    await visit.part('summary').waitFor()
    expect(await visit.said()).toBe('10 entries found, and there are more')
    await visit.part('more').click()
    await visit.rows(20)
    expect(new Set(await visit.titles()).size).toBe(20)
    await visit.search('kraken')
    await visit.part('message').waitFor()
    expect(await visit.part('message').locator('p').innerText()).toBe('Nothing found for “kraken”.')
    expect(await visit.said()).toBe('Nothing found for “kraken”.')
    await visit.part('button').click()
    await visit.rows(10)
    expect(await visit.part('input').inputValue()).toBe('')
    await expect.poll(() => visit.focused()).toBe('input: ')
  })

  it('takes whatever is typed, and ends an earlier question when a later one is asked', async () => {
    // Nothing ends the earlier question but the later one.
    const visit = await visitNews(browser, page(), { clock: 'held' })
    await visit.rows(10)
    const type = async (text: string) => {
      await visit.search(text)
      await visit.page.clock.runFor(500)
    }
    await visit.page.route('**/v1/news?*q=harbour*', () => {})
    const isEarlier = (request: Request) => request.url().includes('q=harbour')
    const asked = visit.page.waitForRequest(isEarlier)
    const cancelled = visit.page.waitForEvent('requestfailed', isEarlier)
    await type('harbour')
    await asked
    await type('regatta')
    await cancelled
    await visit.rows(1)
    await type('"AND (NEAR * \u0000 -')
    expect(await visit.part('message').locator('p').innerText()).toContain('Nothing found')
    await type('a b c d e f g h i j k l m n o p q r s t')
    await visit.page.waitForFunction(() =>
      /a b c d/.test(document.querySelector('school-news')?.shadowRoot?.textContent ?? ''),
    )
  })
})

describe('an entry', () => {
  it('has its title, its date, its text, its pictures, its files with kind and size, and a player', async () => {
    const visit = await visitNews(browser, page())
    await visit.rows(10)
    await visit.open('Regatta results')
    await expect.poll(() => visit.focused()).toBe('headline: Regatta results')
    expect(await visit.part('date').innerText()).toBe('28 August 2026')
    expect(await visit.part('body').innerText()).toBe('Regatta results, and what there is to say of it.')
    const pictures = await visit.part('picture').all()
    expect(await Promise.all(pictures.map(picture => picture.getAttribute('alt')))).toEqual([
      expect.stringMatching(/^Picture 1 of 2: .+\.png$/),
      expect.stringMatching(/^Picture 2 of 2: .+\.jpg$/),
    ])
    expect(await visit.part('files').getByRole('link').allInnerTexts()).toEqual([
      expect.stringMatching(/\.pdf\s+PDF, \d+ byte$/),
      expect.stringMatching(/\.mp3\s+Sound, \d+ byte$/),
    ])
    const player = visit.part('player')
    expect(await player.getAttribute('preload')).toBe('none')
    expect(await player.evaluate(audio => (audio as HTMLAudioElement).readyState)).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  it('has an address of its own where the page wants it, and the back button leads to the list', async () => {
    // A page may have a base, which bare `#…` addresses would follow.
    const base = '<base href="/elsewhere/">'
    const visit = await visitNews(browser, page('hash limit="30"', { head: base, policy: '' }), {
      viewport: { width: 400, height: 700 },
    })
    await visit.rows(30)
    await visit.part('link').getByText('Harbour walk 09').scrollIntoViewIfNeeded()
    const before = await visit.page.evaluate(() => scrollY)
    await visit.open('Harbour walk 09')
    await visit.part('headline').waitFor()
    expect(visit.page.url()).toMatch(/\/page\/\d+#news=T-09$/)
    await visit.page.goBack()
    await visit.rows(30)
    await visit.page.waitForFunction(before => Math.abs(scrollY - before) < 2, before)
    await expect.poll(() => visit.focused()).toBe('link: Harbour walk 09')
    await visit.page.goForward()
    await visit.part('headline').getByText('Harbour walk 09').waitFor()
    await visit.part('back').click()
    await visit.rows(30)
    expect(visit.page.url()).not.toContain('#news')
    expect(visit.complaints).toEqual([])
  })

  it('is what a visitor gets who comes right to its address, even beyond the first page', async () => {
    const visit = await visitNews(browser, `${page('hash limit="5"')}#news=T-03`)
    expect(await visit.part('headline').innerText()).toBe('Harbour walk 03')
    const steps = await visit.page.evaluate(() => history.length)
    await visit.part('back').click()
    await visit.rows(5)
    expect(visit.page.url()).not.toContain('#')
    expect(await visit.page.evaluate(() => history.length)).toBe(steps)
  })
})

describe.each([
  ['en', 'light'],
  ['zh-HK', 'dark'],
] as const)('axe finds nothing in %s, %s', (lang, colorScheme) => {
  // Promise: website/news-accessible
  it('in the list, a search, an empty search and an entry', async () => {
    const visit = await visitNews(browser, page('', { lang }), { colorScheme })
    await visit.rows(10)
    expect(await axeFindings(visit.page)).toEqual([])
    await visit.search('harbour')
    await visit.search(lang === 'en' ? 'regatta' : '賽果')
    await visit.rows(1)
    expect(await axeFindings(visit.page)).toEqual([])
    await visit.part('link').click()
    await visit.part('headline').waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
    await visit.part('back').click()
    await visit.search('kraken')
    await visit.part('message').waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
  })
})
