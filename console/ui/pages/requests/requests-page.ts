/** The request log: calls as they come, searched, and one of them with everything that was asked and said. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { RequestLine, RequestRecord } from '../../../api/requests.ts'
import { ActingPage } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { secondText } from '../../language.ts'
import '../../parts/console-empty.ts'
import { controls } from '../../parts/controls.ts'
import { look } from '../../styles.ts'
import { CallList, type CallListHost } from './call-list.ts'
import { callShown } from './call-shown.ts'
import { LOGGED_NAMES, STRINGS } from './strings.ts'
import { styles } from './styles.ts'
import { verdict } from './verdict.ts'

const STATUSES = ['200', '304', '400', '401', '404', '405', '429', '500', '502', '503', 'none']
/** A reader who has gone further down than this is not to be moved. */
const AT_TOP = 150
/** From the last key to the search. */
const TYPING_MS = 250

class RequestsPage extends ActingPage implements CallListHost {
  static override styles = [look, controls, styles]
  static override properties = { paused: { state: true }, record: { state: true } }

  declare private paused: boolean
  declare private record: RequestRecord | undefined
  readonly #calls = new CallList(this)
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.paused = false
  }

  get takesCalls(): boolean {
    return !this.paused && this.rest.length === 0 && this.loading === 'done'
  }

  get isReading(): boolean {
    return window.scrollY > AT_TOP || this.renderRoot.querySelector('td a:focus') !== null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('requests', () => {
      if (this.rest.length === 0) this.#list()
    })
    // From wherever the keyboard is: nobody has to find the list first.
    window.addEventListener('keydown', this.#onKey)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
    window.removeEventListener('keydown', this.#onKey)
  }

  protected override arrive(): void {
    const [id] = this.rest
    if (id === undefined) {
      const from = this.record?.id
      this.record = undefined
      if (this.#calls.lines.length === 0) this.#list()
      else if (from !== undefined) void this.#focusOn(from)
      return
    }
    void this.load(async signal => {
      this.record = await this.api.get<RequestRecord>(`/requests/${encodeURIComponent(id)}`, { signal })
    })
  }

  override render() {
    return this.rest.length > 0 ? this.#detail() : this.#log()
  }

  #log(): TemplateResult {
    return html`
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}>
        <wa-button appearance="outlined" aria-pressed=${this.paused} @click=${this.#onPause}>
          ${this.#t(this.paused ? 'resume' : 'pause')}
        </wa-button>
        <wa-button appearance="outlined" ?disabled=${this.#calls.lines.length === 0} @click=${this.#clear}>
          ${this.#t('clear')}
        </wa-button>
      </console-page-header>
      ${this.whenLoaded(() => html`<div class="stack">${this.#filters()} ${this.#rows()}</div>`)}
    `
  }

  #filters(): TemplateResult {
    const { text, endpoint, status } = this.#calls.filter
    return html`<div class="filters" role="search">
      <label class="field grow">
        ${this.#t('search')}
        <input type="search" .value=${text} placeholder=${this.#t('searchHint')} @input=${this.#onText} />
      </label>
      <label class="field">
        ${this.#t('endpoint')}
        <select @change=${(event: Event) => this.#search({ endpoint: chosenIn(event) })}>
          <option value="">${this.#t('all')}</option>
          ${Object.entries(LOGGED_NAMES).map(
            ([name, names]) =>
              html`<option value=${name} ?selected=${name === endpoint}>${names[this.lang]}</option>`,
          )}
        </select>
      </label>
      <label class="field">
        ${this.#t('status')}
        <select @change=${(event: Event) => this.#search({ status: chosenIn(event) })}>
          <option value="">${this.#t('all')}</option>
          ${STATUSES.map(
            name => html`<option value=${name} ?selected=${name === status}>
              ${name === 'none' ? this.#t('none') : name}
            </option>`,
          )}
        </select>
      </label>
    </div>`
  }

  #rows(): TemplateResult {
    const { lines, waiting, isSearch, hasOlder } = this.#calls
    const fresh =
      waiting.length > 0
        ? html`<wa-button class="fresh" variant="brand" @click=${() => this.#calls.showNew()}>
            ${icon('arrow-up', 'start')} ${waiting.length} ${this.#t('fresh')}
          </wa-button>`
        : nothing
    if (lines.length === 0)
      return html`${fresh}
        <div class="card"><console-empty
          icon=${isSearch ? 'search' : 'inbox'}
          heading=${this.#t(isSearch ? 'noneFound' : 'emptyTitle')}
          text=${this.#t(isSearch ? 'noneText' : 'emptyText')}
        ></console-empty></div>`
    return html`${fresh}
      <p class="keys quiet small">${this.#t('keys')}</p>
      <div class="card flush">
        <table class="list">
          <thead>
            <tr>
              ${(['call', 'endpoint', 'status', 'took', 'time'] as const).map(
                name => html`<th scope="col">${this.#t(name)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${repeat(
              lines,
              ({ id }) => id,
              line => this.#row(line),
            )}
          </tbody>
        </table>
      </div>
      ${
        hasOlder
          ? html`<div class="row"><wa-button appearance="outlined" @click=${this.#older}>${this.#t('more')}</wa-button></div>`
          : nothing
      }`
  }

  #row(line: RequestLine): TemplateResult {
    const { id, method, path, query, endpoint, ms, time } = line
    return html`<tr>
      <td class="title">
        <a href="/console/requests/${id}" data-id=${id}><code>${method} ${path}${query && `?${query}`}</code></a>
      </td>
      <td data-label=${this.#t('endpoint')} class="endpoint">${LOGGED_NAMES[endpoint][this.lang]}</td>
      <td data-label=${this.#t('status')}>${verdict(line, this.lang)}</td>
      <td data-label=${this.#t('took')} class="number">${ms} ms</td>
      <td data-label=${this.#t('time')} class="time"><time datetime=${time}>${this.#shortTime(time)}</time></td>
    </tr>`
  }

  /** Without the day where it is that of the newest call. */
  #shortTime(time: string): string {
    const text = secondText(time)
    const newest = secondText(this.#calls.lines[0]?.time ?? time)
    return text.slice(0, 10) === newest.slice(0, 10) ? text.slice(11) : text
  }

  #detail(): TemplateResult {
    const { record } = this
    return html`
      <console-page-header
        heading=${record ? `${record.method} ${record.path}` : this.#t('request')}
        back="requests"
        .backText=${this.#t('back')}
      ></console-page-header>
      ${this.whenLoaded(() => (record ? callShown(record, this.lang, location.origin) : html``))}
    `
  }

  #list(): void {
    void this.load(
      signal => this.#calls.fetch(signal),
      page => this.#calls.show(page),
    )
  }

  #older = async (): Promise<void> => {
    const page = await this.act(() => this.#calls.fetchOlder())
    if (page) this.#calls.showOlder(page)
  }

  #onPause = (): void => {
    this.paused = !this.paused
    if (!this.paused) this.#list()
  }

  #clear = async (): Promise<void> => {
    const isDone = await this.act(() => this.api.delete('/requests').then(() => true))
    if (!isDone) return
    this.offerUndo(this.#t('cleared'), async () => {
      await this.api.post('/requests/restore')
      this.#list()
    })
    this.#list()
  }

  #search(change: Partial<CallList['filter']>): void {
    this.#calls.filter = { ...this.#calls.filter, ...change }
    this.#list()
  }

  #onText = (event: Event): void => {
    const text = chosenIn(event)
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#search({ text }), TYPING_MS)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.rest.length > 0) return void this.go('requests')
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || this.rest.length > 0 || event.composedPath()[0] instanceof HTMLInputElement) return
    const links = [...this.renderRoot.querySelectorAll<HTMLElement>('td a')]
    const at = links.indexOf(this.renderRoot.querySelector('td a:focus') as HTMLElement)
    const to = links[at < 0 ? 0 : at + step]
    if (!to || event.composedPath()[0] instanceof HTMLSelectElement) return
    event.preventDefault()
    to.focus()
  }

  async #focusOn(id: number): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`a[data-id="${id}"]`)?.focus()
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

const chosenIn = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value

customElements.define('requests-page', RequestsPage)
export default 'requests-page'
