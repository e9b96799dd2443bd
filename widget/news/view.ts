/** What every part of the element needs in order to render. */
import type { Language } from '../contract.ts'
import type { NewsStrings } from '../school-news.strings.ts'

export interface EntryView {
  words: NewsStrings
  language: Language
  /** For dates, as in `en-GB`. */
  locale: string
  /** Heading level of titles, 1 to 6. */
  level: number
}
