/** Languages of a page, of its dates and of its texts. */
import type { Language } from './contract.ts'

/**
 * A BCP 47 tag, from `lang` or `data-lang`, to a content language. Readers of any Chinese, Cantonese, Mandarin and Simplified too, get
 * Traditional Chinese, which is the nearest; all others get English.
 */
export const languageOf = (tag: string): Language =>
  /^(zh|yue|cmn|chi|hak|nan|wuu)/i.test(tag) ? 'zh-HK' : 'en-US'

/**
 * How dates are written: as in the reader's own region, if the tag names one and its language is that of the words beside them.
 * Otherwise as in Hong Kong: 1 September 2026.
 */
export function localeOf(tag: string): string {
  try {
    if (/^(en|zh)-/i.test(tag)) return Intl.getCanonicalLocales(tag).join()
  } catch {
    // No language tag.
  }
  return languageOf(tag) === 'zh-HK' ? 'zh-HK' : 'en-HK'
}

/**
 * For the `lang` attribute of a text, so that a screen reader changes its voice: `en` for English among Chinese, `zh-HK` for
 * Chinese among English. Undefined for a text in the language around it, and for one with both or no words.
 */
export function foreignIn(text: string, around: Language): 'en' | 'zh-HK' | undefined {
  const isChinese = /\p{Script=Han}/u.test(text)
  if (isChinese === /[a-z]/i.test(text) || isChinese === (around === 'zh-HK')) return
  return isChinese ? 'zh-HK' : 'en'
}

/** Deeper than an editor nests what it writes. */
const DEEPEST = 8

/** Marks a body that is in the other language, or the parts of it that are. */
export function markForeign(body: HTMLElement, around: Language, depth = 0): void {
  const foreign = foreignIn(body.textContent as string, around)
  // It may have held another body before.
  if (!depth) body.removeAttribute('lang')
  if (foreign) body.lang ||= foreign
  else if (depth < DEEPEST)
    for (const part of body.children) markForeign(part as HTMLElement, around, depth + 1)
}
