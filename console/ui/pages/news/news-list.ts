/** The page of all news: searched, by website and state, a page at a time. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { SITE_IDS, type SiteId } from '../../../../shared/contract/site.ts'
import type { NewsItem, NewsList } from '../../../api/news.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { draftsBelow } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { language, numberText } from '../../language.ts'
import '../../parts/console-empty.ts'
import { unsavedNew } from '../../parts/editing/unsaved-new.ts'
import { ListClock } from '../../parts/list-clock.ts'
import { readAtLeast } from '../../parts/list-pages.ts'
import { SITES } from '../../parts/sites.ts'
import { type NewsForm, type NewsState, titleOf, titlesOf } from './entry.ts'
import type { NewsAct } from './news-table.ts'
import './news-table.ts'
import { say } from './strings.ts'

const STATES = ['published', 'planned', 'ended', 'draft', 'deleted'] as const
const SEARCH_MS = 250
const PAGE = 25
/** That the service gives at once. */
const MOST = 100

/** Kept while the console is open: the way back from an entry leads to the same list. */
const choice: { state: NewsState | ''; site: SiteId | ''; search: string } = {
  state: '',
  site: '',
  search: '',
}

class NewsListPage extends ActingPage {
  static override properties = { list: { state: true }, items: { state: true } }

  declare private list: NewsList | undefined
  /** All pages so far. */
  declare private items: NewsItem[]

  readonly #clock = new ListClock(this, () => void this.#load())
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.items = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('news', () => void this.#load())
  }

  protected override arrive(): void {
    void this.#load()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}>
        <wa-button variant="brand" href="/console/news/new">${icon('plus', 'start')} ${say('newEntry')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(() => html`<div class="stack">${this.#filters()} ${this.#content(unsavedTitles())}</div>`)}
    `
  }

  #filters(): TemplateResult {
    const counts = this.list?.counts
    const total = counts ? counts.published + counts.planned + counts.ended + counts.draft : 0
    const segment = (state: NewsState | '', label: string, count: number) => html`<button
      aria-pressed=${choice.state === state}
      @click=${() => this.#choose({ state })}
    >
      ${label} <span class="number">${numberText(count)}</span>
    </button>`
    return html`<div class="filters">
      <div class="search">
        ${icon('search')}
        <input
                    type="search"
          maxlength="200"
          aria-label=${say('search')}
          placeholder=${say('search')}
          .value=${choice.search}
          @input=${this.#type}
        />
      </div>
      <select
                aria-label=${say('site')}
        @change=${(event: Event) => this.#choose({ site: (event.target as HTMLSelectElement).value as SiteId })}
      >
        <option value="" .selected=${live(choice.site === '')}>${say('allSites')}</option>
        ${SITE_IDS.map(site => html`<option value=${site} .selected=${live(choice.site === site)}>${SITES[site][this.lang]}</option>`)}
      </select>
      <div class="segments" role="group" aria-label=${say('state')}>
        ${segment('', say('all'), total)}
        ${STATES.map(state => segment(state, say(state), counts?.[state] ?? 0))}
      </div>
    </div>`
  }

  #content(unsaved: ReadonlyMap<string, string>): TemplateResult {
    const fresh = unsavedNew(unsaved)
    if (this.items.length === 0) return html`${fresh}${this.#nothing()}`
    return html`${fresh}<div class="card flush">
        <news-table .items=${this.items} .unsaved=${new Set(unsaved.keys())} @news-act=${this.#onAct}></news-table>
        ${
          this.list?.next === undefined
            ? nothing
            : html`<div class="foot more">
                <wa-button appearance="outlined" @click=${this.#more}>${say('more')}</wa-button>
              </div>`
        }
      </div>
      <p class="visually-hidden" role="status">${say('found', { count: numberText(this.items.length) })}</p>`
  }

  #nothing(): TemplateResult {
    const isFiltered = choice.state !== '' || choice.site !== '' || choice.search.trim() !== ''
    return isFiltered
      ? html`<div class="card">
            <console-empty icon="search" heading=${say('noneTitle')} text=${say('noneText')}>
              <wa-button appearance="outlined" @click=${() => this.#choose({ state: '', site: '', search: '' })}>
                ${say('showAll')}
              </wa-button>
            </console-empty>
          </div>`
      : html`<div class="card">
            <console-empty icon="newspaper" heading=${say('emptyTitle')} text=${say('emptyText')}>
              <wa-button variant="brand" href="/console/news/new">${say('newEntry')}</wa-button>
            </console-empty>
          </div>`
  }

  #choose(changes: Partial<typeof choice>): void {
    Object.assign(choice, changes)
    this.requestUpdate()
    void this.#load(0)
  }

  #type = (event: Event): void => {
    choice.search = (event.target as HTMLInputElement).value
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#load(0), SEARCH_MS)
  }

  #address(after = '', limit = PAGE): string {
    const query = new URLSearchParams({ limit: String(limit) })
    if (choice.state !== '') query.set('state', choice.state)
    if (choice.site !== '') query.set('site', choice.site)
    if (choice.search.trim() !== '') query.set('q', choice.search.trim())
    if (after !== '') query.set('after', after)
    return `/news?${query}`
  }

  /** As many as are on the screen, so that nobody loses the place when somebody else changes something. */
  async #load(shown = this.items.length): Promise<void> {
    const limit = Math.min(Math.max(shown, PAGE), MOST)
    const list = await this.load(signal =>
      readAtLeast('news', shown, (after?: string) =>
        this.api.get<NewsList>(this.#address(after, limit), { signal }),
      ),
    )
    if (!list) return
    this.list = list
    this.items = list.news
    this.#clock.set(list.changesInMs)
  }

  #more = async (): Promise<void> => {
    const before = this.items
    const list = await this.load(signal => this.api.get<NewsList>(this.#address(this.list?.next), { signal }))
    if (!list) return
    this.list = list
    this.items = [...before, ...list.news]
  }

  #onAct = ({ detail: { act, item } }: CustomEvent<{ act: NewsAct; item: NewsItem }>): void => {
    void (act === 'remove' ? this.#remove(item) : this.#restore(item))
  }

  async #remove({ newsId, titles }: NewsItem): Promise<void> {
    const title = titleOf(titles, this.lang)
    const removed = await this.#do(() => this.api.delete<Undone>(`/news/${encodeURIComponent(newsId)}`))
    if (removed) this.done(say('didRemove', { title }), removed, () => this.#load())
  }

  async #restore({ newsId, titles }: NewsItem): Promise<void> {
    if (await this.#do(() => this.api.post(`/news/${encodeURIComponent(newsId)}/restore`)))
      this.say(say('didRestore', { title: titleOf(titles, this.lang) }))
  }

  async #do<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await this.act(call)
    if (answer !== undefined && this.isConnected) await this.#load()
    return answer
  }
}

/** Of the drafts in this tab, by their keys. */
const unsavedTitles = (): ReadonlyMap<string, string> =>
  new Map(
    [...draftsBelow<{ form: NewsForm }>('news/')].map(([key, { form }]) => [
      key,
      titleOf(titlesOf(form), language()),
    ]),
  )

customElements.define('console-news-list', NewsListPage)
