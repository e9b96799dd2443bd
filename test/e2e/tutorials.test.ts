/** The pages that the tutorials of popup and news have a web editor save, opened from the disk with the demo behind them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'
import { openDemoSite } from '../support/demo-site.ts'
import { scratch } from '../support/scratch.ts'
import { openWatched } from '../support/watched-page.ts'

const { demo, browser } = await openDemoSite()

/** @param lang that the tutorial has the page changed to */
async function openSaved(tutorial: string, lang = 'en'): Promise<Page> {
  const files = scratch()
  const { page, complaints, ...visit } = await openWatched(browser)
  onTestFinished(async () => {
    await visit[Symbol.asyncDispose]()
    files[Symbol.dispose]()
    expect(complaints).toEqual([])
  })
  const text = readFileSync(join(ROOT, 'docs', 'website', tutorial), 'utf8')
  const [, html = ''] = /^ *```html\n(\s*<!doctype html>.*?)^ *```/ms.exec(text) ?? []
  expect(html).toContain('http://127.0.0.1:4020')
  const file = files.path('saved.html')
  writeFileSync(
    file,
    html.replaceAll('http://127.0.0.1:4020', demo.agentUrl).replace('lang="en"', `lang="${lang}"`),
  )
  await page.goto(pathToFileURL(file).href)
  return page
}

it.each([
  ['en', 'No. 8'],
  ['zh-HK', '八號'],
])('the popup’s page shows the typhoon signal in %s', async (lang, signal) => {
  const page = await openSaved('popup.md', lang)
  const dialog = page.locator('school-popup').getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain(signal)
})

it('the news page lists the newest entries', async () => {
  const { items } = await (await fetch(`${demo.agentUrl}/v1/news?siteId=academy&lang=en-US&limit=1`)).json()
  const page = await openSaved('news.md')
  await page.getByRole('heading', { name: items[0].title }).waitFor()
})
