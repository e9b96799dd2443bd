/** Entries in a row, and what brings those behind them. */
import { NewsError } from './call.ts'
import { entryOf, fieldsOf, type NewsEntry } from './entry.ts'

export interface NewsPage {
  /** Newest first; of a search, the best first. */
  entries: readonly NewsEntry[]
  /** Brings the page after it; undefined on the last one. */
  next: string | undefined
  /** The last change it knows of. */
  seq: number
}

/**
 * @param most so many were asked for, and more are not taken
 * @throws {NewsError} it is no page of news
 */
export function pageOf(raw: unknown, base: string, most: number): NewsPage {
  const { items, next, seq } = fieldsOf(raw)
  if (!Array.isArray(items)) throw new NewsError('NO_NEWS', `${base}: answers with something that is no news`)
  return {
    entries: items.slice(0, most).flatMap(item => entryOf(item, base) ?? []),
    next: typeof next === 'string' ? next : undefined,
    seq: Number(seq) || 0,
  }
}
