/** Entries in order, and the way to the next ones. */
import { NewsError } from './call.ts'
import { entryOf, fieldsOf, type NewsEntry } from './entry.ts'

export interface NewsPage {
  /** Newest first; in a search, best first. */
  entries: readonly NewsEntry[]
  /** Names the next page; undefined on the last one. */
  next: string | undefined
  /** Number of the last change in it. */
  seq: number
  /** The one entry that was asked for was withdrawn. */
  isWithdrawn?: boolean
}

/**
 * @param most how many entries were asked for; more are ignored
 * @throws {NewsError} it is not a page of news
 */
export function pageOf(raw: unknown, base: string, most: number): NewsPage {
  const { items, next, seq, withdrawn } = fieldsOf(raw)
  if (!Array.isArray(items)) throw new NewsError('NO_NEWS', `${base}: answers with something that is no news`)
  return {
    entries: items.slice(0, most).flatMap(item => entryOf(item, base) ?? []),
    next: typeof next === 'string' ? next : undefined,
    seq: Number(seq) || 0,
    isWithdrawn: withdrawn === true,
  }
}
