/** The newest entries, kept current while the page is visible, and the results of a search. */
import { NewsError } from './call.ts'
import type { Calls } from './calls.ts'
import type { NewsEntry } from './entry.ts'
import { focusRow, isFocused, toTop } from './focus.ts'
import { keepCurrent, whileVisible } from './live.ts'
import {
  changed as changedList,
  extended,
  type NewsList,
  newsListOf,
  reconciled,
  revealed,
  tidied,
} from './news-list.ts'
import type { NewsPage } from './page.ts'
import type { Screen } from './screen.ts'
import type { NewsChange, NewsSource } from './source.ts'

export interface ListsListener {
  /** The newest entries are loaded, for the first time or again. */
  loaded(entries: readonly NewsEntry[]): void
  changed(change: NewsChange): void
  /** They could not be loaded. */
  failed(error: unknown): void
}

export class NewsLists {
  source: NewsSource | undefined
  newest: NewsList | undefined
  /** The newest page could not be loaded the last time. */
  isStale = false
  query = ''
  found: NewsList | undefined
  #isLive = true
  #stop: (() => void) | undefined
  readonly #calls: Calls
  readonly #screen: Screen
  readonly #listener: ListsListener

  constructor(calls: Calls, screen: Screen, listener: ListsListener) {
    this.#calls = calls
    this.#screen = screen
    this.#listener = listener
  }

  get isLoading(): boolean {
    return !!this.source && !this.newest && !this.isStale
  }

  /** The list on the screen, or behind the open entry. */
  get current(): NewsList | undefined {
    // The list stays until there is a result: a page that empties and fills at each key is hard to read.
    const isFirst = !this.found && this.#calls.isOpen('search')
    return this.query && !isFirst ? this.found : this.newest
  }

  known(newsId: string): NewsEntry | undefined {
    const isIt = (entry: NewsEntry) => entry.newsId === newsId
    const entries = [this.newest?.entries, this.found?.entries].map(list => list?.find(isIt))
    return entries.find(entry => entry?.html !== undefined) ?? entries.find(Boolean)
  }

  /** Other news: nothing of the old news stays. */
  use(source: NewsSource | undefined, isLive: boolean): void {
    this.end()
    this.#calls.cancel('more', 'search')
    this.source = source
    this.#isLive = isLive
    this.newest = this.found = undefined
    this.query = ''
    this.isStale = false
  }

  /** Loads the newest page, and from then on changes. */
  begin(): void {
    this.end()
    const { source } = this
    if (!source) return
    this.#stop = whileVisible(() => {
      const call = new AbortController()
      void keepCurrent(
        { source, renew: this.#renew, hear: this.#hear, fail: this.#failToRenew, live: this.#isLive },
        call.signal,
      )
      return () => call.abort()
    })
  }

  end(): void {
    this.#stop = void this.#stop?.()
  }

  retry = (): void => {
    this.isStale = false
    this.begin()
    this.#screen.update()
  }

  /** Shows the waiting entries, and leads the reader to the first. */
  reveal = (): void => {
    const list = this.newest
    const [first] = list?.waiting ?? []
    if (!list || !first) return
    this.newest = revealed(list)
    this.#screen.after(() => {
      toTop(this.#screen.root)
      focusRow(this.#screen.root, first.newsId)
    })
    this.#screen.update()
  }

  more = (): void => {
    const { source, query } = this
    const next = this.current?.next
    if (!source || next === undefined || this.#calls.isOpen('more')) return
    void this.#calls.start(
      'more',
      signal => (query ? source.search(query, next, signal) : source.more(next, signal)),
      page => {
        const before = this.current
        if (!before) return
        // A page that names itself as the next one is the last.
        const after = extended(before, page.next === next ? { ...page, next: undefined } : page, !query)
        if (query) this.found = after
        else this.newest = after
        const added = after.entries.filter(entry => !before.entries.includes(entry))
        this.#screen.say(words => words.added(added.length))
        const [first] = added
        // The last page removes the button, and the focus with it.
        if (after.next === undefined && first && isFocused(this.#screen.root, '[part=more]'))
          this.#screen.after(() => focusRow(this.#screen.root, first.newsId))
      },
    )
  }

  search(query: string): void {
    const { source } = this
    if (!source) return
    this.#calls.cancel('more', 'search')
    this.query = query
    if (!query) {
      this.found = undefined
      this.#screen.say(() => '')
      if (this.newest) this.newest = tidied(this.newest)
      this.#screen.update()
      return
    }
    void this.#calls.start(
      'search',
      signal => ask(source, query, signal),
      page => {
        this.found = newsListOf(page)
        const count = this.found.entries.length
        this.#screen.say(words => (count ? words.found(count, !!page.next) : words.nothingFound(query)))
      },
    )
  }

  /** Removes empty rows, at a moment when nobody sees the lists. */
  tidy(): void {
    if (this.newest) this.newest = tidied(this.newest)
    if (this.found) this.found = tidied(this.found)
  }

  #renew = (page: NewsPage) => {
    const before = this.newest
    this.isStale = false
    this.newest = before ? reconciled(before, page) : newsListOf(page)
    for (const entry of page.entries) this.#listener.changed({ kind: 'upsert', entry })
    this.#notice(before)
    this.#listener.loaded(page.entries)
  }

  #hear = (change: NewsChange) => {
    const before = this.newest
    if (before) this.newest = changedList(before, change)
    if (this.found && (change.kind === 'deletion' || this.found.entries.some(isOf(change))))
      this.found = changedList(this.found, change)
    this.#listener.changed(change)
    this.#notice(before)
  }

  #failToRenew = (error: unknown) => {
    if (this.newest && !this.isStale) this.#screen.say(words => words.stale)
    this.isStale = true
    this.#listener.failed(error)
    this.#screen.update()
  }

  /** After a change of the newest entries: the first ones, new ones that wait, or an empty row. */
  #notice(before: NewsList | undefined): void {
    const list = this.newest
    if (!list) return
    if (before && !before.entries.length) this.newest = revealed(list)
    else if (before && list.waiting.length > before.waiting.length)
      this.#screen.say(words => words.waiting(list.waiting.length))
    this.#screen.holdRows(this.current)
    this.#screen.update()
  }
}

/** A query that an agent refuses has no results. */
const ask = (source: NewsSource, query: string, signal: AbortSignal): Promise<NewsPage> =>
  source.search(query, undefined, signal).catch(error => {
    if (error instanceof NewsError && error.status === 400) return { entries: [], next: undefined, seq: 0 }
    throw error
  })

const isOf = (change: NewsChange) => (entry: NewsEntry) =>
  change.kind === 'upsert' && entry.newsId === change.entry.newsId
