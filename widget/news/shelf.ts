/**
 * The entries that a list holds, and what changes do to it.
 *
 * Nothing moves under a reader's finger: an edit stays in its row, a deletion leaves its row empty, and what is new waits
 * until it is asked for.
 */
import { type NewsEntry, newestFirst } from './entry.ts'
import type { NewsPage } from './page.ts'
import type { NewsChange } from './source.ts'

export interface Shelf {
  /** As they stand, newest first. */
  entries: readonly NewsEntry[]
  /** Deleted, and still holding their row. */
  withdrawn: ReadonlySet<string>
  /** New, not shown yet, newest first. */
  waiting: readonly NewsEntry[]
  /** Brings what comes after the last. */
  next: string | undefined
  /** So much has changed that the list begins anew with this page once the new is asked for. */
  anew: NewsPage | undefined
}

export const shelfOf = ({ entries, next }: NewsPage): Shelf => ({
  entries: unique(entries),
  withdrawn: new Set(),
  waiting: [],
  next,
  anew: undefined,
})

/** With the page behind the last entry. */
export function extended(shelf: Shelf, { entries, next }: NewsPage, sort = true): Shelf {
  const all = unique([...shelf.entries, ...entries])
  return {
    ...shelf,
    entries: sort ? all.sort(newestFirst) : all,
    next,
    waiting: others(shelf.waiting, entries),
  }
}

export function changed(shelf: Shelf, change: NewsChange): Shelf {
  if (change.kind === 'deletion') return withdrawn(shelf, [change.newsId])
  const { entry } = change
  const { newsId } = entry
  if (shelf.entries.some(other => other.newsId === newsId))
    return {
      ...shelf,
      entries: shelf.entries.map(other => (other.newsId === newsId ? entry : other)),
      withdrawn: new Set([...shelf.withdrawn].filter(id => id !== newsId)),
    }
  // It comes with a later page.
  const last = shelf.entries[shelf.entries.length - 1]
  if (shelf.next !== undefined && last && newestFirst(last, entry) < 0) return shelf
  return { ...shelf, waiting: [entry, ...others(shelf.waiting, [entry])].sort(newestFirst) }
}

/** What the newest page, asked for again, says of the list. */
export function reconciled(shelf: Shelf, page: NewsPage): Shelf {
  const oldest = page.entries[page.entries.length - 1]
  const known = new Set([...shelf.entries, ...shelf.waiting].map(({ newsId }) => newsId))
  const isKnown = ({ newsId }: NewsEntry) => known.has(newsId)
  // Nothing in common: what lies in between is not known.
  if (page.next !== undefined && shelf.entries.length > 0 && !page.entries.some(isKnown))
    return { ...shelf, waiting: page.entries, anew: page }
  const listed = new Set(page.entries.map(({ newsId }) => newsId))
  const shown = new Map(shelf.entries.map(({ newsId, seq }) => [newsId, seq]))
  const missing = [...shelf.entries, ...shelf.waiting].filter(
    entry =>
      !listed.has(entry.newsId) &&
      (page.next === undefined || (oldest !== undefined && newestFirst(entry, oldest) < 0)),
  )
  const news = page.entries.filter(
    ({ newsId, seq }) => shelf.withdrawn.has(newsId) || shown.get(newsId) !== seq,
  )
  const current = news.reduce<Shelf>((rest, entry) => changed(rest, { kind: 'upsert', entry }), {
    ...shelf,
    next: shelf.next ?? page.next,
  })
  return withdrawn(
    current,
    missing.map(({ newsId }) => newsId),
  )
}

/** With what was waiting, and without the empty rows. */
export function revealed(shelf: Shelf): Shelf {
  if (shelf.anew) return shelfOf({ ...shelf.anew, entries: shelf.waiting })
  const entries = unique([...shelf.waiting, ...tidied(shelf).entries]).sort(newestFirst)
  return { ...shelf, entries, withdrawn: new Set(), waiting: [] }
}

/** Without the empty rows, as when nobody sees the list. */
export const tidied = (shelf: Shelf): Shelf => ({
  ...shelf,
  entries: shelf.entries.filter(({ newsId }) => !shelf.withdrawn.has(newsId)),
  withdrawn: new Set(),
})

function withdrawn(shelf: Shelf, newsIds: readonly string[]): Shelf {
  const gone = newsIds.filter(newsId => shelf.entries.some(entry => entry.newsId === newsId))
  return {
    ...shelf,
    withdrawn: gone.length ? new Set([...shelf.withdrawn, ...gone]) : shelf.withdrawn,
    waiting: shelf.waiting.filter(({ newsId }) => !newsIds.includes(newsId)),
  }
}

const others = (entries: readonly NewsEntry[], not: readonly NewsEntry[]): NewsEntry[] =>
  entries.filter(({ newsId }) => !not.some(other => other.newsId === newsId))

/** Of two with one identifier the first stays. */
function unique(entries: readonly NewsEntry[]): NewsEntry[] {
  const known = new Set<string>()
  return entries.filter(({ newsId }) => !known.has(newsId) && known.add(newsId))
}
