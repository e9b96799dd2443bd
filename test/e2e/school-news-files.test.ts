/** `<school-news>` on a site without a server of its own: out of the files that an agent has published. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../shared/clock.ts'
import { publishStore } from '../../sync-agent/index.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type NewsPage, serveNewsPage, visitNews } from '../support/news-page.ts'
import { entryOf, type NewsSchool, startNewsSchool } from '../support/news-school.ts'
import { axeFindings } from '../support/watched-page.ts'
import { ACADEMY, ACADEMY_ZH } from '../sync-agent/support.ts'

let browser: Browser
let school: NewsSchool
let site: NewsPage

beforeAll(async () => {
  ;[browser, school] = await Promise.all([sharedBrowser(), startNewsSchool()])
  site = await serveNewsPage(school.files.path('public'))
  for (let day = 10; day < 30; day++)
    school.service.news.put(
      entryOf(`O-${day}`, `Old story ${day}`, `舊聞 ${day}`, { newsDateTime: `202507${day}090000` }),
    )
  await school.agent.syncOnce()
  await publish()
  // From here on nobody needs the agent but to publish anew.
})
afterAll(async () => {
  await closePages(browser)
  await site?.[Symbol.asyncDispose]()
  await school?.[Symbol.asyncDispose]()
})

const publish = () =>
  publishStore({
    db: school.files.path('news.db'),
    to: school.files.path('public'),
    streams: [ACADEMY, ACADEMY_ZH],
    formats: ['json'],
    clock: systemClock,
  })

const page = (attributes = '', options = {}) => site.page(`files="/files" ${attributes}`, options)

// Promise: website/news-files
it('the list goes from the newest to the oldest entry, and has none twice', async () => {
  const visit = await visitNews(browser, page('limit="8"'))
  for (const rows of [8, 16, 24, 30, 38, 46, 50]) {
    await visit.rows(rows)
    if (rows < 50) await visit.part('more').click()
  }
  const titles = await visit.titles()
  expect(titles[0]).toBe('Harbour walk 30')
  expect(titles.at(-1)).toBe('Old story 10')
  expect(new Set(titles).size).toBe(50)
  expect(site.asked.map(({ path }) => path)).toContain('news/academy/en-US/page-1.json')
  expect(await visit.part('more').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

// Promise: website/news-files
it('search needs no server, and marks what it found', async () => {
  const visit = await visitNews(browser, page('', { lang: 'zh-HK' }))
  await visit.rows(10)
  await visit.search('賽果')
  await visit.rows(1)
  expect(await visit.titles()).toEqual(['划艇賽果'])
  expect(await visit.said()).toBe('找到 1 則消息')
  expect(await visit.part('title').locator('mark').count()).toBeGreaterThan(0)
  expect(await axeFindings(visit.page)).toEqual([])
  await visit.part('link').click()
  await visit.part('files').waitFor()
  await expect.poll(() => visit.focused()).toBe('headline: 划艇賽果')
  await visit.part('back').click()
  await visit.rows(1)
  expect(visit.complaints).toEqual([])
})

it('an entry of an old page is there under its own address', async () => {
  const visit = await visitNews(browser, `${page('hash')}#news=O-12`)
  expect(await visit.part('headline').innerText()).toBe('Old story 12')
  expect(visit.complaints).toEqual([])
})

it('one that is not among the files is said not to be there', async () => {
  const visit = await visitNews(browser, page('news-id="never"'))
  expect(await visit.part('message').innerText()).toBe('This entry no longer exists.')
})

it('the index is looked at every minute or so, and read again only when it is another', async () => {
  const visit = await visitNews(browser, 'about:blank', { clock: true })
  await visit.page.goto(page())
  await visit.rows(10)
  const looks = () => site.asked.filter(({ path }) => path === 'news/academy/en-US/index.json')
  const lookAgain = async () => {
    const before = looks().length
    while (looks().length === before) {
      await visit.page.clock.runFor(5_000)
      await visit.page.evaluate(() => fetch('/style.css').then(reply => reply.text()))
    }
  }
  await lookAgain()
  expect(looks().at(-1)?.revalidated).toBe(true)
  await school.publish(entryOf('N-1', 'Ferry strike', '渡輪停航'))
  await school.remove('T-27')
  await publish()
  await lookAgain()
  await visit.part('new').getByText('1 new entry').waitFor()
  await visit.part('item').getByText('This entry has been withdrawn.').waitFor()
  await visit.part('new').click()
  await visit.part('link').getByText('Ferry strike').waitFor()
  const titles = await visit.titles()
  expect(titles[0]).toBe('Ferry strike')
  expect(titles).not.toContain('Harbour walk 27')
  expect(visit.complaints).toEqual([])
})
