/** `<call-detail .callId=${…}>`: one call with everything that was asked and said, loaded by its number. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { RequestRecord } from '../../../api/requests.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { secondText, sizeText } from '../../language.ts'
import { foldedHeaders, headerList, printedBody } from '../../parts/calls/exchange.ts'
import { LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { verdict } from '../../parts/calls/verdict.ts'
import '../../parts/console-copy.ts'
import '../../parts/console-failure.ts'
import { hitText } from '../../parts/fault-words.ts'
import { asCurl } from './as-curl.ts'
import { say } from './strings.ts'

class CallDetail extends ConsoleElement {
  static override styles = css`
    h2 {
      font-family: var(--wa-font-family-code);
      font-size: 1.05rem;
      overflow-wrap: anywhere;
      padding-inline-end: 3rem;
    }
    section {
      padding-block-start: var(--wa-space-m);
      border-block-start: 1px solid var(--wa-color-surface-border);
    }
    h4 {
      font-size: 0.8125rem;
      color: var(--wa-color-text-quiet);
    }
  `
  static override properties = {
    api: { attribute: false },
    callId: { attribute: false },
    record: { state: true },
    problem: { state: true },
  }

  declare api: Api
  declare callId: string
  declare private record: RequestRecord | undefined
  declare private problem: ApiProblem | undefined

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('callId')) void this.#load(this.callId)
  }

  override render() {
    const { problem, record } = this
    if (problem)
      return html`<console-failure .problem=${problem} @console-retry=${() => this.#load(this.callId)}></console-failure>`
    if (!record) return nothing
    const { method, path, endpoint, caller, ms, time, txID, fault, status, code } = record
    const from = caller === 'browser' ? say('browser') : caller
    return html`<div class="stack tight">
      <h2>${method} ${path}</h2>
      <div class="row small">
        ${verdict(record)}
        <span class="quiet">${LOGGED_NAMES[endpoint][this.lang]} · ${from ? `${from} · ` : nothing}${ms} ms · ${secondText(time)} · <code>${txID}</code></span>
      </div>
      ${fault ? html`<p class="note warn">${icon('exclamation')} ${say('hit')}${hitText(fault.kind, status, code)}</p>` : nothing}
      ${asked(record)} ${answered(record)}
    </div>`
  }

  /** What is on the screen stays until the next one is there. */
  async #load(id: string): Promise<void> {
    this.problem = undefined
    try {
      const record = await this.api.get<RequestRecord>(`/requests/${encodeURIComponent(id)}`)
      if (id === this.callId) this.record = record
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (id === this.callId) this.problem = error
    }
  }
}

function asked(record: RequestRecord): TemplateResult {
  const { query, request } = record
  return html`<section class="stack tight" aria-labelledby="request">
    <h3 id="request">${say('request')}</h3>
    ${query === '' ? nothing : headerList([...new URLSearchParams(query)])}
    ${foldedHeaders(say('headers'), request.headers)}
    ${request.bytes === 0 ? nothing : html`<h4>${say('body')}</h4> ${askedBody(request)}`}
    <h4>${say('curl')}</h4>
    <console-copy .text=${asCurl(record, location.origin)} .label=${'curl'}></console-copy>
    ${
      request.bytes > 0 && request.lost !== 'nothing'
        ? html`<p class="quiet small">${say('fromFile')}</p>`
        : nothing
    }
  </section>`
}

function askedBody({ headers, body, bytes, lost }: RequestRecord['request']): TemplateResult {
  if (body !== undefined)
    return html`${printedBody(body, say('requestBody'))} ${lost === 'end' ? cut() : nothing}`
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return html`<p>${type ? html`<code>${type}</code>, ` : nothing}${sizeText(bytes)}</p>
    <p class="quiet">${say('notKept')}</p>`
}

function answered({ response: { headers, body, lost } }: RequestRecord): TemplateResult {
  return html`<section class="stack tight" aria-labelledby="response">
    <h3 id="response">${say('response')}</h3>
    ${foldedHeaders(say('headers'), headers)}
    <h4>${say('body')}</h4>
    ${body ? printedBody(body, say('responseBody')) : html`<p class="quiet">${say(lost === 'all' ? 'lostAll' : 'noBody')}</p>`}
    ${lost === 'end' ? cut() : nothing}
  </section>`
}

const cut = () => html`<p class="quiet">${say('lostEnd')}</p>`

customElements.define('call-detail', CallDetail)
