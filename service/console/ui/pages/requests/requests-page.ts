/** The request log: calls as they come, searched, and one of them with everything that was asked and said. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { RequestLine, RequestRecord } from '../../../../request-log/record.ts'
import type { RequestPage as LinePage } from '../../../../request-log/requests.ts'
import { API_BASE } from '../../api.ts'
import { icon } from '../../icons.ts'
import { secondText } from '../../language.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-empty.ts'
import { ActingPage } from '../../acting-page.ts'
import { controls } from '../../parts/controls.ts'
import { presetSeen } from '../../parts/fault-presets.ts'
import { look } from '../../styles.ts'
import { asCurl } from './as-curl.ts'
import { jsonTree, parsedJson } from './json-tree.ts'
import { LOGGED_NAMES, STRINGS } from './strings.ts'
import { styles } from './styles.ts'

const STATUSES = ['200', '304', '400', '401', '404', '405', '429', '500', '502', '503', 'none']
/** A reader who has gone further down than this is not to be moved. */
const AT_TOP = 150
/** Rows on the screen at most; older ones are a search away. */
const MOST_ROWS = 2_000

class RequestsPage extends ActingPage {
  static override styles = [look, controls, styles]
  static override properties = {
    lines: { state: true },
    waiting: { state: true },
    next: { state: true },
    paused: { state: true },
    filter: { state: true },
    record: { state: true },
  }

  declare private lines: RequestLine[]
  /** Calls that came and are not shown yet. */
  declare private waiting: RequestLine[]
  /** Where older ones begin. */
  declare private next: number | undefined
  declare private paused: boolean
  declare private filter: { text: string; endpoint: string; status: string }
  declare private record: RequestRecord | undefined
  #newest = 0
  #events: EventSource | undefined
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.lines = []
    this.waiting = []
    this.paused = false
    this.filter = { text: '', endpoint: '', status: '' }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#events = new EventSource(`${API_BASE}/requests/events`)
    this.#events.addEventListener('message', this.#onNews)
    this.watch('requests', () => {
      if (this.rest.length === 0) this.#list()
    })
    // From wherever the keyboard is: nobody has to find the list first.
    window.addEventListener('keydown', this.#onKey)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#events?.close()
    clearTimeout(this.#typing)
    window.removeEventListener('keydown', this.#onKey)
  }

  protected override arrive(): void {
    const [id] = this.rest
    if (id === undefined) {
      const from = this.record?.id
      this.record = undefined
      if (this.lines.length === 0) this.#list()
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
        <wa-button appearance="outlined" ?disabled=${this.lines.length === 0} @click=${this.#clear}>
          ${this.#t('clear')}
        </wa-button>
      </console-page-header>
      ${this.whenLoaded(() => html`<div class="stack">${this.#filters()} ${this.#rows()}</div>`)}
    `
  }

  #filters(): TemplateResult {
    const { text, endpoint, status } = this.filter
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
    const isSearch = Object.values(this.filter).some(value => value !== '')
    const fresh =
      this.waiting.length > 0
        ? html`<wa-button class="fresh" variant="brand" @click=${this.#showNew}>
            ${icon('arrow-up', 'start')} ${this.waiting.length} ${this.#t('fresh')}
          </wa-button>`
        : nothing
    if (this.lines.length === 0)
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
              this.lines,
              ({ id }) => id,
              line => this.#row(line),
            )}
          </tbody>
        </table>
      </div>
      ${
        this.next === undefined || this.lines.length >= MOST_ROWS
          ? nothing
          : html`<div class="row"><wa-button appearance="outlined" @click=${this.#older}>${this.#t('more')}</wa-button></div>`
      }`
  }

  #row(line: RequestLine): TemplateResult {
    const { id, method, path, query, endpoint, ms, time } = line
    return html`<tr>
      <td class="title">
        <a href="/console/requests/${id}" data-id=${id}><code>${method} ${path}${query && `?${query}`}</code></a>
      </td>
      <td data-label=${this.#t('endpoint')}>${LOGGED_NAMES[endpoint][this.lang]}</td>
      <td data-label=${this.#t('status')}>${this.#verdict(line)}</td>
      <td data-label=${this.#t('took')} class="number">${ms} ms</td>
      <td data-label=${this.#t('time')} class="time"><time datetime=${time}>${this.#shortTime(time)}</time></td>
    </tr>`
  }

  /** Without the day where it is that of the newest call. */
  #shortTime(time: string): string {
    const text = secondText(time)
    const newest = secondText(this.lines[0]?.time ?? time)
    return text.slice(0, 10) === newest.slice(0, 10) ? text.slice(11) : text
  }

  #verdict({ status, code, fault }: RequestLine): TemplateResult {
    const isBad = status === null || status >= 400 || (code !== undefined && code !== 'D00000')
    return html`<span class="row">
      <span class="badge ${isBad ? 'bad' : 'good'}">${status ?? this.#t('none')}${code ? ` ${code}` : nothing}</span>
      ${fault ? html`<span class="badge warn">${this.#t('laboratory')}</span>` : nothing}
    </span>`
  }

  #detail(): TemplateResult {
    const { record } = this
    return html`
      <console-page-header
        heading=${record ? `${record.method} ${record.path}` : this.#t('request')}
        back="requests"
        .backText=${this.#t('back')}
      ></console-page-header>
      ${this.whenLoaded(() => (record ? this.#whole(record) : html``))}
    `
  }

  #whole(record: RequestRecord): TemplateResult {
    const { query, ms, time, txID, fault, request, response } = record
    const json = response.body === undefined ? undefined : parsedJson(response.body)
    return html`<div class="stack">
      <div class="row">
        ${this.#verdict(record)}
        <span class="quiet">${LOGGED_NAMES[record.endpoint][this.lang]} · ${ms} ms · ${secondText(time)} · <code>${txID}</code></span>
      </div>
      ${fault ? html`<p class="note warn">${icon('exclamation')} ${this.#t('hit')}${presetSeen(fault.kind, record.status, record.code)?.title[this.lang] ?? fault.kind}</p>` : nothing}
      <section class="card stack tight" aria-labelledby="request">
        <h2 id="request">${this.#t('request')}</h2>
        ${query === '' ? nothing : html`<dl>${[...new URLSearchParams(query)].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
        <h3>${this.#t('headers')}</h3>
        <dl>${request.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
        <h3>${this.#t('curl')}</h3>
        <console-copy .lang=${this.lang} .text=${asCurl(record, location.origin)} .label=${'curl'}></console-copy>
      </section>
      <section class="card stack tight" aria-labelledby="response">
        <h2 id="response">${this.#t('response')}</h2>
        ${
          response.headers.length === 0
            ? nothing
            : html`<h3>${this.#t('headers')}</h3>
                <dl>${response.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
        }
        <h3>${this.#t('body')}</h3>
        ${
          json !== undefined
            ? html`<div class="json" tabindex="0" role="region" aria-label=${this.#t('body')}>${jsonTree(json)}</div>`
            : response.body
              ? html`<pre tabindex="0" role="region" aria-label=${this.#t('body')}>${response.body}</pre>`
              : html`<p class="quiet">${this.#t(response.lost === 'all' ? 'lostAll' : 'noBody')}</p>`
        }
        ${response.lost === 'end' ? html`<p class="quiet">${this.#t('lostEnd')}</p>` : nothing}
      </section>
    </div>`
  }

  #query(more: Record<string, number | undefined> = {}): string {
    const given = Object.entries({ ...this.filter, ...more }).filter(
      ([, value]) => value !== '' && value !== undefined,
    )
    return `/requests?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`
  }

  #list(): void {
    void this.load(async signal => {
      const page = await this.api.get<LinePage & { newest: number }>(this.#query(), { signal })
      this.lines = page.requests
      this.next = page.next
      this.waiting = []
      this.#newest = page.newest
    })
  }

  #older = async (): Promise<void> => {
    const page = await this.act(() => this.api.get<LinePage>(this.#query({ after: this.next })))
    if (!page) return
    this.lines = [...this.lines, ...page.requests]
    this.next = page.next
  }

  #onNews = async (event: MessageEvent<string>): Promise<void> => {
    const { newest } = JSON.parse(event.data) as { newest: number }
    if (this.paused || this.rest.length > 0 || this.loading !== 'done' || newest <= this.#newest) return
    const since = this.#newest
    this.#newest = newest
    const page = await this.api
      .get<LinePage & { newest: number }>(this.#query({ since, limit: 500 }))
      .catch(() => undefined)
    if (!page) return
    this.#newest = Math.max(this.#newest, page.newest)
    const known = new Set([...this.waiting, ...this.lines].map(({ id }) => id))
    this.waiting = [...page.requests.filter(({ id }) => !known.has(id)), ...this.waiting].slice(0, MOST_ROWS)
    const isReading = window.scrollY > AT_TOP || this.renderRoot.querySelector('td a:focus') !== null
    if (!isReading) this.#showNew()
  }

  #showNew = (): void => {
    this.lines = [...this.waiting, ...this.lines].slice(0, MOST_ROWS)
    this.waiting = []
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

  #search(change: Partial<typeof this.filter>): void {
    this.filter = { ...this.filter, ...change }
    this.#list()
  }

  #onText = (event: Event): void => {
    const text = chosenIn(event)
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#search({ text }), 250)
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
