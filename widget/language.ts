/** Which of the two content languages a page's language tag means. */
import type { Language } from '../shared/contract/site.ts'

/**
 * A BCP 47 tag as found in `lang` or `data-lang` to the language asked for. Whoever reads Chinese, Simplified too, gets
 * Traditional Chinese, the nearest there is; everyone else English.
 */
export const languageOf = (tag: string): Language => (/^zh/i.test(tag) ? 'zh-HK' : 'en-US')
