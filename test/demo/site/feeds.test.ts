/** The demo's feeds, from the service through the agent to the site: they name the site, and lead to its pages. */
import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startDemo } from '../../../demo/demo.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { scratch } from '../../support/scratch.ts'
import { checkAtom, checkJsonFeed, checkNewsSitemap, checkRss } from '../../sync-agent/outlets/feeds/rules.ts'

it('the demo has valid feeds in both languages, whose entries lead to pages of the site', async () => {
  using widget = scratch()
  writeFileSync(widget.path('popup.js'), '/* loader */')
  await using demo = await startDemo({
    portBase: 0,
    widgetDir: widget.folder,
    logger: pino({ level: 'silent' }),
  })
  for (const lang of LANGUAGES) {
    const text = async (ending: string) =>
      (await fetch(`${demo.siteUrl}/feeds/academy/${lang}${ending}`)).text()
    const feed = await text('.json')
    const items = checkJsonFeed(feed)
    expect(items.length).toBeGreaterThan(5)
    expect(checkRss(await text('.rss'))).toHaveLength(items.length)
    expect(checkAtom(await text('.atom'))).toHaveLength(items.length)
    checkNewsSitemap(await text('/news-sitemap.xml'))
    expect(JSON.parse(feed).feed_url).toBe(`${demo.siteUrl}/feeds/academy/${lang}.json`)
    expect(JSON.parse(feed).title).toBe({ 'en-US': 'Tern Bay Academy', 'zh-HK': '燕鷗灣書院' }[lang])
    for (const { url = '' } of [...items.slice(0, 2), { url: JSON.parse(feed).home_page_url }]) {
      expect(url).toContain(`${demo.siteUrl}/${lang.slice(0, 2)}/`)
      expect([url, (await fetch(url)).status]).toEqual([url, 200])
    }
  }
})
