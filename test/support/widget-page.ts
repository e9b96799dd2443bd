/** A school's page with the script tag on it, the built widget beside it, and a service that says what it is told. */
import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { SiteId } from '../../shared/contract/site.ts'
import { popupScript } from '../../sync-agent/outlets/popup-script/script.ts'
import { serve } from './serve.ts'

const WIDGET = join(import.meta.dirname, '..', '..', 'dist', 'widget')
if (!existsSync(join(WIDGET, 'school-popup.js')))
  throw new Error('dist/widget is not built: run `npm run build:widget` first')

/** As strict as a page can be and still have the widget: no inline code, no inline style, two named policies. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html dompurify"

const RECORDER = `
  window.violations = []
  addEventListener('securitypolicyviolation', event => violations.push(event.effectiveDirective), true)
  window.heard = []
  for (const name of ['load', 'show', 'confirm', 'dismiss', 'error'])
    document.addEventListener('school-popup-' + name, event => heard.push(name))`

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#357"/></svg>'

export interface WidgetPage {
  /** Address of a picture of 1200 x 900. */
  picture: string
  /** What the service answers from now on, by language; a function may do anything with the reply. */
  answer: Record<string, unknown[]> | ((reply: ServerResponse) => void)
  /** What the service was asked, in order. */
  asked: URL[]
  /** Files of dist/widget that were fetched, in order. */
  fetched: string[]
  /** Scripts that pages may name, by their paths. */
  scripts: Record<string, string>
  /** Paths that were asked for and are none of the page's, in order. */
  unknown: string[]
  /** Whether pages of other origins may read what is served here. */
  open: boolean
  /** Address of a page. */
  page(options?: PageOptions): string
  close(): Promise<void>
}

export interface PageOptions {
  lang?: string
  policy?: string
  /** The page's body, in place of one script tag. */
  body?: string
  /** What the page's head has besides. */
  head?: string
  /** Attributes of the root element. */
  root?: string
  /** What the page begins with; without any, a browser treats it as one of the nineties. */
  doctype?: string
  /** The whole document, where its markup has to be exact. */
  whole?: string
  /** In place of UTF-8. The page is still written in ASCII. */
  charset?: string
  /** `application/xhtml+xml` makes a browser read it by the rules of XML. */
  type?: string
}

/** As a sync agent serves it: with the messages of `answer`. */
export const KNOWING_TAG = '<script async src="/widget/popup.js?site=academy"></script>'

export const SCRIPT_TAG = '<script async src="/widget/popup.js"></script>'

/**
 * For a file whose tests share a browser: a site for each test, at an address of its own, which has a storage of its own.
 * None is closed before the last test: the system might give its port again.
 */
export function openSites(): () => Promise<WidgetPage> {
  const sites: WidgetPage[] = []
  afterAll(() => Promise.all(sites.map(site => site.close())))
  return async () => {
    const site = await serveWidgetPage()
    sites.push(site)
    return site
  }
}

export async function serveWidgetPage(): Promise<WidgetPage> {
  const pages: PageOptions[] = []
  const { origin, ...server } = await serve((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://page.invalid')
    if (served.open) reply.setHeader('access-control-allow-origin', '*')
    const send = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      reply.writeHead(200, { 'content-type': type, ...headers }).end(body)
    if (url.pathname.startsWith('/page/')) {
      const options = pages[Number(url.pathname.slice(6))] ?? {}
      const { policy = STRICT_POLICY, type = 'text/html', charset = 'utf-8', whole } = options
      send(
        `${type}; charset=${charset}`,
        whole ?? pageOf(options),
        policy ? { 'content-security-policy': policy } : {},
      )
    } else if (url.pathname === '/recorder.js') {
      send('text/javascript', RECORDER)
    } else if (url.pathname.startsWith('/widget/')) {
      const file = url.pathname.slice('/widget/'.length)
      served.fetched.push(file + url.search)
      const site = url.searchParams.get('site')
      // Old at once, as the agent's is after 15 s.
      if (site) send('text/javascript', scriptWith(site, served.answer), { 'cache-control': 'max-age=0' })
      else send(file.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript', readFileSync(join(WIDGET, file)))
    } else if (url.pathname.endsWith('/api/v1/popupmsg/check')) {
      served.asked.push(url)
      if (typeof served.answer === 'function') return served.answer(reply)
      const content = served.answer[url.searchParams.get('lang') ?? ''] ?? []
      send(
        'application/json',
        JSON.stringify({ txID: 't1', code: 'D00000', message: 'successful return', content }),
      )
    } else if (url.pathname === '/picture.svg') {
      send('image/svg+xml', PICTURE)
    } else if (url.pathname in served.scripts) {
      send('text/javascript', served.scripts[url.pathname] as string)
    } else {
      // Which every browser asks for by itself.
      if (url.pathname !== '/favicon.ico') served.unknown.push(url.pathname)
      reply.writeHead(404).end()
    }
  })
  const served: WidgetPage = {
    picture: `${origin}/picture.svg`,
    answer: {},
    asked: [],
    fetched: [],
    scripts: {},
    unknown: [],
    open: false,
    page(options = {}) {
      return `${origin}/page/${pages.push(options) - 1}`
    },
    close: async () => await server[Symbol.asyncDispose](),
  }
  return served
}

/** What a sync agent serves. Languages that the test does not name have no answer. */
function scriptWith(site: string, answer: WidgetPage['answer']): string {
  const known = typeof answer === 'function' ? {} : answer
  const envelopes = Object.entries(known).map(([lang, content]) => [lang, JSON.stringify({ content })])
  const loader = readFileSync(join(WIDGET, 'popup.js'), 'utf8')
  return popupScript(loader, site as SiteId, Object.fromEntries(envelopes))
}

const pageOf = ({
  lang = 'en',
  body = SCRIPT_TAG,
  head = '',
  root = '',
  doctype = '<!DOCTYPE html>',
}: PageOptions) => `${doctype}
<html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}" ${root}><head><meta name="viewport" content="width=device-width"/>
<title>Harbour Lantern School</title><script src="/recorder.js"></script>${head}</head>
<body><main><h1>Harbour Lantern School</h1><button id="menu">Menu</button></main>${body}</body></html>`
