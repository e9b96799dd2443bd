/** An entry's heading and first words, shortened for lists. */
import type { Language } from '../../../../shared/contract/site.ts'
import { PAUSES, withoutEnd } from '../../../../shared/text/without-end.ts'
import type { StoredEntry } from '../../../store/types.ts'
import { summaryOf } from '../../feeds/summary.ts'
import { longDate } from './wording.ts'

/** Never empty: without a title, the first words or the date. */
export function headingOf({ title, html, lang, date }: StoredEntry): string {
  return title.trim() || shortSummary(summaryOf(html, lang), lang) || longDate(date, lang)
}

/** Of a character that was cut in two. */
const HALF = /[\ud800-\udbff]$/
const LONGEST = { 'en-US': 165, 'zh-HK': 80 } as const satisfies Record<Language, number>

export function shortSummary(summary: string, lang: Language): string {
  const longest = LONGEST[lang]
  if (summary.length <= longest) return summary
  const cut = summary.slice(0, longest)
  const end = lang === 'en-US' ? cut.lastIndexOf(' ') : longest
  return `${withoutEnd(cut.slice(0, end > 0 ? end : longest).replace(HALF, ''), PAUSES)}…`
}
