/** The mocked school in a browser: MSW's service worker answers the widget and the clients, and no server does. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLE_NEWS, EXAMPLE_POPUPS } from '../../shared/contract/examples.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { type Served, serve } from '../support/serve.ts'
import type { MockedPage } from './mocked-page.ts'

const PAGE = `<!doctype html><html lang="en"><title>School</title>
<school-popup service="https://school.example/cms"></school-popup><script type="module" src="/page.js"></script>`

let browser: Browser
let server: Served
beforeAll(async () => {
  browser = await sharedBrowser()
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  const files: Record<string, { type: string; body: string }> = {
    '/': { type: 'text/html', body: PAGE },
    '/mockServiceWorker.js': { type: 'text/javascript', body: readFileSync(worker, 'utf8') },
    '/page.js': { type: 'text/javascript', body: await bundled('mocked-page.ts') },
  }
  server = await serve(({ url = '' }, reply) => {
    const file = files[url]
    if (file) reply.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body)
    else reply.writeHead(404).end()
  })
})
afterAll(async () => {
  await closePages(browser)
  await server[Symbol.asyncDispose]()
})

// Promise: integrate/mock
it('shows the example messages in the widget, and answers clients by the same rules as in Node', async () => {
  const context = await browser.newContext()
  // None but the page's own.
  await context.route('https://school.example/**', route => route.abort())
  const page = await context.newPage()
  await page.goto(server.origin)
  const [signal] = EXAMPLE_POPUPS['en-US']
  await page.getByRole('dialog', { name: `${signal?.msgTitle}` }).waitFor()

  const result = await page.evaluate(async () => {
    const { page } = window as unknown as { page: MockedPage }
    return { titles: await page.titles(), role: await page.role(), code: await page.codeOfFailure() }
  })
  const titles = EXAMPLE_NEWS['zh-HK'].newsList.map(({ newsTitle }) => newsTitle)
  expect(result).toEqual({ titles, role: 'Guardian', code: 'D20003' })
})

async function bundled(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: join(import.meta.dirname, file), output: { codeSplitting: false } },
    },
  })
  const { output } = [built].flat().find(each => 'output' in each) ?? {}
  const [chunk] = output ?? []
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`)
  return chunk.code
}
