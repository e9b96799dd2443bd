/** The first page: what the websites show now, whether the agent asks, what is changed on purpose, and where others reach the service. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { FaultRule } from '../../../api/lab.ts'
import type { Overview } from '../../../api/overview.ts'
import type { PopupList } from '../../../api/popups.ts'
import type { RequestLine, RequestList } from '../../../api/requests.ts'
import { ActingPage } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { countText, numberText, secondText } from '../../language.ts'
import '../../parts/console-copy.ts'
import { ComingCalls } from '../../parts/calls/coming-calls.ts'
import { LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { isBad, verdict } from '../../parts/calls/verdict.ts'
import { faultText } from '../../parts/fault-words.ts'
import { labWords } from '../../parts/lab-words.ts'
import { titleOf } from '../../parts/message-title.ts'
import { siteNames } from '../../parts/sites.ts'
import { STRINGS as PARTS } from '../../parts/strings.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { websiteLinks } from '../../websites.ts'
import { COUNTS, say } from './strings.ts'
import { styles } from './styles.ts'

/** What each count leads to. */
const FIGURES = [
  ['popups', 'popups'],
  ['news', 'news'],
  ['groups', 'structures'],
  ['people', 'people'],
  ['accessKeys', 'access-keys'],
] as const
const MOST_POPUPS = 5
const MOST_CALLS = 6
const AGENT = 'schoolbell-sync-agent'
/** A browser counts no longer than some weeks. */
const LONGEST_MS = 7 * 24 * 3_600_000

class OverviewPage extends ActingPage {
  static override styles = styles
  static override properties = {
    overview: { state: true },
    live: { state: true },
    faults: { state: true },
    calls: { state: true },
    asked: { state: true },
    link: { state: true },
  }

  declare private overview: Overview | undefined
  declare private live: PopupList | undefined
  declare private faults: readonly FaultRule[]
  declare private calls: readonly RequestLine[]
  /** The agent's last call, when one asks. */
  declare private asked: RequestLine | undefined
  declare private link: string | undefined
  /** Of the calls that are shown or on their way. */
  #newest = 0
  #turn: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.faults = []
    this.calls = []
    new ComingCalls(this, newest => this.#take(newest))
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('popups', 'news', 'people', 'structures', 'access-keys', 'sessions', 'lab', 'requests')
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#turn)
  }

  protected override arrive(): void {
    void this.load(
      signal => {
        const get = <T>(path: string) => this.api.get<T>(path, { signal })
        return Promise.all([
          get<Overview>('/overview'),
          get<PopupList>(`/popups?state=live&limit=${MOST_POPUPS}`),
          get<{ faults: FaultRule[] }>('/lab/faults'),
          this.#readCalls(signal),
        ])
      },
      ([overview, live, { faults }, calls]) => {
        this.overview = overview
        this.live = live
        this.faults = faults.filter(({ active }) => active)
        this.#showCalls(calls)
        this.#reloadAtTurn(live.changesInMs)
      },
    )
  }

  #readCalls(signal?: AbortSignal): Promise<[RequestList, RequestList]> {
    const get = (query: string) => this.api.get<RequestList>(`/requests?${query}`, signal && { signal })
    return Promise.all([get(`limit=${MOST_CALLS}`), get(`caller=${AGENT}&limit=1`)])
  }

  #showCalls([last, byAgent]: [RequestList, RequestList]): void {
    this.#newest = Math.max(this.#newest, last.newest ?? 0)
    this.calls = last.requests
    this.asked = byAgent.requests[0]
  }

  async #take(newest: number): Promise<void> {
    if (this.loading !== 'done' || newest <= this.#newest) return
    this.#newest = newest
    const calls = await this.#readCalls().catch(() => undefined)
    // Of two that are on their way, the later one may come first.
    if (calls && (calls[0].newest ?? 0) >= this.#newest) this.#showCalls(calls)
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.overview && this.live ? this.#content(this.overview, this.live) : html``))}
    `
  }

  #content(overview: Overview, live: PopupList): TemplateResult {
    return html`<div class="stack">
      ${this.#changed(overview)}
      ${overview.hasSamples ? html`<p class="note">${icon('info')} <span class="grow">${say('samples')}</span></p>` : nothing}
      <p class="row holds">
        <span class="quiet">${say('holds')}</span>
        ${FIGURES.map(
          ([name, path]) =>
            html`<a href="/console/${path}">${countText(COUNTS[name], overview.counts[name])}</a>`,
        )}
      </p>
      <div class="columns">${this.#live(live)} ${this.#websites()}</div>
      ${this.#lastCalls()} ${this.#addresses(overview)} ${this.#devices()}
    </div>`
  }

  /** What is not as it is in real life. */
  #changed({ lab, school }: Overview): TemplateResult[] {
    const named = this.faults.map(faultText)
    const between = this.lang === 'zh-HK' ? '、' : ', '
    const note = (
      words: string,
      more: string,
      remedy: 'toFaults' | 'toClock',
    ) => html`<p class="note warn" data-changed>
      ${icon('exclamation')}
      <span class="grow"><strong>${words}</strong> ${more}</span>
      <a href="/console/laboratory">${say(remedy)}</a>
    </p>`
    const clock = say('clockIs').replace('{time}', dateText(school.now))
    return [
      ...labWords({ ...lab, isClockReal: true }).map(words => note(words, named.join(between), 'toFaults')),
      ...labWords({ ...lab, faults: 0 }).map(words => note(words, clock, 'toClock')),
    ]
  }

  #live({ popups, counts }: PopupList): TemplateResult {
    return html`<section class="card stack tight" aria-labelledby="live">
      <h2 id="live">${say('live')}</h2>
      ${
        popups.length === 0
          ? html`<p class="quiet">${say('noneLive')}</p>`
          : html`<ul class="lines popups">
              ${popups.map(
                popup => html`<li>
                  <a href="/console/popups/${popup.popupId}">${titleOf(popup, this.lang)}</a>
                  <span class="quiet small">${siteNames(popup.sites)} · ${dateText(popup.displayDate)}</span>
                </li>`,
              )}
            </ul>`
      }
      ${
        popups.length < counts.live
          ? html`<p class="quiet small">${say('moreLive').replace('{n}', numberText(counts.live - popups.length))}</p>`
          : nothing
      }
      <p class="foot">
        <a href="/console/popups/new">${say('newPopup')}</a>
        <a href="/console/popups">${say('allPopups')}</a>
      </p>
    </section>`
  }

  #websites(): TemplateResult {
    const { asked } = this
    return html`<section class="card stack tight" aria-labelledby="websites">
      <h2 id="websites">${say('websites')}</h2>
      <ul class="lines">
        ${websiteLinks().map(
          ({ siteId, href }) => html`<li>
            <span>${siteNames([siteId])}</span>
            <a href=${href} target="_blank" rel="noopener"
              >${PARTS.onWebsite[this.lang]} ${icon('box-arrow-up-right')}<span class="visually-hidden"> ${PARTS.inNewTab[this.lang]}</span></a>
          </li>`,
        )}
        ${
          asked
            ? html`<li>
                <span>${say('agent')} ${isBad(asked) ? verdict(asked) : html`<span class="badge good">${say('works')}</span>`}</span>
                <a href="/console/requests/${asked.id}">${say('agentAsked').replace('{time}', secondText(asked.time))}</a>
              </li>`
            : html`<li class="quiet">${say('noAgent')}</li>`
        }
      </ul>
    </section>`
  }

  #lastCalls(): TemplateResult {
    const lines = this.calls
    return html`<section class="card stack tight" aria-labelledby="calls">
      <h2 id="calls">${say('lastCalls')}</h2>
      ${
        lines.length === 0
          ? html`<p class="quiet">${say('noCalls')}</p>`
          : html`<ul class="lines calls">
              ${lines.map(
                line => html`<li>
                  <time class="small number" datetime=${line.time}>${secondText(line.time)}</time>
                  ${verdict(line)}
                  <a href="/console/requests/${line.id}">${LOGGED_NAMES[line.endpoint][this.lang]}</a>
                  <code class="quiet">${line.query || line.path}</code>
                </li>`,
              )}
            </ul>`
      }
      <p class="foot"><a href="/console/requests">${say('allCalls')}</a></p>
    </section>`
  }

  #addresses({ school, addresses }: Overview): TemplateResult {
    const rows = [
      ['serviceUrl', addresses.serviceUrl],
      ['syncUrl', addresses.syncUrl],
      ['staging', addresses.sessionUrls.staging],
      ['production', addresses.sessionUrls.production],
      ['appId', school.appId],
    ] as const
    return html`<section class="card stack tight" aria-labelledby="addresses">
      <h2 id="addresses">${say('addresses')}</h2>
      <p class="quiet">${say('addressesText')}</p>
      <dl>
        ${rows.map(
          ([name, address]) => html`<dt>${say(name)}</dt>
            <dd><console-copy .text=${address} .label=${say(name)}></console-copy></dd>`,
        )}
      </dl>
    </section>`
  }

  #devices(): TemplateResult {
    return html`<section class="card stack tight" aria-labelledby="devices">
      <h2 id="devices">${say('devices')}</h2>
      <p class="quiet">${say('devicesText')}</p>
      <div class="row">
        <wa-button appearance="outlined" @click=${this.#makeLink}>${icon('phone', 'start')} ${say('anotherDevice')}</wa-button>
        <wa-button appearance="outlined" @click=${this.#signOutEverywhere}>
          ${icon('box-arrow-right', 'start')} ${say('everywhere')}
        </wa-button>
      </div>
      <div role="status">
        ${
          this.link === undefined
            ? nothing
            : html`<div class="stack tight">
                <p>${say('linkReady')}</p>
                <console-copy .text=${this.link} .label=${say('link')}></console-copy>
              </div>`
        }
      </div>
    </section>`
  }

  /** A message begins or ends by itself. */
  #reloadAtTurn(changesInMs: number | undefined): void {
    clearTimeout(this.#turn)
    if (changesInMs !== undefined)
      this.#turn = setTimeout(() => this.reload(), Math.min(Math.max(changesInMs, 1000), LONGEST_MS))
  }

  #makeLink = async (): Promise<void> => {
    const made = await this.act(() => this.api.post<{ link: string }>('/sign-in-links'))
    this.link = made?.link
  }

  #signOutEverywhere = async (): Promise<void> => {
    const isDone = await this.act(() => this.api.post('/sign-out-everywhere').then(() => true))
    if (isDone) location.reload()
  }
}

customElements.define('overview-page', OverviewPage)
export default 'overview-page'
