/** A copy of the demo's landing page with all its files, so that nothing else runs during the measurement. */
import { pino } from 'pino'
import { startDemo } from '../../demo/demo.ts'
import type { PopupMessage } from '../../shared/contract/popup.ts'
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'

export interface LandingPage {
  /** {@link TAG} replaces the popup's script tag, {@link ORIGIN} replaces all origins. */
  html: string
  headers: Record<string, string>
  /** By path: styles, scripts, fonts, pictures. */
  files: Map<string, { type: string; body: Buffer }>
  /** The first message of the service in each language. */
  message: Messages
}

/** The academy's messages. */
export type Messages = Readonly<Record<Language, readonly PopupMessage[]>>

export const NO_MESSAGE: Messages = { 'en-US': [], 'zh-HK': [] }

export const TAG = '<!-- popup -->'
export const ORIGIN = 'http://origin.invalid'

export async function landingPage(): Promise<LandingPage> {
  await using demo = await startDemo({
    portBase: 0,
    widgetDir: WIDGET_DIR,
    logger: pino({ level: 'silent' }),
  })
  const { siteUrl, addresses } = demo
  const atHome = (text: string) =>
    [siteUrl, addresses.base].reduce((rest, url) => rest.replaceAll(new URL(url).origin, ORIGIN), text)

  const page = await fetch(new URL('/en', siteUrl))
  const served = await page.text()
  const html = atHome(served)
    .replace(/<link rel="preload" as="fetch"[^>]*>/, '')
    .replace(/<script [^>]*\bsrc="\/widget\/[^>]*><\/script>/, TAG)
  if (!html.includes(TAG)) throw new Error('the landing page has no script tag of the widget any more')
  const files: LandingPage['files'] = new Map()
  const take = async (url: URL) => {
    const key = url.pathname + url.search
    if (files.has(key)) return
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answers ${response.status}`)
    const type = response.headers.get('content-type') ?? ''
    const body = Buffer.from(await response.arrayBuffer())
    files.set(key, { type, body })
    if (type.startsWith('text/css'))
      for (const [, address = ''] of body.toString().matchAll(/url\(["']?([^"')]+)/g))
        if (!address.startsWith('data:')) await take(new URL(address, url))
  }
  for (const [, address = ''] of served.matchAll(
    /<(?:link|script|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"/g,
  ))
    if (/\.\w+(?:$|\?)|\/media\//.test(address) && !address.includes('/widget/'))
      await take(new URL(address.replaceAll('&amp;', '&'), siteUrl))

  const firstOf = async (lang: Language) => {
    const check = `${addresses.serviceUrl}/api/v1/popupmsg/check?siteId=academy&lang=${lang}`
    const { content } = await (await fetch(check)).json()
    return [lang, content.slice(0, 1)] as const
  }
  const message = Object.fromEntries(await Promise.all(LANGUAGES.map(firstOf))) as Messages
  const policy = page.headers.get('content-security-policy') ?? ''
  return { html, headers: { 'content-security-policy': atHome(policy) }, files, message }
}
