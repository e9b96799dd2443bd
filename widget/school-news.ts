/** The element `<school-news>`: its settings, the page's address, and which of its parts is shown. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { emit } from './events.ts'
import { languageOf, localeOf } from './language.ts'
import { addressOf, enterPage, goBack, goTo, hashBehind, idIn, leavePage } from './news/address.ts'
import { type CallKind, Calls } from './news/calls.ts'
import { entryPage } from './news/entry-page.ts'
import { focusHeadline, toTop } from './news/focus.ts'
import { keepKey } from './news/keys.ts'
import { listPage } from './news/list-page.ts'
import type { ListView } from './news/list-view.ts'
import { NewsLists } from './news/lists.ts'
import { OpenEntry } from './news/open-entry.ts'
import { sourceOf } from './news/open-source.ts'
import { Screen } from './news/screen.ts'
import { SearchForm } from './news/search-form.ts'
import type { NewsSource } from './news/source.ts'
import { messageView } from './news/state-views.ts'
import { settlePin } from './news/surroundings.ts'
import { sanitiserReady } from './sanitise.ts'
import { NEWS_STRINGS } from './school-news.strings.ts'
import { styles } from './school-news.styles.ts'

/** A change of one of these loads other news. */
const ASKED_WITH = ['service', 'files', 'siteId', 'lang', 'limit', 'live'] as const

/**
 * Shows a school's news in the page: a list with a search, and single entries.
 *
 * News comes from a sync agent (`service`) or from the files that one has published (`files`). Changes appear while
 * somebody reads.
 *
 * @fires {CustomEvent<readonly NewsEntry[]>} school-news-load - the newest entries are loaded
 * @fires {CustomEvent<OpenedNews>} school-news-open - an entry is about to open; cancelled, the list stays, and the page can show the entry itself
 * @fires {CustomEvent<undefined>} school-news-close - the list is shown again
 * @fires {CustomEvent<unknown>} school-news-error - news, more news or an entry could not be loaded; `code` of the error is UNREACHABLE, TIMED_OUT, TOO_LARGE, STATUS or NO_NEWS
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
  /** `academy` or `pre-school`; default: `academy`. */
  declare siteId: string
  /** The reader's language; default: the page's. Any kind of Chinese gives Traditional Chinese, anything else English. */
  declare lang: string
  /** Entries on a page of the list, 1 to 100; default: 10. */
  declare limit: number
  /** The entry that is open at first. */
  declare newsId: string | undefined
  /** Heading level of titles; default: 2. */
  declare headingLevel: number
  /** Name of the open entry in the page's address, as in `#news=2026-0917`; an empty one means `news`. */
  declare hash: string | undefined
  /** `off`: changes appear when the page is loaded again. */
  declare live: 'on' | 'off'
  /** Writes errors to the console. */
  declare debug: boolean

  /** The page's hash without the open entry. */
  #hashBehind = ''
  /** The open calls when the element was removed from the page, and the page's hash then. */
  #interrupted: { kinds: CallKind[]; hash: string } | undefined
  readonly #calls = new Calls(
    () => this.requestUpdate(),
    error => this.#fail(error),
  )
  readonly #screen = new Screen(
    this,
    () => this.#view,
    () => this.#isBusy,
  )
  readonly #lists = new NewsLists(this.#calls, this.#screen, {
    loaded: entries => emit(this, 'school-news-load', entries),
    changed: change => this.#entry.hear(change),
    failed: error => this.#fail(error),
  })
  readonly #entry = new OpenEntry(this.#calls, this.#screen, this.#lists)
  readonly #form = new SearchForm(this.#screen, query => this.#search(query))

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
    if (this.isConnected) this.#lists.begin()
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
    if (!this.#isOpen) return
    // `popstate` does the rest.
    if (this.#hashName && goBack(this.#hashName)) return
    this.#hide()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    enterPage()
    addEventListener('popstate', this.#onPopState)
    if (this.hasUpdated && this.#interrupted) this.#resume(this.#interrupted)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    leavePage()
    // An element that was only moved within the page is connected again by now.
    queueMicrotask(() => {
      if (this.isConnected) return
      removeEventListener('popstate', this.#onPopState)
      this.#form.stop()
      this.#lists.end()
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
    return html`<div part="news" lang=${this.#language} aria-busy=${this.#isBusy} tabindex="-1" .onkeydown=${keepKey} .onkeypress=${keepKey} .onkeyup=${keepKey}>${this.#content()}</div><slot hidden></slot><p class="unseen" role="status" .textContent=${this.#screen.announcement}></p>`
  }

  #content(): TemplateResult | typeof nothing {
    const { words } = this.#view
    if (this.#isOpen)
      return entryPage(this.#entry, this.#calls, this.#screen, [
        this.#lists.query ? words.results : words.allNews,
        () => this.close(),
      ])
    if (this.#lists.source)
      return listPage({
        calls: this.#calls,
        screen: this.#screen,
        lists: this.#lists,
        form: this.#form,
        limit: this.limit,
      })
    // An invalid address has no source.
    return this.service || this.files ? messageView(words.failed) : nothing
  }

  /** Functions: a page may have an `addEventListener` that takes nothing else, and Lit's listeners are objects. */
  protected override firstUpdated(): void {
    this.renderRoot.addEventListener('slotchange', this.#onChildren)
    this.renderRoot.addEventListener('compositionend', this.#form.onInput)
  }

  protected override updated(): void {
    settlePin(this.#screen.root)
  }

  get #view(): ListView {
    const name = this.#hashName
    return {
      words: NEWS_STRINGS[this.#language],
      language: this.#language,
      locale: localeOf(this.#tag),
      level: this.headingLevel >= 1 && this.headingLevel <= 6 ? Math.trunc(this.headingLevel) : 2,
      hrefOf: newsId => (name ? addressOf(name, newsId) : undefined),
      onOpen: this.#onOpen,
    }
  }

  get #language() {
    return languageOf(this.#tag)
  }

  get #tag() {
    return this.lang || document.documentElement.lang
  }

  get #hashName() {
    return this.hash === undefined ? undefined : this.hash || 'news'
  }

  get #isOpen() {
    return this.#entry.newsId !== undefined
  }

  get #isBusy() {
    return this.#lists.isLoading || this.#calls.isOpen('search') || this.#calls.isOpen('entry')
  }

  #startOver(): void {
    this.#form.stop()
    this.#form.fill('')
    this.#screen.forgetPlace()
    this.#lists.use(this.#source(), this.live !== 'off')
    const { newsId } = this.#entry
    if (newsId !== undefined && this.hasUpdated) this.#show(newsId, false)
    this.refresh()
  }

  #source(): NewsSource | undefined {
    const { service, files, limit, baseURI: baseUrl } = this
    const siteId = this.siteId || 'academy'
    const size = limit >= 1 && limit <= 100 ? Math.trunc(limit) : 10
    try {
      return sourceOf({ service, files, siteId, lang: this.#language, limit: size, baseUrl })
    } catch (error) {
      // Invalid address.
      this.#fail(error)
      return undefined
    }
  }

  /** The element is back on the page: open calls start again, and the page's address may have changed. */
  #resume({ kinds, hash }: { kinds: CallKind[]; hash: string }): void {
    this.#interrupted = undefined
    this.#lists.begin()
    if (hash !== location.hash) this.#onPopState()
    if (kinds.includes('entry')) this.#entry.load()
    if (kinds.includes('search')) this.#lists.search(this.#lists.query)
  }

  #search(query: string): void {
    if (query !== this.#lists.query || this.#calls.hasFailed('search')) this.#lists.search(query)
  }

  #onOpen = (event: MouseEvent, newsId: string) => {
    // The visitor wants a new tab, or a download.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.open(newsId)
  }

  /**
   * HTML has no `<school-news />`: what follows such a tag stands in it, and is shown. Text alone is not: it stands for news
   * until there is news.
   */
  #onChildren = (event: Event) => {
    const slot = event.target as HTMLSlotElement
    const isEmpty = [...this.children].every(({ localName }) => localName === 'noscript')
    if (this.debug && slot.hidden && !isEmpty)
      console.warn(
        'schoolbell: <school-news> has elements in it. HTML has no <school-news />: write <school-news></school-news>',
      )
    slot.hidden = isEmpty
  }

  #onPopState = () => {
    const name = this.#hashName
    if (!name) return
    const newsId = idIn(location.hash, name)
    if (newsId === this.#entry.newsId) return
    if (newsId && this.#mayOpen(newsId)) {
      this.#hashBehind = hashBehind(name)
      this.#show(newsId)
    }
    // Any other hash belongs to the page, for example to a link within it.
    if (!newsId && [this.#hashBehind, ''].includes(location.hash)) this.#hide()
  }

  #mayOpen(newsId: string): boolean {
    return emit(this, 'school-news-open', { newsId, entry: this.#lists.known(newsId) })
  }

  /** @param byReader whether a reader opened it, who is led to it and back to the old place */
  #show(newsId: string, byReader = true): void {
    if (!this.#isOpen && this.#lists.newest) this.#screen.keepPlace(newsId)
    this.#entry.show(newsId)
    if (byReader)
      this.#screen.after(() => {
        toTop(this.#screen.root)
        focusHeadline(this.#screen.root)
      })
  }

  #hide(): void {
    if (!this.#isOpen) return
    this.#entry.hide()
    this.#lists.tidy()
    this.#screen.after(() => {
      this.#form.fill(this.#lists.query)
      this.#screen.toPlace()
    })
    emit(this, 'school-news-close', undefined)
    this.requestUpdate()
  }

  #fail(error: unknown): void {
    if (this.debug) console.warn('schoolbell', error)
    emit(this, 'school-news-error', error)
  }
}
