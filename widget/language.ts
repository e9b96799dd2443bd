/** Which of the two content languages a page's language tag means. */
import type { Language } from '../shared/contract/site.ts'

/** Cantonese- and Traditional Chinese-reading places, and Chinese without a place. Simplified Chinese is not offered. */
const TRADITIONAL_CHINESE = /^zh(-(hk|mo|tw|hant.*))?$/i

/** A BCP 47 tag as found in `lang` or `data-lang` to the language asked for; anything unknown reads English. */
export const languageOf = (tag: string): Language => (TRADITIONAL_CHINESE.test(tag) ? 'zh-HK' : 'en-US')
