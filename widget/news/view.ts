/** What every part of the element's picture needs to know. */
import type { Language } from '../../shared/contract/site.ts'
import type { NewsStrings } from '../school-news.strings.ts'

export interface EntryView {
  words: NewsStrings
  language: Language
  /** Of the titles among the page's headings, 1 to 6. */
  level: number
}
