/** The first words of a body as plain text, for lists of entries. */
import type { Language } from '../../../shared/contract/site.ts'
import { textOf } from '../../../shared/html/text-of.ts'
import { PAUSES, withoutEnd } from '../../../shared/text/without-end.ts'

const LONGEST = { 'en-US': 300, 'zh-HK': 140 } as const satisfies Record<Language, number>

/** Between a heading and the text below it. */
const PAUSE = { 'en-US': ' –', 'zh-HK': '：' } as const satisfies Record<Language, string>
const LAST_PAUSE = /(?: –|：)$/
/** Not after an empty heading, nor after one that ends with a mark of its own. */
const AFTER_HEADING = /(?<!<h[1-6][^<>]*>|[.:!?…。：！？])<\/h[1-6]>/g

/** @param html sanitised, so attributes have no `<` or `>` */
export function summaryOf(html: string, lang: Language): string {
  const words = textOf(html.replace(AFTER_HEADING, `${PAUSE[lang]}$&`)).replace(LAST_PAUSE, '')
  const longest = LONGEST[lang]
  if (words.length <= longest) return words
  let end = 0
  // Intl.Segmenter finds the ends of words, also in Chinese, and does not split emoji.
  for (const { segment, index } of new Intl.Segmenter(lang, { granularity: 'word' }).segment(
    words.slice(0, 2 * longest),
  )) {
    if (index + segment.length > longest) break
    end = index + segment.length
  }
  return `${withoutEnd(words.slice(0, end || longest), PAUSES)}…`
}
