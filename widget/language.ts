/** Which of the two content languages a page's language tag means. */
import type { Language } from './contract.ts'

/**
 * A BCP 47 tag, from `lang` or `data-lang`, to a content language. Readers of any Chinese, Simplified too, get Traditional
 * Chinese, which is the nearest; all others get English.
 */
export const languageOf = (tag: string): Language => (/^zh/i.test(tag) ? 'zh-HK' : 'en-US')
