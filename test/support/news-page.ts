/** A school's page with `<school-news>` on it as it is built, under a strict policy, and visitors of that page. */
import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { type Served, serve } from './serve.ts'
import { openWatched } from './watched-page.ts'

if (!existsSync(join(WIDGET_DIR, 'school-news.js')))
  throw new Error('dist/widget is not built: run `npm run build:widget` first')

/** No inline code, no inline style, two named policies. */
export const NEWS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http://127.0.0.1:*; " +
  "media-src http://127.0.0.1:*; connect-src 'self' http://127.0.0.1:*; " +
  "require-trusted-types-for 'script'; trusted-types lit-html dompurify"

export interface NewsPage extends Served {
  /** What was asked for under `/files/`, in order. */
  asked: { path: string; revalidated: boolean }[]
  /** Answers `/files/…` and `/agent/…` in place of the folder. */
  answer: ((path: string, reply: ServerResponse) => void) | undefined
  /** Scripts of the page, by path. */
  scripts: Record<string, string>
  /** @param attributes of the element */
  page(attributes: string, options?: NewsPageOptions): string
}

export interface NewsPageOptions {
  lang?: string | undefined
  policy?: string | undefined
  /** The policy reports what breaks it, and lets it happen. */
  onlyReports?: boolean | undefined
  /** Before and after the element. */
  around?: [before: string, after: string] | undefined
  head?: string | undefined
}

/** A browser and the page for one file of tests: closed after its last. */
export async function openNewsSite() {
  const [browser, site] = await Promise.all([sharedBrowser(), serveNewsPage()])
  afterAll(async () => {
    await closePages(browser)
    await site[Symbol.asyncDispose]()
  })
  const visit = (
    attributes = 'service="/agent" live="off"',
    options: NewsPageOptions = {},
    visitor: VisitOptions = {},
  ) => visitNews(browser, site.page(attributes, options), visitor)
  return { browser, site, visit }
}

/** @param files a folder that is served under `/files/` */
export async function serveNewsPage(files = ''): Promise<NewsPage> {
  const pages: [string, NewsPageOptions][] = []
  const server = await serve((request, reply) => {
    const { pathname, search } = new URL((request.url ?? '/').replace(/^\/+/, '/'), 'http://page.invalid')
    const send = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      reply.writeHead(200, { 'content-type': type, ...headers }).end(body)
    if (pathname.startsWith('/page/')) {
      const [attributes, options] = pages[Number(pathname.slice(6))] ?? ['', {}]
      const { policy = NEWS_POLICY, onlyReports = false } = options
      return send('text/html; charset=utf-8', pageOf(attributes, options), {
        ...(policy && { [`content-security-policy${onlyReports ? '-report-only' : ''}`]: policy }),
      })
    }
    if (pathname === '/favicon.ico') return reply.writeHead(204).end()
    if (pathname === '/style.css') return send('text/css', STYLE)
    if (pathname in served.scripts) return send('text/javascript', served.scripts[pathname] as string)
    if (pathname.startsWith('/widget/'))
      return send('text/javascript', readFileSync(join(WIDGET_DIR, pathname.slice('/widget/'.length))))
    if (/^\/(files|agent)\//.test(pathname) && served.answer) return served.answer(pathname + search, reply)
    const file = join(files, pathname.slice('/files'.length))
    if (!pathname.startsWith('/files/') || !existsSync(file)) return reply.writeHead(404).end()
    const body = readFileSync(file)
    const tag = `"${body.length}-${body.subarray(0, 80).toString('hex').slice(-40)}-${sum(body)}"`
    const revalidated = request.headers['if-none-match'] === tag
    served.asked.push({ path: pathname.slice('/files/'.length), revalidated })
    if (revalidated) return reply.writeHead(304).end()
    return send(extname(file) === '.json' ? 'application/json' : 'image/png', body, { etag: tag })
  })
  const served: NewsPage = {
    ...server,
    asked: [],
    answer: undefined,
    scripts: {},
    page: (attributes, options = {}) => `${server.origin}/page/${pages.push([attributes, options]) - 1}`,
  }
  return served
}

const sum = (bytes: Buffer) => bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 7)

const STYLE = `:root { color-scheme: light dark; font: 100%/1.5 sans-serif } body { margin: 1rem } h1 { overflow-wrap: anywhere } .tall { height: 60rem }`

const pageOf = (
  attributes: string,
  { lang = 'en', around: [before, after] = ['', ''], head = '' }: NewsPageOptions,
) => `<!DOCTYPE html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Harbour Lantern School</title><link rel="stylesheet" href="/style.css">${head}
<script type="module" src="/widget/school-news.js"></script></head>
<body><main><h1>Harbour Lantern School</h1>${before}<school-news ${attributes}></school-news>${after}</main></body></html>`

type VisitOptions = BrowserContextOptions & {
  /** Is moved by the test; a held one does not go on by itself either. */
  clock?: boolean | 'held'
}

/** Opens a page in a fresh browser profile, which goes with the test. */
export async function visitNews(
  browser: Browser,
  url: string,
  { clock, ...options }: VisitOptions = {},
): Promise<NewsVisit> {
  const { page, complaints, ...visit } = await openWatched(browser, { reducedMotion: 'reduce', ...options })
  onTestFinished(() => visit[Symbol.asyncDispose]())
  if (clock) await page.clock.install()
  if (clock === 'held') await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.goto(url)
  return visitOf(page, complaints)
}

export interface NewsVisit {
  page: Page
  complaints: string[]
  news: Locator
  part(name: string): Locator
  /** The titles in the list. */
  titles(): Promise<string[]>
  /** When the list has so many rows. */
  rows(count: number): Promise<void>
  open(title: string): Promise<void>
  search(text: string): Promise<void>
  /** What a screen reader was told last. */
  said(): Promise<string>
  /** What has the focus inside of the element: the part's name and text. */
  focused(): Promise<string>
}

function visitOf(page: Page, complaints: string[]): NewsVisit {
  const news = page.locator('school-news')
  const part = (name: string) => news.locator(`[part=${name}]`)
  return {
    page,
    complaints,
    news,
    part,
    titles: () => part('title').allInnerTexts(),
    rows: count =>
      page.waitForFunction(
        count =>
          document.querySelector('school-news')?.shadowRoot?.querySelectorAll('[part=item]').length === count,
        count,
      ) as unknown as Promise<void>,
    open: title => part('link').getByText(title, { exact: true }).click(),
    search: text => part('input').fill(text),
    said: async () => (await news.getByRole('status').textContent()) ?? '',
    focused: () =>
      page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement
        return inner ? `${inner.getAttribute('part')}: ${inner.textContent?.trim()}` : 'nothing of it'
      }),
  }
}
