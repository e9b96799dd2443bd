/**
 * The entries of a list, and how changes are applied to it.
 *
 * Rows do not move while somebody reads: an edit stays in its row, a deletion leaves its row empty, and new entries wait
 * until the reader asks for them.
 */
import { type NewsEntry, newestFirst } from './entry.ts'
import type { NewsPage } from './page.ts'
import type { NewsChange } from './source.ts'

export interface NewsList {
  /** As shown, newest first. */
  entries: readonly NewsEntry[]
  /** Deleted; their row is still there, empty. */
  withdrawn: ReadonlySet<string>
  /** New and not shown yet, newest first. */
  waiting: readonly NewsEntry[]
  /** Names the page after the last entry. */
  next: string | undefined
  /** Too much has changed: when the reader asks for new entries, the list starts again with this page. */
  anew: NewsPage | undefined
}

export const newsListOf = ({ entries, next }: NewsPage): NewsList => ({
  entries: unique(entries),
  withdrawn: new Set(),
  waiting: [],
  next,
  anew: undefined,
})

/** With the next page at its end. */
export function extended(list: NewsList, { entries, next }: NewsPage, sort = true): NewsList {
  const all = unique([...list.entries, ...entries])
  return {
    ...list,
    entries: sort ? all.sort(newestFirst) : all,
    next,
    waiting: others(list.waiting, entries),
  }
}

export function changed(list: NewsList, change: NewsChange): NewsList {
  if (change.kind === 'deletion') return withdrawn(list, [change.newsId])
  const { entry } = change
  const { newsId } = entry
  if (list.entries.some(other => other.newsId === newsId))
    return {
      ...list,
      entries: list.entries.map(other => (other.newsId === newsId ? entry : other)),
      withdrawn: new Set([...list.withdrawn].filter(id => id !== newsId)),
    }
  // It belongs to a later page.
  const last = list.entries[list.entries.length - 1]
  if (list.next !== undefined && last && newestFirst(last, entry) < 0) return list
  return { ...list, waiting: [entry, ...others(list.waiting, [entry])].sort(newestFirst) }
}

/** The list compared with the newest page, which was loaded again. */
export function reconciled(list: NewsList, page: NewsPage): NewsList {
  const oldest = page.entries[page.entries.length - 1]
  const known = new Set([...list.entries, ...list.waiting].map(({ newsId }) => newsId))
  const isKnown = ({ newsId }: NewsEntry) => known.has(newsId)
  // Nothing in common: entries in between are unknown.
  if (page.next !== undefined && list.entries.length > 0 && !page.entries.some(isKnown))
    return { ...list, waiting: page.entries, anew: page }
  const listed = new Set(page.entries.map(({ newsId }) => newsId))
  const shown = new Map(list.entries.map(({ newsId, seq }) => [newsId, seq]))
  const missing = [...list.entries, ...list.waiting].filter(
    entry =>
      !listed.has(entry.newsId) &&
      (page.next === undefined || (oldest !== undefined && newestFirst(entry, oldest) < 0)),
  )
  const news = page.entries.filter(
    ({ newsId, seq }) => list.withdrawn.has(newsId) || shown.get(newsId) !== seq,
  )
  const current = news.reduce<NewsList>((rest, entry) => changed(rest, { kind: 'upsert', entry }), {
    ...list,
    next: list.next ?? page.next,
  })
  return withdrawn(
    current,
    missing.map(({ newsId }) => newsId),
  )
}

/** With the waiting entries, and without empty rows. */
export function revealed(list: NewsList): NewsList {
  if (list.anew) return newsListOf({ ...list.anew, entries: list.waiting })
  const entries = unique([...list.waiting, ...tidied(list).entries]).sort(newestFirst)
  return { ...list, entries, withdrawn: new Set(), waiting: [] }
}

/** Without empty rows, for a moment when nobody sees the list. */
export const tidied = (list: NewsList): NewsList => ({
  ...list,
  entries: list.entries.filter(({ newsId }) => !list.withdrawn.has(newsId)),
  withdrawn: new Set(),
})

function withdrawn(list: NewsList, newsIds: readonly string[]): NewsList {
  const gone = newsIds.filter(newsId => list.entries.some(entry => entry.newsId === newsId))
  return {
    ...list,
    withdrawn: gone.length ? new Set([...list.withdrawn, ...gone]) : list.withdrawn,
    waiting: list.waiting.filter(({ newsId }) => !newsIds.includes(newsId)),
  }
}

const others = (entries: readonly NewsEntry[], not: readonly NewsEntry[]): NewsEntry[] =>
  entries.filter(({ newsId }) => !not.some(other => other.newsId === newsId))

/** The first of two entries with the same identifier stays. */
function unique(entries: readonly NewsEntry[]): NewsEntry[] {
  const known = new Set<string>()
  return entries.filter(({ newsId }) => !known.has(newsId) && known.add(newsId))
}
