/** The element `<school-news>`: the list, the open entry, the search. Styles and strings are in their own files. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { emit } from './events.ts'
import { languageOf } from './language.ts'
import { makeLegible } from './legible.ts'
import { addressOf, goBack, goTo, hashBehind, idIn } from './news/address.ts'
import { shownContent, withPlaying } from './news/attachments.ts'
import { NewsError } from './news/call.ts'
import { type CallKind, Calls } from './news/calls.ts'
import { dayIn, detailView } from './news/detail-view.ts'
import type { NewsEntry } from './news/entry.ts'
import { icon } from './news/icons.ts'
import { type ListView, listView } from './news/list-view.ts'
import { keepCurrent, whileVisible } from './news/live.ts'
import {
  changed as changedList,
  extended,
  type NewsList,
  newsListOf,
  reconciled,
  revealed,
  tidied,
} from './news/news-list.ts'
import { sourceOf } from './news/open-source.ts'
import type { NewsPage } from './news/page.ts'
import type { NewsChange, NewsSource } from './news/source.ts'
import { loadingView, messageView } from './news/state-views.ts'
import { colourBehind, nestHeadings } from './news/surroundings.ts'
import { bodyOf, sanitiserReady } from './sanitise.ts'
import { NEWS_STRINGS } from './school-news.strings.ts'
import { styles } from './school-news.styles.ts'

/** A change of one of these loads other news. */
const ASKED_WITH = ['service', 'files', 'siteId', 'lang', 'limit', 'live'] as const
/** How long a search waits after the last key, in ms. */
const TYPING = 300
/** The longest that an agent accepts, in characters. */
const LONGEST_SEARCH = 200

interface OpenEntry {
  newsId: string
  /** Undefined while it is loading, and when it does not exist. */
  entry: NewsEntry | undefined
  body: Node | undefined
}

/**
 * Shows a school's news in the page: a list with a search, and single entries.
 *
 * News comes from a sync agent (`service`) or from the files that one has published (`files`). Changes appear while
 * somebody reads.
 *
 * @fires {CustomEvent<readonly NewsEntry[]>} school-news-load - the newest entries are loaded
 * @fires {CustomEvent<OpenedNews>} school-news-open - an entry is about to open; cancelled, the list stays, and the page can show the entry itself
 * @fires {CustomEvent<undefined>} school-news-close - the list is shown again
 * @fires {CustomEvent<unknown>} school-news-error - news, more news or an entry could not be loaded
 *
 * @csspart news - everything
 * @csspart search - the form over the list
 * @csspart input - its field
 * @csspart summary - how many were found
 * @csspart new - the button that shows new entries
 * @csspart list - the list
 * @csspart item - an entry in it
 * @csspart date - its date, in the list and over the open entry's text
 * @csspart title - its title
 * @csspart link - the title as a link
 * @csspart teaser - the beginning of its text, or what the search found in it
 * @csspart attached - how many attachments it has
 * @csspart thumbnail - its small picture
 * @csspart more - the button after the last entry
 * @csspart note - a sentence beside it
 * @csspart skeleton - the grey rows while news is loading
 * @csspart message - shown in place of the list when there is no news, or after an error
 * @csspart button - the button in it
 * @csspart entry - the open entry
 * @csspart back - the button back to the list
 * @csspart headline - the open entry's title
 * @csspart cover - its large picture
 * @csspart body - its text
 * @csspart gallery - the pictures after the text
 * @csspart picture - one of them
 * @csspart files - the attachments after the text
 * @csspart heading - the heading of pictures and attachments
 * @csspart file - the link to an attachment
 * @csspart file-name - its name
 * @csspart player - the player of a sound or a film
 *
 * @cssproperty --school-news-text - text; default: the page's own
 * @cssproperty --school-news-surface - the text of the button of new entries when no accent is set
 * @cssproperty --school-news-muted - dates and other small text
 * @cssproperty --school-news-line - lines and borders
 * @cssproperty --school-news-accent - links, buttons and the focus ring
 * @cssproperty --school-news-on-accent - text on the button of new entries
 * @cssproperty --school-news-mark - background of words that the search found
 * @cssproperty --school-news-on-mark - text of these words
 * @cssproperty --school-news-font - font family of the text
 * @cssproperty --school-news-title-font - font family of titles
 * @cssproperty --school-news-space - the unit of all distances
 * @cssproperty --school-news-radius - corners
 * @cssproperty --school-news-width - greatest width of an open entry
 */
export class SchoolNews extends LitElement {
  static override styles = styles
  static override properties = {
    service: {},
    files: {},
    siteId: { attribute: 'site-id' },
    lang: {},
    limit: { type: Number },
    newsId: { attribute: 'news-id' },
    headingLevel: { attribute: 'heading-level', type: Number },
    hash: {},
    live: {},
    debug: { type: Boolean },
  }

  /** Address of the sync agent, as in `https://school.example/school`. */
  declare service: string | undefined
  /** Address of the folder of published files, for pages without an agent. */
  declare files: string | undefined
  /** `academy` or `pre-school`. */
  declare siteId: string
  /** The reader's language; default: the page's. */
  declare lang: string
  /** Entries on a page of the list, up to 100. */
  declare limit: number
  /** The entry that is open at first. */
  declare newsId: string | undefined
  /** Heading level of titles. */
  declare headingLevel: number
  /** Name of the open entry in the page's address, as in `#news=2026-0917`; an empty one means `news`. */
  declare hash: string | undefined
  /** `off`: changes appear when the page is loaded again. */
  declare live: 'on' | 'off'
  /** Writes errors to the console. */
  declare debug: boolean

  #source: NewsSource | undefined
  #newest: NewsList | undefined
  /** The newest page could not be loaded the last time. */
  #isStale = false
  #stop: (() => void) | undefined
  #query = ''
  #found: NewsList | undefined
  #typing: number | undefined
  #open: OpenEntry | undefined
  /** Where the reader was in the list. */
  #place: { newsId: string; top: number } | undefined
  /** The page's hash without the open entry. */
  #hashBehind = ''
  /** The open calls when the element was removed from the page, and the page's hash then. */
  #interrupted: { kinds: CallKind[]; hash: string } | undefined
  /** A reader has pressed the button to try again, and waits. */
  #isAwaited = false
  #announcement = ''
  /** Runs after the next update is on the screen. */
  #then: (() => void)[] = []
  readonly #calls = new Calls(
    () => this.requestUpdate(),
    error => this.#fail(error),
  )

  constructor() {
    super()
    this.siteId = 'academy'
    this.lang = ''
    this.limit = 10
    this.headingLevel = 2
    this.live = 'on'
    this.debug = false
  }

  /** Loads the newest entries now. Never rejects: see `school-news-error`. */
  refresh(): void {
    this.#begin()
  }

  /** Shows an entry in place of the list. */
  open(newsId: string): void {
    if (!this.#mayOpen(newsId)) return
    const name = this.#hashName
    if (name) this.#hashBehind = goTo(name, newsId)
    this.#show(newsId)
  }

  /** Shows the list. */
  close(): void {
    if (!this.#open) return
    // `popstate` does the rest.
    if (this.#hashName && goBack(this.#hashName)) return
    this.#hide()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('popstate', this.#onPopState)
    if (this.hasUpdated && !this.#stop) this.#resume()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    // An element that was only moved within the page is connected again by now.
    queueMicrotask(() => {
      if (this.isConnected) return
      removeEventListener('popstate', this.#onPopState)
      clearTimeout(this.#typing)
      this.#stop = void this.#stop?.()
      const kinds = (['search', 'entry'] as const).filter(kind => this.#calls.isOpen(kind))
      this.#interrupted = { kinds, hash: location.hash }
      this.#calls.cancel('more', 'search', 'entry')
    })
  }

  protected override async scheduleUpdate(): Promise<void> {
    await sanitiserReady
    super.scheduleUpdate()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (ASKED_WITH.some(name => changed.has(name))) this.#startOver()
    if (!this.hasUpdated) {
      const name = this.#hashName
      const first = (name && idIn(location.hash, name)) || this.newsId
      if (name) this.#hashBehind = hashBehind(name)
      if (first && this.#mayOpen(first)) this.#show(first, false)
    } else if (changed.has('newsId') && this.newsId) this.#show(this.newsId)
    else if (changed.has('newsId')) this.#hide()
  }

  protected override render(): TemplateResult {
    // An invalid address has no source.
    const without = this.service || this.files ? messageView(this.#view.words.failed) : nothing
    return html`<div part="news" lang=${this.#language} aria-busy=${this.#isBusy} tabindex="-1">${
      this.#open ? this.#detail(this.#open) : this.#source ? this.#list() : without
    }</div><p class="unseen" role="status">${this.#announcement}</p>`
  }

  protected override updated(): void {
    for (const act of this.#then.splice(0)) act()
    this.#leadOn()
    this.#inkPin()
  }

  #list(): TemplateResult {
    const { words } = this.#view
    const list = this.#current
    const hasSearch = this.#query || !this.#newest?.entries || this.#newest.entries.length > 0
    return html`${hasSearch && (this.#isLoading || this.#newest) ? this.#searchForm() : nothing}${
      this.#newest?.waiting.length && !this.#query
        ? html`<div class="pin"><button part="new" @click=${this.#reveal}>${words.waiting(this.#newest.waiting.length)}</button></div>`
        : nothing
    }${this.#instead() ?? nothing}${list?.entries.length ? html`${listView(list, this.#view)}${this.#calls.isOpen('search') ? nothing : this.#foot(list)}` : nothing}`
  }

  #searchForm(): TemplateResult {
    const { words } = this.#view
    const found = this.#found
    return html`<form part="search" role="search" @submit=${this.#onSubmit}>${icon('search')}<input part="input" type="search" aria-label=${words.search} placeholder=${words.search} maxlength=${LONGEST_SEARCH} autocomplete="off" enterkeyhint="search" @input=${this.#onInput} @compositionend=${this.#onInput}></form>${
      this.#query && found?.entries.length
        ? html`<p part="summary">${words.found(found.entries.length, !!found.next)}</p>`
        : nothing
    }`
  }

  /** What is shown in place of entries. */
  #instead(): TemplateResult | undefined {
    const { words } = this.#view
    if (this.#query) {
      if (this.#calls.hasFailed('search'))
        return messageView(words.failed, [words.retry, () => this.#askAgain(() => this.#search(this.#query))])
      if (!this.#found) return this.#newest ? undefined : loadingView(words.loading)
      return this.#found.entries.length
        ? undefined
        : messageView(words.nothingFound(this.#query), [words.clear, this.#clear])
    }
    if (this.#newest) return this.#newest.entries.length ? undefined : messageView(words.empty)
    return this.#isStale
      ? messageView(words.failed, [words.retry, () => this.#askAgain(this.#retry)])
      : loadingView(words.loading, Math.min(this.limit, 6))
  }

  #foot({ next }: NewsList): TemplateResult {
    const { words } = this.#view
    const hasFailed = this.#calls.hasFailed('more')
    const isOpen = this.#calls.isOpen('more')
    const label = this.#query ? words.moreFound : words.more
    return html`${
      hasFailed || (this.#isStale && !this.#query)
        ? html`<p part="note">${hasFailed ? words.failed : words.stale}</p>`
        : nothing
    }${
      next === undefined
        ? nothing
        : html`<button part="more" aria-disabled=${isOpen} @click=${this.#more}>${
            isOpen ? words.loading : hasFailed ? words.retry : label
          }</button>`
    }`
  }

  #detail(open: OpenEntry): TemplateResult {
    const { words } = this.#view
    return html`<article part="entry"><button part="back" @click=${this.close}>${icon('back')}${
      this.#query ? words.results : words.allNews
    }</button>${this.#opened(open)}</article>`
  }

  #opened({ newsId, entry, body }: OpenEntry): TemplateResult {
    const { words, level } = this.#view
    if (entry?.html !== undefined)
      return html`<div part="headline" role="heading" aria-level=${level} tabindex="-1">${entry.title || dayIn(entry.date, this.#view)}</div>${detailView(entry, body, this.#view)}`
    if (this.#calls.isOpen('entry')) return loadingView(words.loading, 1)
    return this.#calls.hasFailed('entry')
      ? messageView(words.failed, [words.retry, () => this.#askAgain(() => this.#askFor(newsId))])
      : messageView(words.missing)
  }

  get #view(): ListView {
    const name = this.#hashName
    return {
      words: NEWS_STRINGS[this.#language],
      language: this.#language,
      level: this.headingLevel >= 1 && this.headingLevel <= 6 ? Math.trunc(this.headingLevel) : 2,
      hrefOf: newsId => (name ? addressOf(name, newsId) : undefined),
      onOpen: this.#onOpen,
    }
  }

  get #language() {
    return languageOf(this.lang || document.documentElement.lang)
  }

  get #hashName() {
    return this.hash === undefined ? undefined : this.hash || 'news'
  }

  get #isBusy() {
    return this.#isLoading || this.#calls.isOpen('search') || this.#calls.isOpen('entry')
  }

  get #isLoading() {
    return !!this.#source && !this.#newest && !this.#isStale
  }

  /** The list on the screen, or behind the open entry. */
  get #current(): NewsList | undefined {
    // The list stays until there is a result: a page that empties and fills at each key is hard to read.
    const isFirst = !this.#found && this.#calls.isOpen('search')
    return this.#query && !isFirst ? this.#found : this.#newest
  }

  /** Other news: nothing of the old news stays. */
  #startOver(): void {
    this.#calls.cancel('more', 'search', 'entry')
    clearTimeout(this.#typing)
    const { service, files, limit, baseURI: baseUrl } = this
    const siteId = this.siteId || 'academy'
    const size = limit >= 1 && limit <= 100 ? Math.trunc(limit) : 10
    try {
      this.#source = sourceOf({ service, files, siteId, lang: this.#language, limit: size, baseUrl })
    } catch (error) {
      // Invalid address.
      this.#source = undefined
      this.#fail(error)
    }
    this.#newest = this.#found = this.#place = undefined
    this.#query = ''
    if (this.#input) this.#input.value = ''
    this.#isStale = false
    if (this.#open && this.hasUpdated) this.#show(this.#open.newsId, false)
    this.#begin()
  }

  /** The element is back on the page: open calls start again, and the page's address may have changed. */
  #resume(): void {
    const { kinds = [], hash = location.hash } = this.#interrupted ?? {}
    const query = this.#query
    this.#begin()
    if (hash !== location.hash) this.#onPopState()
    if (this.#open && kinds.includes('entry')) this.#askFor(this.#open.newsId)
    if (!kinds.includes('search')) return
    this.#query = ''
    this.#search(query)
  }

  /** Loads the newest page, and from then on changes. */
  #begin(): void {
    this.#stop = void this.#stop?.()
    const source = this.#source
    if (!source || !this.isConnected) return
    this.#stop = whileVisible(() => {
      const call = new AbortController()
      void keepCurrent(
        { source, renew: this.#renew, hear: this.#hear, fail: this.#failToRenew, live: this.live !== 'off' },
        call.signal,
      )
      return () => call.abort()
    })
  }

  #renew = (page: NewsPage) => {
    const before = this.#newest
    this.#isStale = false
    this.#newest = before ? reconciled(before, page) : newsListOf(page)
    for (const entry of page.entries) this.#refreshOpen({ kind: 'upsert', entry })
    this.#notice(before)
    emit(this, 'school-news-load', page.entries)
  }

  #hear = (change: NewsChange) => {
    const before = this.#newest
    if (before) this.#newest = changedList(before, change)
    if (this.#found && (change.kind === 'deletion' || this.#found.entries.some(isOf(change))))
      this.#found = changedList(this.#found, change)
    this.#refreshOpen(change)
    this.#notice(before)
  }

  #failToRenew = (error: unknown) => {
    if (this.#newest && !this.#isStale) this.#announce(this.#view.words.stale)
    this.#isStale = true
    this.#fail(error)
    this.requestUpdate()
  }

  #fail(error: unknown): void {
    if (this.debug) console.warn('schoolbell', error)
    emit(this, 'school-news-error', error)
  }

  /** After a change of the list: the first entries, new ones that wait, or an empty row. */
  #notice(before: NewsList | undefined): void {
    const list = this.#newest
    if (!list) return
    if (before && !before.entries.length) this.#newest = revealed(list)
    else if (before && list.waiting.length > before.waiting.length)
      this.#announce(this.#view.words.waiting(list.waiting.length))
    for (const row of this.#rows()) {
      const isGone = this.#current?.withdrawn.has(row.newsId)
      if (!isGone || row.style.minHeight) continue
      // What is below stays where it is.
      row.style.minHeight = `${row.getBoundingClientRect().height}px`
      if (row.contains(this.#focused)) this.#then.push(() => row.focus({ preventScroll: true }))
    }
    this.requestUpdate()
  }

  /** The open entry was edited or deleted. */
  #refreshOpen(change: NewsChange): void {
    const open = this.#open
    const newsId = change.kind === 'deletion' ? change.newsId : change.entry.newsId
    if (!open || open.newsId !== newsId) return
    if (change.kind === 'deletion') {
      if (!open.entry && !this.#calls.isOpen('entry')) return
      this.#calls.cancel('entry')
      this.#open = { newsId, entry: undefined, body: undefined }
      this.#announce(this.#view.words.withdrawn)
      this.#then.push(() => this.#find('[part=back]')?.focus({ preventScroll: true }))
    } else if (change.entry.html !== undefined && open.entry?.seq !== change.entry.seq)
      this.#put(change.entry)
  }

  /** Shows the waiting entries, and leads the reader to the first. */
  #reveal = () => {
    const list = this.#newest
    const [first] = list?.waiting ?? []
    if (!list || !first) return
    this.#newest = revealed(list)
    this.#then.push(() => {
      this.#toTop()
      this.#focusRow(first.newsId)
    })
    this.requestUpdate()
  }

  #more = () => {
    const list = this.#current
    const source = this.#source
    const next = list?.next
    if (!source || next === undefined || this.#calls.isOpen('more')) return
    const query = this.#query
    void this.#calls.start(
      'more',
      signal => (query ? source.search(query, next, signal) : source.more(next, signal)),
      page => {
        const before = this.#current
        if (!before) return
        // A page that names itself as the next one is the last.
        const after = extended(before, page.next === next ? { ...page, next: undefined } : page, !query)
        if (query) this.#found = after
        else this.#newest = after
        const added = after.entries.filter(entry => !before.entries.includes(entry))
        this.#announce(this.#view.words.added(added.length))
        const [first] = added
        // The last page removes the button, and the focus with it.
        if (after.next === undefined && first && this.#focused?.matches('[part=more]'))
          this.#then.push(() => this.#focusRow(first.newsId))
      },
    )
  }

  /** The button disappears; the focus stays in the element. */
  #askAgain(ask: () => void): void {
    const place = this.#find('[part=back]') ?? this.#find('[part=news]')
    this.#then.push(() => place?.focus({ preventScroll: true }))
    this.#isAwaited = true
    ask()
  }

  /** Moves the focus to the new entries, or to the button that tries again. */
  #leadOn(): void {
    if (!this.#isAwaited || this.#isBusy) return
    this.#isAwaited = false
    if (this.#focused?.matches('[part=news],[part=back]'))
      this.#find('[part=headline],[part=link],[part=button]')?.focus({ preventScroll: true })
  }

  /** The button of new entries has the page's two colours, swapped. */
  #inkPin(): void {
    const [pin, news] = [this.#find('.pin'), this.#find('[part=news]')]
    if (!pin || !news) return
    pin.style.setProperty('--_on-surface', getComputedStyle(news).color)
    pin.style.setProperty(
      '--_surface',
      `var(--school-news-surface, var(--school-popup-surface, ${this.#colourBehind}))`,
    )
  }

  get #colourBehind(): string {
    return colourBehind(this, this.#find('.unseen') ?? this)
  }

  #retry = () => {
    this.#isStale = false
    this.#begin()
    this.requestUpdate()
  }

  #onInput = (event: Event) => {
    clearTimeout(this.#typing)
    // A Chinese word that is still being typed is not searched for.
    if ((event as InputEvent).isComposing) return
    const query = (event.target as HTMLInputElement).value.trim()
    this.#typing = window.setTimeout(() => this.#search(query), query ? TYPING : 0)
  }

  #onSubmit = (event: Event) => {
    event.preventDefault()
    clearTimeout(this.#typing)
    this.#search(this.#input?.value.trim() ?? '')
  }

  #clear = () => {
    if (this.#input) {
      this.#input.value = ''
      this.#input.focus()
    }
    this.#search('')
  }

  #search(query: string): void {
    const source = this.#source
    if (!source || (query === this.#query && !this.#calls.hasFailed('search'))) return
    this.#calls.cancel('more', 'search')
    this.#query = query
    if (!query) {
      this.#found = undefined
      this.#announce('')
      if (this.#newest) this.#newest = tidied(this.#newest)
      this.requestUpdate()
      return
    }
    void this.#calls.start(
      'search',
      signal => ask(source, query, signal),
      page => {
        this.#found = newsListOf(page)
        const { words } = this.#view
        const count = this.#found.entries.length
        this.#announce(count ? words.found(count, !!page.next) : words.nothingFound(query))
      },
    )
  }

  #onOpen = (event: MouseEvent, newsId: string) => {
    // The visitor wants a new tab, or a download.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.open(newsId)
  }

  #onPopState = () => {
    const name = this.#hashName
    if (!name) return
    const newsId = idIn(location.hash, name)
    if (newsId === this.#open?.newsId) return
    if (newsId && this.#mayOpen(newsId)) {
      this.#hashBehind = hashBehind(name)
      this.#show(newsId)
    }
    // Any other hash belongs to the page, for example to a link within it.
    if (!newsId && [this.#hashBehind, ''].includes(location.hash)) this.#hide()
  }

  #mayOpen(newsId: string): boolean {
    return emit(this, 'school-news-open', { newsId, entry: this.#known(newsId) })
  }

  /** @param byReader whether a reader opened it, who is led to it and back to the old place */
  #show(newsId: string, byReader = true): void {
    if (!this.#open && this.#newest) this.#place = { newsId, top: scrollY }
    this.#open = { newsId, entry: undefined, body: undefined }
    this.#calls.cancel('entry')
    const entry = this.#known(newsId)
    if (entry?.html === undefined) this.#askFor(newsId)
    else this.#put(entry)
    if (byReader)
      this.#then.push(() => {
        this.#toTop()
        this.#focusHeadline()
      })
    this.requestUpdate()
  }

  #askFor(newsId: string): void {
    const source = this.#source
    if (!source) return
    void this.#calls.start(
      'entry',
      signal => source.entry(newsId, signal),
      entry => {
        if (!entry) return this.#announce(this.#view.words.missing)
        // The focus goes on from the back button to the loaded entry.
        if (this.#focused?.matches('[part=back]')) this.#then.push(() => this.#focusHeadline())
        this.#put({ ...entry, html: entry.html ?? '' })
      },
    )
  }

  #put(entry: NewsEntry): void {
    const { entry: before, body: shown } = this.#open ?? {}
    // A late response may be older than the shown entry.
    if (before && entry.seq < before.seq) return
    if (before && shownContent(before) !== shownContent(entry)) this.#announce(this.#view.words.updated)
    const isSame = shown && before?.html === entry.html
    const body = isSame ? shown : bodyOf(entry.html ?? '')
    this.#open = {
      newsId: entry.newsId,
      entry: before ? withPlaying(entry, before, this.#playing) : entry,
      body,
    }
    if (!isSame) {
      nestHeadings(body, this.#view.level)
      this.#then.push(() => this.#settleBody())
    }
    this.requestUpdate()
  }

  /** Addresses of files that a reader has started to play. */
  get #playing(): (string | null)[] {
    return [...this.renderRoot.querySelectorAll<HTMLMediaElement>('[part=player]')]
      .filter(({ paused, currentTime }) => !paused || currentTime > 0)
      .map(player => player.getAttribute('src'))
  }

  #settleBody(): void {
    const body = this.#find('[part=body]')
    if (!body) return
    body.style.backgroundColor = this.#colourBehind
    makeLegible(body)
    body.style.backgroundColor = ''
    // What scrolls must be reachable by keyboard.
    for (const wide of body.querySelectorAll<HTMLElement>('.wide'))
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }

  #hide(): void {
    if (!this.#open) return
    this.#open = undefined
    this.#calls.cancel('entry')
    const place = this.#place
    if (this.#newest) this.#newest = tidied(this.#newest)
    if (this.#found) this.#found = tidied(this.#found)
    this.#then.push(() => {
      const input = this.#input
      if (input) input.value = this.#query
      this.#focusRow(place?.newsId)
      if (!place) return this.#toTop()
      const restore = () => scrollTo({ top: place.top, behavior: 'instant' })
      restore()
      // Browsers restore a position themselves, a moment later.
      requestAnimationFrame(restore)
    })
    emit(this, 'school-news-close', undefined)
    this.requestUpdate()
  }

  #known(newsId: string): NewsEntry | undefined {
    const isIt = (entry: NewsEntry) => entry.newsId === newsId
    const entries = [this.#newest?.entries, this.#found?.entries].map(list => list?.find(isIt))
    return entries.find(entry => entry?.html !== undefined) ?? entries.find(Boolean)
  }

  #announce(text: string): void {
    this.#announcement = text
  }

  #toTop(): void {
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  /** While it is loading, the back button. */
  #focusHeadline(): void {
    const headline = this.#find('[part=headline]') ?? this.#find('[part=back]')
    headline?.focus({ preventScroll: true })
  }

  /** The first row if there is no such row. */
  #focusRow(newsId: string | undefined): void {
    const rows = this.#rows()
    const row = rows.find(row => row.newsId === newsId) ?? rows[0]
    row?.querySelector<HTMLElement>('[part=link]')?.focus({ preventScroll: true })
  }

  #rows(): (HTMLElement & { newsId: string })[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement & { newsId: string }>('[part=item]')]
  }

  get #focused() {
    return (this.renderRoot as ShadowRoot).activeElement
  }

  get #input() {
    return this.#find('[part=input]') as HTMLInputElement | null
  }

  #find(selector: string) {
    return this.renderRoot.querySelector<HTMLElement>(selector)
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
