/** The demo's page of live news: `<school-news>` before the demo's agent, with the school's popup beside it. */
import { expect, it } from 'vitest'
import { openDemoSite } from '../support/demo-site.ts'
import { axeFindings, openWatched } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

it.each([
  ['en', 'Live news', 'All news', 'Ferry timetable', '1 new entry'],
  ['zh', '即時消息', '所有消息', '渡輪時間表', '1 則新消息'],
])('in /%s a visitor finds it from the news, and sees what is posted meanwhile', async (prefix, ...words) => {
  const [title, back, posted, offered] = words
  await using visit = await openWatched(browser, { reducedMotion: 'reduce' })
  const { page } = visit
  await page.goto(`${demo.siteUrl}/${prefix}/news`)
  const dialog = page.locator('school-popup').getByRole('dialog')
  await dialog.waitFor()
  while (await dialog.isVisible()) {
    await dialog.getByRole('button').last().click()
    await page.evaluate(() => document.querySelector('school-popup')?.updateComplete)
  }
  const following = page.waitForResponse(response => response.url().includes('/v1/changes/stream'))
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await following
  const news = page.locator('school-news')
  await news.locator('[part=item]').nth(7).waitFor()
  expect(await axeFindings(page)).toEqual([])
  demo.service.news.put({
    newsId: `ferry-${prefix}`,
    sites: ['academy'],
    newsDateTime: '20991231120000',
    texts: {
      'en-US': { newsTitle: `Ferry timetable ${prefix}`, newsContent: '<p>By <b>boat</b>.</p>' },
      'zh-HK': { newsTitle: `渡輪時間表 ${prefix}`, newsContent: '<p>乘<b>船</b>。</p>' },
    },
    attachments: [],
  })
  await demo.agent.syncOnce()
  await news.getByRole('button', { name: offered }).click()
  await news.getByRole('link', { name: `${posted} ${prefix}` }).click()
  expect(await news.locator('[part=body]').innerHTML()).toContain('<b>')
  expect(await axeFindings(page)).toEqual([])
  expect(page.url()).toContain(`#news=ferry-${prefix}`)
  await news.getByRole('button', { name: back }).click()
  await news.locator('[part=item]').nth(8).waitFor()
  expect(visit.complaints).toEqual([])
})

it('an address without a language leads to the visitor’s own', async () => {
  const reply = await fetch(`${demo.siteUrl}/live-news`, {
    headers: { 'accept-language': 'zh-TW' },
    redirect: 'manual',
  })
  expect(reply.headers.get('location')).toBe('/zh/live-news')
})
