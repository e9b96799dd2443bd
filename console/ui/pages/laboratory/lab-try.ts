/** One call as a client would make it, and what came of it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { Endpoint } from '../../../../service/interface/endpoint.ts'
import type { TriedCall } from '../../../api/lab.ts'
import { language } from '../../language.ts'
import { exchangeLine, foldedHeaders, printedBody } from '../../parts/calls/exchange.ts'
import { ENDPOINT_NAMES, type STRINGS, say } from './strings.ts'

/** Of a body on the screen. */
const MOST_SHOWN = 4_000

export function tryCard(
  tried: TriedCall | 'waiting' | undefined,
  call: (endpoint: Endpoint) => void,
): TemplateResult {
  const onSubmit = (event: Event) => {
    event.preventDefault()
    call(new FormData(event.target as HTMLFormElement).get('endpoint') as Endpoint)
  }
  return html`<section class="card stack tight" aria-labelledby="try">
    <h2 id="try">${say('try')}</h2>
    <p class="quiet">${say('tryHint')}</p>
    <form class="filters" @submit=${onSubmit}>
      <label class="field">
        ${say('which')}
        <select name="endpoint">
          ${Object.entries(ENDPOINT_NAMES)
            .filter(([name]) => name !== 'any')
            .map(([name, names]) => html`<option value=${name}>${names[language()]}</option>`)}
        </select>
      </label>
      <wa-button type="submit" variant="brand" ?disabled=${tried === 'waiting'}>${say('call')}</wa-button>
    </form>
    <div class="tried" role="status">
      ${tried === 'waiting' ? say('calling') : tried ? cameOf(tried) : nothing}
    </div>
  </section>`
}

function cameOf(tried: TriedCall): TemplateResult {
  const { headers, body, error } = tried
  return html`<div class="stack tight">
    ${exchangeLine({ ...tried, failure: error })}
    ${error ? html`<p class="note bad"><span>${say(wordOf(tried))}</span> <code>${error.code}</code></p>` : nothing}
    ${foldedHeaders(say('headers'), headers)}
    ${body === '' ? nothing : printedBody(body.slice(0, MOST_SHOWN), say('body'))}
  </div>`
}

/** What broke a call off, in words. */
function wordOf({ status, error }: TriedCall): keyof typeof STRINGS {
  const code = error?.code ?? ''
  if (code === 'ETIMEDOUT') return status === undefined ? 'lateWithout' : 'lateWithin'
  if (code === 'ECONNRESET' || code === 'EPIPE') return status === undefined ? 'cutWithout' : 'cutWithin'
  return code.startsWith('HPE_') ? 'garbled' : 'brokeOff'
}
