/** The news as JSON, in the shape of the agent's responses. */
import { textOf } from '../../../shared/html/text-of.ts'
import type { StoredEntry } from '../../store/types.ts'
import { type NewsItem, type NewsList, newsItem } from '../news/item.ts'
import type { NewsPage } from './paging.ts'

export function newsFile(entry: StoredEntry, zone: string): string {
  return JSON.stringify(newsItem(entry, { zone }) satisfies NewsItem)
}

/** @param seq the stream's last change for the index; the last change of its entries for a page */
export function newsListFile(
  { older }: Pick<NewsPage<unknown>, 'older'>,
  entries: readonly StoredEntry[],
  seq: number,
  zone: string,
): string {
  const list: NewsList = {
    items: entries.map(entry => newsItem(entry, { zone })),
    ...(older !== undefined && { next: older }),
    seq,
  }
  return JSON.stringify(list)
}

/** Entries in `search.json`, newest first; with more, it would load too slowly on a phone. */
export const SEARCH_ENTRIES = 1_000
const SEARCH_TEXT = 300

export function searchFile(entries: readonly StoredEntry[]): string {
  return JSON.stringify({
    items: entries.map(({ newsId, title, date, html }) => {
      return { newsId, title, date, text: [...textOf(html)].slice(0, SEARCH_TEXT).join('') }
    }),
  })
}
