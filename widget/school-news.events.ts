/** The events of `<school-news>`: `CustomEvent`s that bubble and cross shadow roots. */
import type { NewsEntry } from './news/entry.ts'

export interface OpenedNews {
  newsId: string
  /** Undefined when it is not loaded yet, for example when the page's address names it. */
  entry: NewsEntry | undefined
}

export interface SchoolNewsEventMap {
  /** The newest entries are loaded, for the first time or again. */
  'school-news-load': CustomEvent<readonly NewsEntry[]>
  /** An entry is about to open. Cancelled, the list stays, and the page can show the entry itself. */
  'school-news-open': CustomEvent<OpenedNews>
  /** The list is shown again. */
  'school-news-close': CustomEvent<undefined>
  /** News, more news or an entry could not be loaded; `detail` is the reason. */
  'school-news-error': CustomEvent<unknown>
}
