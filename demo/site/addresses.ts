/** URLs of the site's pages in both languages, and the language for a visitor at `/`. */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { preferredLanguage } from '../../shared/text/accept-language.ts'

/** First segment of each page's path. */
export const PREFIXES = { 'en-US': 'en', 'zh-HK': 'zh' } as const satisfies Record<Language, string>

/** A page that exists in both languages. */
export type Place = (lang: Language) => string

export const homePlace: Place = lang => `/${PREFIXES[lang]}/`

/** @param sought what is searched for */
export const newsPlace =
  (after?: string, sought?: string): Place =>
  lang => {
    const query = new URLSearchParams({ ...(sought && { q: sought }), ...(after && { after }) })
    return `/${PREFIXES[lang]}/news${query.size > 0 ? `?${query}` : ''}`
  }

export const entryPlace =
  (newsId: string): Place =>
  lang =>
    `/${PREFIXES[lang]}/news/${encodeURIComponent(newsId)}`

/** The news list in the browser, with `<school-news>`. */
export const liveNewsPlace: Place = lang => `/${PREFIXES[lang]}/live-news`

export const playgroundPlace: Place = lang => `/${PREFIXES[lang]}/playground`

/** The language of a path, if it has one. */
export function languageOf(path: string): Language | undefined {
  const prefix = /^\/(en|zh)(?:[/?]|$)/.exec(path)?.[1]
  return LANGUAGES.find(lang => PREFIXES[lang] === prefix)
}

/** The better language for an Accept-Language header. */
export const negotiate = (acceptLanguage?: string): Language =>
  preferredLanguage(acceptLanguage) ?? DEFAULT_LANGUAGE
