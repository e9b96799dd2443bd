/** What a `<school-news>` tells its page, as plain `CustomEvent`s that bubble and cross shadow roots. */
import type { NewsEntry } from './news/entry.ts'

export interface OpenedNews {
  newsId: string
  /** Undefined where it is not known yet, as when the page's address names it. */
  entry: NewsEntry | undefined
}

export interface SchoolNewsEventMap {
  /** The newest entries have come, for the first time or anew. */
  'school-news-load': CustomEvent<readonly NewsEntry[]>
  /** An entry is to be shown. Cancelled, the list stays, and the page shows it in a way of its own. */
  'school-news-open': CustomEvent<OpenedNews>
  /** The list is shown again. */
  'school-news-close': CustomEvent<undefined>
  /** The news, more of it, or an entry could not be had, for the reason in `detail`. */
  'school-news-error': CustomEvent<unknown>
}
