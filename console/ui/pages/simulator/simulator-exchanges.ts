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
import { icon } from '../../icons.ts'
import { inBrackets } from '../../language.ts'
import '../../parts/console-empty.ts'
import { say } from './strings.ts'

const APP_HEADERS: readonly string[] = Object.values(ENTRANCE_HEADERS)

class SimulatorExchanges extends ConsoleElement {
  static override styles = css`
    :host {
      container-type: inline-size;
    }
    .head {
      margin-block-end: var(--wa-space-m);
    }
    details {
      border-block-start: 1px solid var(--wa-color-surface-border);
    }
    summary {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto auto;
      gap: 0.1rem 0.75rem;
      align-items: center;
      min-height: 48px;
      padding: 0.45rem 0.25rem;
      font-weight: 400;
    }
    summary:hover {
      background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 50%, transparent);
    }
    summary > .icon {
      transition: rotate 120ms;
      color: var(--wa-color-text-quiet);
    }
    details[open] > summary > .icon {
      rotate: 90deg;
    }
    .ms {
      white-space: nowrap;
    }
    .badges {
      grid-column: 2;
    }
    .detail {
      padding: 0.25rem 0.25rem 1rem 1.6rem;
    }
    dl {
      margin-block-start: 0.35rem;
      font-family: var(--wa-font-family-code);
      font-size: 0.9rem;
    }
    .secret {
      font-family: var(--wa-font-family-body);
      color: var(--wa-color-text-quiet);
    }
    .others {
      border: 0;
    }
    .others > summary {
      display: flex;
      font-weight: 600;
    }
    .ours {
      padding: 0.75rem 1rem;
      border-radius: var(--wa-border-radius-m);
      background: var(--wa-color-brand-fill-quiet);
    }
    .ours dt {
      color: var(--wa-color-text-normal);
      font-weight: 600;
    }
    @container (width < 34rem) {
      .detail {
        padding-inline-start: 0.25rem;
      }
      dl {
        grid-template-columns: minmax(0, 1fr);
        gap: 0;
      }
      dd {
        margin-block-end: 0.5rem;
      }
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
    const { kind, method, path, ms, forgotten } = exchange
    return html`<details ?open=${kind === 'entrance' && exchange === this.exchanges.findLast(one => one.kind === 'entrance')}>
      <summary>
        ${icon('chevron-right')}
        <span class="code">${method} ${path}</span>
        ${this.#status(exchange)}
        <span class="ms number quiet small">${ms === undefined ? '' : `${ms} ms`}</span>
        <span class="badges">
          <span class="badge ${kind === 'entrance' ? 'brand' : ''}">${say(kind)}</span>
          ${forgotten.length > 0 ? html`<span class="badge warn">${say('withoutCookies')}</span>` : nothing}
        </span>
      </summary>
      <div class="detail stack tight">${this.#detail(exchange)}</div>
    </details>`
  }

  #status({ status, failure, kind }: Exchange): TemplateResult {
    if (failure)
      return html`<span class="badge bad">${icon('exclamation')} ${status ?? say('noAnswer')}</span>`
    if (status === undefined) return html`<span class="badge">${say('waiting')}</span>`
    const mood =
      status >= 500 || (status >= 400 && kind !== 'resource') ? 'bad' : status >= 400 ? 'warn' : 'good'
    return html`<span class="badge ${mood}">${status}</span>`
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
      ${ours.length > 0 ? html`<div class="ours"><h3>${say('appHeaders')}</h3>${this.#headers(ours)}</div>` : nothing}
      ${
        cookies.length > 0
          ? html`<div>
              <h3>${say('cookies')}</h3>
              ${cookies.map(cookie => html`<p><code>${cookie}</code></p>`)}
            </div>`
          : nothing
      }
      ${this.#folded(
        'sent',
        sent.filter(header => !isOurs(header)),
      )}
      ${this.#folded('received', received)}
    `
  }

  #folded(name: 'sent' | 'received', headers: readonly RecordedHeader[]): TemplateResult | typeof nothing {
    if (headers.length === 0) return nothing
    return html`<details class="others">
      <summary>${icon('chevron-right')} <span>${say(name)}${inBrackets(headers.length)}</span></summary>
      ${this.#headers(headers)}
    </details>`
  }

  #headers(headers: readonly RecordedHeader[]): TemplateResult {
    return html`<dl>
      ${headers.map(
        header => html`<dt>${header.name}</dt>
          ${
            'value' in header
              ? html`<dd>${header.value === '' ? '""' : header.value}</dd>`
              : html`<dd class="secret">${header.hidden} ${say('hidden')}</dd>`
          }`,
      )}
    </dl>`
  }
}

customElements.define('simulator-exchanges', SimulatorExchanges)
