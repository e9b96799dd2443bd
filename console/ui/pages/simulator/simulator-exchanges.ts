/** What one phone sent and received, newest first, each to be unfolded. */
import '@awesome.me/webawesome/dist/components/switch/switch.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ENTRANCE_HEADERS } from '../../../../shared/contract/entrance-headers.ts'
import {
  droppedWords,
  entranceLostTo,
  forgottenWords,
  hintWords,
  lostWords,
} from '../../../../simulator/hint-words.ts'
import type { Exchange, RecordedHeader } from '../../../api/simulator.ts'
import { ConsoleElement } from '../../console-element.ts'
import { exchangeLine, foldedHeaders, headerList } from '../../parts/calls/exchange.ts'
import '../../parts/console-empty.ts'
import { say } from './strings.ts'

const APP_HEADERS: readonly string[] = Object.values(ENTRANCE_HEADERS)

class SimulatorExchanges extends ConsoleElement {
  static override styles = css`
    .head {
      margin-block-end: var(--wa-space-m);
    }
    li > details {
      border-block-start: 1px solid var(--wa-color-surface-border);
    }
    summary:hover {
      background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 50%, transparent);
    }
    .badges,
    .detail {
      margin-inline-start: 1rem;
    }
    .detail {
      padding-block: 0.25rem 1rem;
    }
    .ours {
      padding: 0.75rem 1rem;
      border-radius: var(--wa-border-radius-m);
      background: var(--wa-color-brand-fill-quiet);
    }
  `
  static override properties = { exchanges: { attribute: false }, pagesOnly: { state: true } }

  declare exchanges: readonly Exchange[]
  declare private pagesOnly: boolean

  constructor() {
    super()
    this.exchanges = []
    this.pagesOnly = false
  }

  override render() {
    const shown = this.exchanges.filter(({ kind }) => !this.pagesOnly || kind !== 'resource').toReversed()
    return html`<div class="head">
        <div>
          <h2>${say('exchanges')}</h2>
          <p class="quiet small">${say('exchangesText')}</p>
        </div>
        <wa-switch
          size="s"
          .checked=${this.pagesOnly}
          @change=${(event: Event) => {
            this.pagesOnly = (event.target as HTMLInputElement).checked
          }}
          >${say('pagesOnly')}</wa-switch
        >
      </div>
      ${
        shown.length === 0
          ? html`<console-empty icon="inbox" heading=${say('nothingYet')} text=${say('nothingYetText')}></console-empty>`
          : html`<ol>
              ${repeat(
                shown,
                ({ exchangeId }) => exchangeId,
                exchange => html`<li>${this.#exchange(exchange)}</li>`,
              )}
            </ol>`
      }`
  }

  #exchange(exchange: Exchange): TemplateResult {
    const { kind, forgotten, status, failure } = exchange
    return html`<details ?open=${kind === 'entrance' && exchange === this.exchanges.findLast(one => one.kind === 'entrance')}>
      <summary>
        ${exchangeLine(exchange, (status ?? failure) ? undefined : say('waiting'))}
        <span class="badges">
          <span class="badge ${kind === 'entrance' ? 'brand' : ''}">${say(kind)}</span>
          ${forgotten.length > 0 ? html`<span class="badge warn">${say('withoutCookies')}</span>` : nothing}
        </span>
      </summary>
      <div class="detail stack tight">${this.#detail(exchange)}</div>
    </details>`
  }

  #detail(exchange: Exchange): TemplateResult {
    const { sent, forgotten, received, cookies, dropped, redirect, failure, status = 0 } = exchange
    const isOurs = ({ name }: RecordedHeader) => APP_HEADERS.includes(name.toLowerCase())
    const ours = sent.filter(isOurs)
    const language = this.lang === 'zh-HK' ? 'zh' : 'en'
    const lostTo = entranceLostTo(exchange)
    const words = failure && hintWords({ code: failure.code, about: failure.detail }, language)
    return html`
      ${words ? html`<p class="note bad"><span class="grow"><strong>${words[0]}.</strong> ${words[1]}</span></p>` : nothing}
      ${forgotten.length > 0 ? html`<p class="note warn">${forgottenWords(forgotten, language)}</p>` : nothing}
      ${dropped.length > 0 ? html`<p class="note warn">${droppedWords(dropped, language)}</p>` : nothing}
      ${lostTo === undefined ? nothing : html`<p class="note bad">${lostWords(lostTo, language)}</p>`}
      ${!failure && status >= 500 ? html`<p class="note warn">${say('serverError')}</p>` : nothing}
      ${
        redirect
          ? html`<p>
              ${say('redirect')} <code>${redirect.to}</code>
              ${redirect.isForeign ? html`<span class="badge warn">${say('notFollowed')}</span>` : nothing}
            </p>`
          : nothing
      }
      ${ours.length > 0 ? html`<div class="ours"><h3>${say('appHeaders')}</h3>${headerList(ours)}</div>` : nothing}
      ${
        cookies.length > 0
          ? html`<div>
              <h3>${say('cookies')}</h3>
              ${cookies.map(cookie => html`<p><code>${cookie}</code></p>`)}
            </div>`
          : nothing
      }
      ${foldedHeaders(
        say('sent'),
        sent.filter(header => !isOurs(header)),
      )}
      ${foldedHeaders(say('received'), received)}
    `
  }
}

customElements.define('simulator-exchanges', SimulatorExchanges)
