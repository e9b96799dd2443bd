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
import { language } from '../../language.ts'
import { exchangeLine, foldedHeaders, headerList } from '../../parts/calls/exchange.ts'
import '../../parts/console-empty.ts'
import { say } from './strings.ts'

const APP_HEADERS: readonly string[] = Object.values(ENTRANCE_HEADERS)

export const exchangesStyles = css`
  .log .head {
    margin-block-end: var(--wa-space-m);
  }
  .log li > details {
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  .log summary:hover {
    background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 50%, transparent);
  }
  .log :is(.badges, .detail) {
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

/** @param choose takes whether pages alone are shown */
export function exchangesCard(
  exchanges: readonly Exchange[],
  pagesOnly: boolean,
  choose: (pagesOnly: boolean) => void,
): TemplateResult {
  const shown = exchanges.filter(({ kind }) => !pagesOnly || kind !== 'resource').toReversed()
  const last = shown.find(({ kind }) => kind === 'entrance')
  return html`<section class="card log">
    <div class="head">
      <div>
        <h2>${say('exchanges')}</h2>
        <p class="quiet small">${say('exchangesText')}</p>
      </div>
      <wa-switch
        size="s"
        .checked=${pagesOnly}
        @change=${({ target }: Event) => choose((target as HTMLInputElement).checked)}
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
              exchange => html`<li>${exchangeItem(exchange, exchange === last)}</li>`,
            )}
          </ol>`
    }
  </section>`
}

function exchangeItem(exchange: Exchange, isOpen: boolean): TemplateResult {
  const { kind, forgotten, status, failure } = exchange
  return html`<details ?open=${isOpen}>
    <summary>
      ${exchangeLine(exchange, (status ?? failure) ? undefined : say('waiting'))}
      <span class="badges">
        <span class="badge ${kind === 'entrance' ? 'brand' : ''}">${say(kind)}</span>
        ${forgotten.length > 0 ? html`<span class="badge warn">${say('withoutCookies')}</span>` : nothing}
      </span>
    </summary>
    <div class="detail stack tight">${detailOf(exchange)}</div>
  </details>`
}

function detailOf(exchange: Exchange): TemplateResult {
  const { sent, forgotten, received, cookies, dropped, redirect, failure, status = 0 } = exchange
  const isOurs = ({ name }: RecordedHeader) => APP_HEADERS.includes(name.toLowerCase())
  const ours = sent.filter(isOurs)
  const lang = language() === 'zh-HK' ? 'zh' : 'en'
  const lostTo = entranceLostTo(exchange)
  const words = failure && hintWords({ code: failure.code, about: failure.detail }, lang)
  return html`
    ${words ? html`<p class="note bad"><span class="grow"><strong>${words[0]}.</strong> ${words[1]}</span></p>` : nothing}
    ${forgotten.length > 0 ? html`<p class="note warn">${forgottenWords(forgotten, lang)}</p>` : nothing}
    ${dropped.length > 0 ? html`<p class="note warn">${droppedWords(dropped, lang)}</p>` : nothing}
    ${lostTo === undefined ? nothing : html`<p class="note bad">${lostWords(lostTo, lang)}</p>`}
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
