/** The request log: calls as they come, one in a line, searched; beside them, or on a phone in their place, the chosen one. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { RequestLine } from '../../../api/requests.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { clockText, countText, dayClockText, dayOf } from '../../language.ts'
import './call-detail.ts'
import { LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { verdict } from '../../parts/calls/verdict.ts'
import { listRows } from '../../parts/list-frame.ts'
import { callFilters } from './call-filters.ts'
import { CallList, type CallListHost } from './call-list.ts'
import { FRESH, say } from './strings.ts'
import { styles } from './styles.ts'

/** A reader who has gone further down than this is not to be moved. */
const AT_TOP = 150
/** As in styles.ts. */
const NARROW = matchMedia('(max-width: 68rem)')

class RequestsPage extends ActingPage implements CallListHost {
  static override styles = styles
  static override properties = { paused: { state: true }, isNarrow: { state: true } }

  declare private paused: boolean
  declare private isNarrow: boolean
  readonly #calls = new CallList(this)

  constructor() {
    super()
    this.paused = false
    this.isNarrow = NARROW.matches
  }

  /** Of the call that is shown. */
  get #id(): string | undefined {
    return this.rest[0]
  }

  get takesCalls(): boolean {
    return !this.paused && this.loading === 'done'
  }

  get isReading(): boolean {
    const pane = this.renderRoot.querySelector('.calls')
    const isFurtherDown = Math.max(window.scrollY, pane?.scrollTop ?? 0) > AT_TOP
    return this.#id !== undefined || isFurtherDown || this.renderRoot.querySelector('td a:focus') !== null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    NARROW.addEventListener('change', this.#onWidth)
    // From wherever the keyboard is: nobody has to find the list first.
    window.addEventListener('keydown', this.#onKey)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    NARROW.removeEventListener('change', this.#onWidth)
    window.removeEventListener('keydown', this.#onKey)
  }

  /** Where a reader goes on: the chosen call, where it stands in the list. */
  override focus(options?: FocusOptions): void {
    const link = this.isNarrow || this.#id === undefined ? undefined : this.#linkTo(this.#id)
    if (link) link.focus()
    else super.focus(options)
  }

  override render() {
    return this.isNarrow && this.#id !== undefined ? this.#alone(this.#id) : this.#log()
  }

  #log(): TemplateResult {
    return html`
      <console-page-header heading=${say('title')}>
        <wa-button appearance="outlined" aria-pressed=${this.paused} @click=${this.#onPause}>
          ${say(this.paused ? 'resume' : 'pause')}
        </wa-button>
        <wa-button appearance="outlined" ?disabled=${this.#calls.rows.length === 0} @click=${this.#clear}>
          ${say('clear')}
        </wa-button>
      </console-page-header>
      ${this.whenLoaded(
        () => html`${callFilters(this.#calls)}
          <div class="panes">
            <section class="card flush calls" aria-label=${say('calls')}>${this.#rows()}</section>
            ${
              this.#id === undefined
                ? nothing
                : html`<div class="card detail">
                    <button class="act close" title=${say('close')} @click=${this.#close}>
                      ${icon('x')}<span class="visually-hidden">${say('close')}</span>
                    </button>
                    <call-detail .api=${this.api} .callId=${this.#id}></call-detail>
                  </div>`
            }
          </div>`,
      )}
    `
  }

  #alone(id: string): TemplateResult {
    return html`<console-page-header heading=${say('request')} back="requests" .backText=${say('title')}></console-page-header>
      <call-detail .api=${this.api} .callId=${id}></call-detail>`
  }

  #rows(): TemplateResult {
    const { rows, waiting, showNew } = this.#calls
    return html`${
      waiting.length > 0
        ? html`<wa-button class="fresh" size="s" variant="brand" @click=${showNew}>
            ${icon('arrow-up', 'start')} ${countText(FRESH, waiting.length)}
          </wa-button>`
        : nothing
    }
    ${listRows(this.#calls, {
      empty: { icon: 'inbox', heading: say('emptyTitle'), text: say('emptyText') },
      none: { heading: say('noneFound'), text: say('noneText') },
      table: () => this.#table(),
      more: say('more'),
      foot:
        rows.length === 0
          ? undefined
          : html`<span class="small">${say('intro')} <span class="keys">${say('keys')}</span></span>`,
    })}`
  }

  #table(): TemplateResult {
    const { rows } = this.#calls
    const [newest, oldest] = [rows[0], rows.at(-1)].map(line => line && dayOf(line.time))
    // Where all are of one day, it need not be said in each line.
    const isOneDay = newest === oldest
    return html`<table class="${this.#id === undefined ? '' : 'beside'} ${isOneDay ? '' : 'days'}">
      <thead>
        <tr>
          ${(['time', 'status', 'call', 'endpoint', 'caller', 'took'] as const).map(
            name => html`<th scope="col" class=${name}>${say(name)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          ({ id }) => id,
          line => this.#row(line, isOneDay),
        )}
      </tbody>
    </table>`
  }

  #row(line: RequestLine, isOneDay: boolean): TemplateResult {
    const { id, method, path, query, endpoint, caller, ms, time } = line
    const asked = query && `?${query}`
    const what = endpoint === 'unknown' ? path : LOGGED_NAMES[endpoint][this.lang]
    return html`<tr @click=${(event: Event) => this.#onRow(event, id)}>
      <td class="time"><time datetime=${time}>${(isOneDay ? clockText : dayClockText)(time, this.lang)}</time></td>
      <td class="status">${verdict(line)}</td>
      <td class="call">
        <a href="/console/requests/${id}" data-id=${id} title="${method} ${path}${asked}" aria-current=${`${id}` === this.#id ? 'true' : nothing}
          ><span class="what">${what} </span><code class="path">${method} ${path}</code><code>${asked}</code></a>
      </td>
      <td class="endpoint">${LOGGED_NAMES[endpoint][this.lang]}</td>
      <td class="caller" title=${caller}>${caller === 'browser' ? say('browser') : caller}</td>
      <td class="took">${ms} ms</td>
    </tr>`
  }

  #onPause = (): void => {
    this.paused = !this.paused
    if (!this.paused) this.reload()
  }

  #clear = async (): Promise<void> => {
    const cleared = await this.act(() => this.api.delete<Undone>('/requests'))
    if (!cleared) return
    this.done(say('cleared'), cleared)
    this.reload()
    if (this.#id !== undefined) this.#close()
  }

  /** A press anywhere in a line; on its link the link does it. */
  #onRow(event: Event, id: number): void {
    const isLink = event.composedPath().some(part => part instanceof HTMLAnchorElement)
    if (!isLink && !getSelection()?.toString()) this.go(`requests/${id}`)
  }

  #close = (): void => {
    const id = this.#id
    this.go('requests')
    void this.updateComplete.then(() => id !== undefined && this.#linkTo(id)?.focus())
  }

  #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0]
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
    if (event.key === 'Escape' && this.#id !== undefined) {
      this.#close()
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isScrolled = target instanceof HTMLElement && target.closest('[role=region]') !== null
    if (step === 0 || isScrolled || (this.isNarrow && this.#id !== undefined)) return
    const links = [...this.renderRoot.querySelectorAll<HTMLAnchorElement>('td a')]
    const from = this.renderRoot.querySelector<HTMLAnchorElement>('td a:focus')
    const at = links.indexOf(from ?? (this.#linkTo(this.#id) as HTMLAnchorElement))
    const to = links[at < 0 ? 0 : at + step]
    if (!to) return
    event.preventDefault()
    to.focus()
    if (this.#id !== undefined) this.#follow(to)
  }

  /** The detail goes along with the keyboard, and Back leads out of the log, not through every line. */
  #follow({ pathname, dataset: { id = '' } }: HTMLAnchorElement): void {
    history.replaceState(history.state, '', pathname)
    this.rest = [id]
  }

  #linkTo(id: string | undefined): HTMLAnchorElement | null {
    return this.renderRoot.querySelector(`a[data-id="${id}"]`)
  }

  #onWidth = (): void => {
    this.isNarrow = NARROW.matches
  }
}

customElements.define('requests-page', RequestsPage)
export default 'requests-page'
