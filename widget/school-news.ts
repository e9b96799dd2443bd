/** The element: which entries there are, which one is open, and what is searched for. Its looks and words are beside it. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { tell } from './events.ts'
import { languageOf } from './language.ts'
import { makeLegible } from './legible.ts'
import { addressOf, goBack, goTo, hashBehind, idIn } from './news/address.ts'
import { noticed, withPlaying } from './news/attachments.ts'
import { NewsError } from './news/call.ts'
import { type CallKind, Calls } from './news/calls.ts'
import { dayIn, detailView } from './news/detail-view.ts'
import type { NewsEntry } from './news/entry.ts'
import { icon } from './news/icons.ts'
import { type ListView, listView } from './news/list-view.ts'
import { keepCurrent, whileVisible } from './news/live.ts'
import type { NewsPage } from './news/page.ts'
import {
  changed as changedShelf,
  extended,
  reconciled,
  revealed,
  type Shelf,
  shelfOf,
  tidied,
} from './news/shelf.ts'
import { type NewsChange, type NewsSource, sourceOf } from './news/source.ts'
import { loadingView, messageView } from './news/state-views.ts'
import { colourBehind, nestHeadings } from './news/surroundings.ts'
import { bodyOf, sanitiserReady } from './sanitise.ts'
import { NEWS_STRINGS } from './school-news.strings.ts'
import { styles } from './school-news.styles.ts'

/** A change of these makes it other news. */
const ASKED_WITH = ['service', 'files', 'siteId', 'lang', 'limit', 'live'] as const
/** After the last key, in ms. */
const TYPING = 300
/** As many as an agent takes. */
const LONGEST_SEARCH = 200

interface OpenEntry {
  newsId: string
  /** Undefined while it is asked for, and when there is none. */
  entry: NewsEntry | undefined
  body: Node | undefined
}

/**
 * Shows a school's news in the page: a list that can be searched, and each entry in its place.
 *
 * It asks a sync agent (`service`) or the files that one has published (`files`), and keeps up with what changes.
 *
 * @fires {CustomEvent<readonly NewsEntry[]>} school-news-load - the newest entries have come
 * @fires {CustomEvent<OpenedNews>} school-news-open - an entry is to be shown; cancelled, the list stays, and the page shows it itself
 * @fires {CustomEvent<undefined>} school-news-close - the list is shown again
 * @fires {CustomEvent<unknown>} school-news-error - news, more of it, or an entry could not be had
 *
 * @csspart news - everything
 * @csspart search - the form over the list
 * @csspart input - its field
 * @csspart summary - how many were found
 * @csspart new - the button that brings new entries
 * @csspart list - the list
 * @csspart item - an entry in it
 * @csspart date - its date, in the list and over the open entry's text
 * @csspart title - its title
 * @csspart link - the title as a link
 * @csspart teaser - the beginning of its text, or why it was found
 * @csspart attached - how many attachments it has
 * @csspart thumbnail - its small picture
 * @csspart more - the button behind the last entry
 * @csspart note - a sentence beside it
 * @csspart skeleton - what stands there while news is loaded
 * @csspart message - what stands in the list's place when there is nothing, or something went wrong
 * @csspart button - the button in it
 * @csspart entry - the open entry
 * @csspart back - the way back to the list
 * @csspart headline - the open entry's title
 * @csspart cover - its large picture
 * @csspart body - its text
 * @csspart gallery - the pictures behind the text
 * @csspart picture - one of them
 * @csspart files - the attachments behind the text
 * @csspart heading - over pictures and attachments
 * @csspart file - the link to an attachment
 * @csspart file-name - its name
 * @csspart player - of a sound or a film
 *
 * @cssproperty --school-news-text - text; without it, the page's own
 * @cssproperty --school-news-surface - the button of new entries where there is no accent
 * @cssproperty --school-news-muted - dates and other small words
 * @cssproperty --school-news-line - lines and borders
 * @cssproperty --school-news-accent - links, buttons and the focus ring
 * @cssproperty --school-news-on-accent - text on the button of new entries
 * @cssproperty --school-news-mark - behind the words that were searched for
 * @cssproperty --school-news-on-mark - those words
 * @cssproperty --school-news-font - font family of the text
 * @cssproperty --school-news-title-font - font family of titles
 * @cssproperty --school-news-space - the unit of all distances
 * @cssproperty --school-news-radius - corners
 * @cssproperty --school-news-width - widest the text of an open entry gets
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
  /** The reader's language; without it, the page's. */
  declare lang: string
  /** Entries on a page of the list, up to 100. */
  declare limit: number
  /** The entry to begin with. */
  declare newsId: string | undefined
  /** Of the titles among the page's headings. */
  declare headingLevel: number
  /** Name under which the page's address tells of the open entry, as `#news=2026-0917`; an empty one means `news`. */
  declare hash: string | undefined
  /** `off`: what changes is seen when the page is loaded again. */
  declare live: 'on' | 'off'
  /** Tells on the console what went wrong. */
  declare debug: boolean

  #source: NewsSource | undefined
  #shelf: Shelf | undefined
  /** The newest page could not be had the last time. */
  #isStale = false
  #stop: (() => void) | undefined
  #sought = ''
  #found: Shelf | undefined
  #typing: number | undefined
  #open: OpenEntry | undefined
  /** Where the reader was in the list. */
  #place: { newsId: string; top: number } | undefined
  /** Of the page, without the open entry. */
  #hashBehind = ''
  /** What was asked for when the element was taken off the page, and the page's hash then. */
  #interrupted: { kinds: CallKind[]; hash: string } | undefined
  /** A reader has asked again, and waits. */
  #isAwaited = false
  #said = ''
  /** To be done once what has changed is on the screen. */
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

  /** Asks for the newest entries now. Never rejects: see `school-news-error`. */
  refresh(): void {
    this.#begin()
  }

  /** Shows an entry in the list's place. */
  open(newsId: string): void {
    if (!this.#mayOpen(newsId)) return
    const name = this.#hashName
    if (name) this.#hashBehind = goTo(name, newsId)
    this.#show(newsId)
  }

  /** Shows the list. */
  close(): void {
    if (!this.#open) return
    // Told by `popstate` then.
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
    // Moved within the page, it is on it again before this runs.
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
    // An address that is none leads to no source.
    const without = this.service || this.files ? messageView(this.#view.words.failed) : nothing
    return html`<div part="news" lang=${this.#language} aria-busy=${this.#isBusy} tabindex="-1">${
      this.#open ? this.#detail(this.#open) : this.#source ? this.#list() : without
    }</div><p class="unseen" role="status">${this.#said}</p>`
  }

  protected override updated(): void {
    for (const act of this.#then.splice(0)) act()
    this.#leadOn()
    this.#inkPin()
  }

  #list(): TemplateResult {
    const { words } = this.#view
    const shelf = this.#current
    const hasSearch = this.#sought || !this.#shelf?.entries || this.#shelf.entries.length > 0
    return html`${hasSearch && (this.#isLoading || this.#shelf) ? this.#searchForm() : nothing}${
      this.#shelf?.waiting.length && !this.#sought
        ? html`<div class="pin"><button part="new" @click=${this.#reveal}>${words.waiting(this.#shelf.waiting.length)}</button></div>`
        : nothing
    }${this.#instead() ?? nothing}${shelf?.entries.length ? html`${listView(shelf, this.#view)}${this.#calls.isOpen('search') ? nothing : this.#foot(shelf)}` : nothing}`
  }

  #searchForm(): TemplateResult {
    const { words } = this.#view
    const found = this.#found
    return html`<form part="search" role="search" @submit=${this.#onSubmit}>${icon('search')}<input part="input" type="search" aria-label=${words.search} placeholder=${words.search} maxlength=${LONGEST_SEARCH} autocomplete="off" enterkeyhint="search" @input=${this.#onInput} @compositionend=${this.#onInput}></form>${
      this.#sought && found?.entries.length
        ? html`<p part="summary">${words.found(found.entries.length, !!found.next)}</p>`
        : nothing
    }`
  }

  /** What stands where entries would. */
  #instead(): TemplateResult | undefined {
    const { words } = this.#view
    if (this.#sought) {
      if (this.#calls.hasFailed('search'))
        return messageView(words.failed, [
          words.retry,
          () => this.#askAgain(() => this.#search(this.#sought)),
        ])
      if (!this.#found) return this.#shelf ? undefined : loadingView(words.loading)
      return this.#found.entries.length
        ? undefined
        : messageView(words.nothingFound(this.#sought), [words.clear, this.#clear])
    }
    if (this.#shelf) return this.#shelf.entries.length ? undefined : messageView(words.empty)
    return this.#isStale
      ? messageView(words.failed, [words.retry, () => this.#askAgain(this.#retry)])
      : loadingView(words.loading, Math.min(this.limit, 6))
  }

  #foot({ next }: Shelf): TemplateResult {
    const { words } = this.#view
    const hasFailed = this.#calls.hasFailed('more')
    const isOpen = this.#calls.isOpen('more')
    const label = this.#sought ? words.moreFound : words.more
    return html`${
      hasFailed || (this.#isStale && !this.#sought)
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
      this.#sought ? words.results : words.allNews
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
    return !!this.#source && !this.#shelf && !this.#isStale
  }

  /** The list that is, or would be, on the screen. */
  get #current(): Shelf | undefined {
    // Until something is found the list stays, for a page that empties and fills at each key is hard to look at.
    const isFirst = !this.#found && this.#calls.isOpen('search')
    return this.#sought && !isFirst ? this.#found : this.#shelf
  }

  /** Other news: nothing of what was there stays. */
  #startOver(): void {
    this.#calls.cancel('more', 'search', 'entry')
    clearTimeout(this.#typing)
    const { service, files, limit, baseURI: baseUrl } = this
    const siteId = this.siteId || 'academy'
    const size = limit >= 1 && limit <= 100 ? Math.trunc(limit) : 10
    try {
      this.#source = sourceOf({ service, files, siteId, lang: this.#language, limit: size, baseUrl })
    } catch (error) {
      // It is no address.
      this.#source = undefined
      this.#fail(error)
    }
    this.#shelf = this.#found = this.#place = undefined
    this.#sought = ''
    if (this.#input) this.#input.value = ''
    this.#isStale = false
    if (this.#open && this.hasUpdated) this.#show(this.#open.newsId, false)
    this.#begin()
  }

  /** Put back: what was asked for is asked for again, and the page's address may have changed. */
  #resume(): void {
    const { kinds = [], hash = location.hash } = this.#interrupted ?? {}
    const sought = this.#sought
    this.#begin()
    if (hash !== location.hash) this.#onPopState()
    if (this.#open && kinds.includes('entry')) this.#askFor(this.#open.newsId)
    if (!kinds.includes('search')) return
    this.#sought = ''
    this.#search(sought)
  }

  /** Asks for the newest page, and from then on for what changes. */
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
    const before = this.#shelf
    this.#isStale = false
    this.#shelf = before ? reconciled(before, page) : shelfOf(page)
    for (const entry of page.entries) this.#refreshOpen({ kind: 'upsert', entry })
    this.#notice(before)
    tell(this, 'school-news-load', page.entries)
  }

  #hear = (change: NewsChange) => {
    const before = this.#shelf
    if (before) this.#shelf = changedShelf(before, change)
    if (this.#found && (change.kind === 'deletion' || this.#found.entries.some(isOf(change))))
      this.#found = changedShelf(this.#found, change)
    this.#refreshOpen(change)
    this.#notice(before)
  }

  #failToRenew = (error: unknown) => {
    if (this.#shelf && !this.#isStale) this.#say(this.#view.words.stale)
    this.#isStale = true
    this.#fail(error)
    this.requestUpdate()
  }

  #fail(error: unknown): void {
    if (this.debug) console.warn('schoolbell', error)
    tell(this, 'school-news-error', error)
  }

  /** After a change of the list: nothing was there, or something new waits, or a row has become empty. */
  #notice(before: Shelf | undefined): void {
    const shelf = this.#shelf
    if (!shelf) return
    if (before && !before.entries.length) this.#shelf = revealed(shelf)
    else if (before && shelf.waiting.length > before.waiting.length)
      this.#say(this.#view.words.waiting(shelf.waiting.length))
    for (const row of this.#rows()) {
      const isGone = this.#current?.withdrawn.has(row.newsId)
      if (!isGone || row.style.minHeight) continue
      // Whatever stands below stays where it is.
      row.style.minHeight = `${row.getBoundingClientRect().height}px`
      if (row.contains(this.#focused)) this.#then.push(() => row.focus({ preventScroll: true }))
    }
    this.requestUpdate()
  }

  /** The open entry was edited or deleted while somebody reads it. */
  #refreshOpen(change: NewsChange): void {
    const open = this.#open
    const newsId = change.kind === 'deletion' ? change.newsId : change.entry.newsId
    if (!open || open.newsId !== newsId) return
    if (change.kind === 'deletion') {
      if (!open.entry && !this.#calls.isOpen('entry')) return
      this.#calls.cancel('entry')
      this.#open = { newsId, entry: undefined, body: undefined }
      this.#say(this.#view.words.withdrawn)
      this.#then.push(() => this.#find('[part=back]')?.focus({ preventScroll: true }))
    } else if (change.entry.html !== undefined && open.entry?.seq !== change.entry.seq)
      this.#put(change.entry)
  }

  /** What was waiting comes on the screen, and the reader to the first of it. */
  #reveal = () => {
    const shelf = this.#shelf
    const [first] = shelf?.waiting ?? []
    if (!shelf || !first) return
    this.#shelf = revealed(shelf)
    this.#then.push(() => {
      this.#toTop()
      this.#focusRow(first.newsId)
    })
    this.requestUpdate()
  }

  #more = () => {
    const shelf = this.#current
    const source = this.#source
    const next = shelf?.next
    if (!source || next === undefined || this.#calls.isOpen('more')) return
    const sought = this.#sought
    void this.#calls.start(
      'more',
      signal => (sought ? source.search(sought, next, signal) : source.more(next, signal)),
      page => {
        const before = this.#current
        if (!before) return
        // A page that leads to itself is the last.
        const after = extended(before, page.next === next ? { ...page, next: undefined } : page, !sought)
        if (sought) this.#found = after
        else this.#shelf = after
        const added = after.entries.filter(entry => !before.entries.includes(entry))
        this.#say(this.#view.words.added(added.length))
        const [first] = added
        // With the last page the button goes, and the focus with it.
        if (after.next === undefined && first && this.#focused?.matches('[part=more]'))
          this.#then.push(() => this.#focusRow(first.newsId))
      },
    )
  }

  /** The button goes with its sentence; the focus stays here. */
  #askAgain(ask: () => void): void {
    const place = this.#find('[part=back]') ?? this.#find('[part=news]')
    this.#then.push(() => place?.focus({ preventScroll: true }))
    this.#isAwaited = true
    ask()
  }

  /** To what has come, or to the button that asks once more. */
  #leadOn(): void {
    if (!this.#isAwaited || this.#isBusy) return
    this.#isAwaited = false
    if (this.#focused?.matches('[part=news],[part=back]'))
      this.#find('[part=headline],[part=link],[part=button]')?.focus({ preventScroll: true })
  }

  /** The button of new entries stands on the page: it takes the page's two colours the other way round. */
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
    // Half a Chinese word is none.
    if ((event as InputEvent).isComposing) return
    const sought = (event.target as HTMLInputElement).value.trim()
    this.#typing = window.setTimeout(() => this.#search(sought), sought ? TYPING : 0)
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

  #search(sought: string): void {
    const source = this.#source
    if (!source || (sought === this.#sought && !this.#calls.hasFailed('search'))) return
    this.#calls.cancel('more', 'search')
    this.#sought = sought
    if (!sought) {
      this.#found = undefined
      this.#say('')
      if (this.#shelf) this.#shelf = tidied(this.#shelf)
      this.requestUpdate()
      return
    }
    void this.#calls.start(
      'search',
      signal => ask(source, sought, signal),
      page => {
        this.#found = shelfOf(page)
        const { words } = this.#view
        const count = this.#found.entries.length
        this.#say(count ? words.found(count, !!page.next) : words.nothingFound(sought))
      },
    )
  }

  #onOpen = (event: MouseEvent, newsId: string) => {
    // Into a new tab, or to be downloaded, as the visitor wishes.
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
    // Any other hash is somebody else's, as of a link within the page.
    if (!newsId && [this.#hashBehind, ''].includes(location.hash)) this.#hide()
  }

  #mayOpen(newsId: string): boolean {
    return tell(this, 'school-news-open', { newsId, entry: this.#known(newsId) })
  }

  /** @param byReader who is led to it, and back to where they were */
  #show(newsId: string, byReader = true): void {
    if (!this.#open && this.#shelf) this.#place = { newsId, top: scrollY }
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
        if (!entry) return this.#say(this.#view.words.missing)
        // Who waited at the top goes on to what has come.
        if (this.#focused?.matches('[part=back]')) this.#then.push(() => this.#focusHeadline())
        this.#put({ ...entry, html: entry.html ?? '' })
      },
    )
  }

  #put(entry: NewsEntry): void {
    const { entry: before, body: shown } = this.#open ?? {}
    // What comes late may be older than what has come meanwhile.
    if (before && entry.seq < before.seq) return
    if (before && noticed(before) !== noticed(entry)) this.#say(this.#view.words.updated)
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

  /** Addresses of what a reader has begun to hear or see. */
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
    // What scrolls can be reached by keyboard.
    for (const wide of body.querySelectorAll<HTMLElement>('.wide'))
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }

  #hide(): void {
    if (!this.#open) return
    this.#open = undefined
    this.#calls.cancel('entry')
    const place = this.#place
    if (this.#shelf) this.#shelf = tidied(this.#shelf)
    if (this.#found) this.#found = tidied(this.#found)
    this.#then.push(() => {
      const input = this.#input
      if (input) input.value = this.#sought
      this.#focusRow(place?.newsId)
      if (!place) return this.#toTop()
      const restore = () => scrollTo({ top: place.top, behavior: 'instant' })
      restore()
      // A browser has a word on this as well, a moment later.
      requestAnimationFrame(restore)
    })
    tell(this, 'school-news-close', undefined)
    this.requestUpdate()
  }

  #known(newsId: string): NewsEntry | undefined {
    const isIt = (entry: NewsEntry) => entry.newsId === newsId
    const entries = [this.#shelf?.entries, this.#found?.entries].map(list => list?.find(isIt))
    return entries.find(entry => entry?.html !== undefined) ?? entries.find(Boolean)
  }

  #say(text: string): void {
    this.#said = text
  }

  #toTop(): void {
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  /** Where it has not come yet, the way back. */
  #focusHeadline(): void {
    const headline = this.#find('[part=headline]') ?? this.#find('[part=back]')
    headline?.focus({ preventScroll: true })
  }

  /** The first where there is none such. */
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

/** Words that an agent cannot use are in no entry either. */
const ask = (source: NewsSource, sought: string, signal: AbortSignal): Promise<NewsPage> =>
  source.search(sought, undefined, signal).catch(error => {
    if (error instanceof NewsError && error.status === 400) return { entries: [], next: undefined, seq: 0 }
    throw error
  })

const isOf = (change: NewsChange) => (entry: NewsEntry) =>
  change.kind === 'upsert' && entry.newsId === change.entry.newsId
