/** The websites and languages of the content API (interface, Endpoints 1 and 2). */
import Type from 'typebox'

/** The two websites of a school. */
export const SITE_IDS = ['academy', 'pre-school'] as const
export type SiteId = (typeof SITE_IDS)[number]
export const SiteId = Type.Enum(SITE_IDS, { title: 'SiteId', description: 'The website asked for.' })

/** The languages of messages and entries. */
export const LANGUAGES = ['en-US', 'zh-HK'] as const
export type Language = (typeof LANGUAGES)[number]
export const Language = Type.Enum(LANGUAGES, { title: 'Language', description: 'Language of the content.' })

/** Used when `lang` is left out. */
export const DEFAULT_LANGUAGE: Language = 'en-US'

export const isSiteId = (value: unknown): value is SiteId => SITE_IDS.some(id => id === value)
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(tag => tag === value)
