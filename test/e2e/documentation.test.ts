/** The agent's documentation as a reader sees it: in both schemes, on a phone, and with a screen reader. */
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SyncAgent } from '../../sync-agent/index.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { agentBefore, news } from '../sync-agent/support.ts'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
let browser: Browser
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([]))
  agent = await agentBefore(upstream, files.path('news.sqlite'))
  address = await agent.listen()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

it.each([
  ['light', 'en-US', '#ffffff'],
  ['dark', 'zh-HK', '#14181f'],
] as const)('is legible, accessible and within its policy: %s, %s', async (colorScheme, lang, background) => {
  const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    // The browser asks for an icon that nobody has promised.
    if (!message.location().url.endsWith('/favicon.ico')) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await page.goto(`${address}/docs?lang=${lang}`)
  const looks = await page.evaluate(() => ({
    background: getComputedStyle(document.body).backgroundColor,
    overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }))
  const channels = [1, 3, 5].map(at => Number.parseInt(background.slice(at, at + 2), 16))
  expect(looks).toEqual({ background: `rgb(${channels.join(', ')})`, overflows: false })

  await page.evaluate(axe.source)
  const faults = await page.evaluate(async () => {
    const { axe: judge } = window as unknown as { axe: typeof axe }
    return (await judge.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
