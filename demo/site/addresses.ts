/** Where each page of the site stands, in either language, and which language a visitor gets at `/`. */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { preferredLanguage } from '../../shared/text/accept-language.ts'

/** First segment of every page's path. */
export const PREFIXES = { 'en-US': 'en', 'zh-HK': 'zh' } as const satisfies Record<Language, string>

/** A page that exists in both languages. */
export type Place = (lang: Language) => string

export const homePlace: Place = lang => `/${PREFIXES[lang]}/`

export const newsPlace =
  (after?: string): Place =>
  lang =>
    `/${PREFIXES[lang]}/news${after ? `?after=${encodeURIComponent(after)}` : ''}`

export const entryPlace =
  (newsId: string): Place =>
  lang =>
    `/${PREFIXES[lang]}/news/${encodeURIComponent(newsId)}`

/** The list as the browser keeps it, by `<school-news>`. */
export const liveNewsPlace: Place = lang => `/${PREFIXES[lang]}/live-news`

export const playgroundPlace: Place = lang => `/${PREFIXES[lang]}/playground`

/** The language a path is written in, if it says so. */
export function languageOf(path: string): Language | undefined {
  const prefix = /^\/(en|zh)(?:[/?]|$)/.exec(path)?.[1]
  return LANGUAGES.find(lang => PREFIXES[lang] === prefix)
}

/** The best of the two for an Accept-Language header. */
export const negotiate = (acceptLanguage?: string): Language =>
  preferredLanguage(acceptLanguage) ?? DEFAULT_LANGUAGE
