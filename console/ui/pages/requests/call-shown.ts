/** One call of the log with everything that was asked and said, in the look of the page around it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { HeaderLine, RequestRecord } from '../../../api/requests.ts'
import { icon } from '../../icons.ts'
import { language, secondText, sizeText } from '../../language.ts'
import '../../parts/console-copy.ts'
import { LOGGED_NAMES } from '../../parts/calls/strings.ts'
import { verdict } from '../../parts/calls/verdict.ts'
import { hitText } from '../../parts/fault-words.ts'
import { asCurl } from './as-curl.ts'
import { jsonTree, parsedJson } from './json-tree.ts'
import { STRINGS } from './strings.ts'

/** @param origin where the service is reached */
export function callShown(record: RequestRecord, origin: string): TemplateResult {
  const lang = language()
  const { endpoint, caller, ms, time, txID, fault, status, code } = record
  const from = caller === 'browser' ? STRINGS.browser[lang] : caller
  return html`<div class="stack">
    <div class="row small">
      ${verdict(record)}
      <span class="quiet">${LOGGED_NAMES[endpoint][lang]} · ${from ? `${from} · ` : nothing}${ms} ms · ${secondText(time)} · <code>${txID}</code></span>
    </div>
    ${fault ? html`<p class="note warn">${icon('exclamation')} ${STRINGS.hit[lang]}${hitText(fault.kind, status, code)}</p>` : nothing}
    ${asked(record, origin)} ${answered(record)}
  </div>`
}

function asked(record: RequestRecord, origin: string): TemplateResult {
  const lang = language()
  const { query, request } = record
  return html`<section class="stack tight" aria-labelledby="request">
    <h3 id="request">${STRINGS.request[lang]}</h3>
    ${query === '' ? nothing : inPairs([...new URLSearchParams(query)])}
    <h4>${STRINGS.headers[lang]}</h4>
    ${inPairs(request.headers)}
    ${request.bytes === 0 ? nothing : html`<h4>${STRINGS.body[lang]}</h4> ${askedBody(request)}`}
    <h4>${STRINGS.curl[lang]}</h4>
    <console-copy .text=${asCurl(record, origin)} .label=${'curl'}></console-copy>
    ${
      request.bytes > 0 && request.lost !== 'nothing'
        ? html`<p class="quiet small">${STRINGS.fromFile[lang]}</p>`
        : nothing
    }
  </section>`
}

function askedBody({ headers, body, bytes, lost }: RequestRecord['request']): TemplateResult {
  const lang = language()
  if (body !== undefined)
    return html`${bodyShown(body, STRINGS.requestBody[lang])} ${lost === 'end' ? cut() : nothing}`
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return html`<p>${type ? html`<code>${type}</code>, ` : nothing}${sizeText(bytes)}</p>
    <p class="quiet">${STRINGS.notKept[lang]}</p>`
}

function answered({ response }: RequestRecord): TemplateResult {
  const lang = language()
  const { headers, body, lost } = response
  return html`<section class="stack tight" aria-labelledby="response">
    <h3 id="response">${STRINGS.response[lang]}</h3>
    ${headers.length === 0 ? nothing : html`<h4>${STRINGS.headers[lang]}</h4> ${inPairs(headers)}`}
    <h4>${STRINGS.body[lang]}</h4>
    ${
      body
        ? bodyShown(body, STRINGS.responseBody[lang])
        : html`<p class="quiet">${STRINGS[lost === 'all' ? 'lostAll' : 'noBody'][lang]}</p>`
    }
    ${lost === 'end' ? cut() : nothing}
  </section>`
}

const cut = () => html`<p class="quiet">${STRINGS.lostEnd[language()]}</p>`

/** @param name for screen readers: it is scrolled by keyboard */
function bodyShown(body: string, name: string): TemplateResult {
  const json = parsedJson(body)
  return json === undefined
    ? html`<pre tabindex="0" role="region" aria-label=${name}>${body}</pre>`
    : html`<div class="json" tabindex="0" role="region" aria-label=${name}>${jsonTree(json)}</div>`
}

const inPairs = (pairs: readonly HeaderLine[]) =>
  html`<dl>${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
