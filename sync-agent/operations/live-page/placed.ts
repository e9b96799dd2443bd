/** What a live page has of the widget: the popup and the news, each with its script and the address that it calls. */
import { withoutEnd } from '../../../shared/text/without-end.ts'
import type { Attributes, LivePage } from './page.ts'

export interface Placed {
  name: 'popup' | 'news'
  /** Undefined: no script on the page runs it. */
  script: { url: URL; attributes: Attributes } | undefined
  /** Of the popup the content API, of the news an agent or its published folder; without a slash at its end. */
  source: URL | undefined
  isFolder: boolean
  siteId: string
  lang: 'en-US' | 'zh-HK'
}

const POPUP_SCRIPT = /\/(popup(-[0-9a-f]{6})?|popups\/[\w-]+)\.js$/
const POPUP_MODULE = /\/school-popup(-[0-9a-f]{6})?\.js$/
const NEWS_MODULE = /\/school-news(-[0-9a-f]{6})?\.js$/

/** The loader's tag, or else the element. */
export function placedPopup(page: LivePage): Placed | undefined {
  const tag = scriptOf(page, POPUP_SCRIPT)
  const [element] = page.popups
  if (tag) return byTag(page, tag)
  if (!element) return undefined
  const { service, 'site-id': siteId } = element
  const source = addressOf(page, service)
  return {
    ...common(page, siteId, element.lang),
    ...{ name: 'popup', source, script: scriptOf(page, POPUP_MODULE) },
  }
}

function byTag(page: LivePage, script: NonNullable<Placed['script']>): Placed {
  const { url, attributes } = script
  const asked = (name: string) => url.searchParams.get(name) ?? undefined
  const published = /\/popups\/([\w-]+)\.js$/.exec(url.pathname)?.[1]
  const siteId = asked('site') ?? attributes['data-site-id'] ?? published
  const service = attributes['data-service']
  const source = service === undefined ? new URL('../cms', url) : addressOf(page, service)
  return {
    ...common(page, siteId, asked('lang') ?? attributes['data-lang']),
    ...{ name: 'popup', script, source },
  }
}

export function placedNews(page: LivePage): Placed | undefined {
  const [element] = page.news
  if (!element) return undefined
  const { service, files, 'site-id': siteId, lang } = element
  return {
    ...common(page, siteId, lang),
    ...{ name: 'news', script: scriptOf(page, NEWS_MODULE), source: addressOf(page, service ?? files) },
    isFolder: service === undefined,
  }
}

/** Any kind of Chinese gives Traditional Chinese, as in the widget. */
const common = ({ lang: ofPage }: LivePage, siteId = 'academy', lang = ofPage) => ({
  ...{ siteId, isFolder: false },
  lang: /^(zh|yue|cmn|chi|hak|nan|wuu)/i.test(lang) ? ('zh-HK' as const) : ('en-US' as const),
})

function scriptOf({ scripts, base }: LivePage, file: RegExp): Placed['script'] {
  return scripts
    .flatMap(attributes => {
      const url = URL.parse(attributes.src ?? '', base)
      return url && file.test(url.pathname) ? [{ url, attributes }] : []
    })
    .at(0)
}

function addressOf({ base }: LivePage, given: string | undefined): URL | undefined {
  const url = given === undefined ? null : URL.parse(given, base)
  if (!url) return undefined
  url.pathname = withoutEnd(url.pathname, '/')
  return url
}
