/** One call as a client would make it, and what comes of it: `<lab-try .api>`; fires `lab-tried`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { Endpoint } from '../../../../service/interface/endpoint.ts'
import type { TriedCall } from '../../../api/lab.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { exchangeLine, foldedHeaders, printedBody } from '../../parts/calls/exchange.ts'
import { problemText } from '../../parts/console-failure.ts'
import { ENDPOINT_NAMES, type STRINGS, say } from './strings.ts'
import { styles } from './styles.ts'

/** Of a body on the screen. */
const MOST_SHOWN = 4_000

class LabTry extends ConsoleElement {
  static override styles = styles
  static override properties = {
    api: { attribute: false },
    tried: { state: true },
    failure: { state: true },
  }

  declare api: Api
  declare private tried: TriedCall | 'waiting' | undefined
  declare private failure: string | undefined
  #wanted: Endpoint = 'popups'

  override render() {
    const { tried, failure } = this
    return html`<section class="card stack tight" aria-labelledby="try">
      <h2 id="try">${say('try')}</h2>
      <p class="quiet">${say('tryHint')}</p>
      <div class="filters">
        <label class="field">
          ${say('which')}
          <select @change=${this.#onWanted}>
            ${Object.entries(ENDPOINT_NAMES)
              .filter(([name]) => name !== 'any')
              .map(([name, names]) => html`<option value=${name}>${names[this.lang]}</option>`)}
          </select>
        </label>
        <wa-button variant="brand" ?disabled=${tried === 'waiting'} @click=${this.#call}>
          ${say('call')}
        </wa-button>
      </div>
      <div role="status">
        ${failure === undefined ? nothing : html`<p class="note bad">${failure}</p>`}
        ${tried === 'waiting' ? say('calling') : tried ? this.#came(tried) : nothing}
      </div>
    </section>`
  }

  #came(tried: TriedCall): TemplateResult {
    const { headers, body, error } = tried
    return html`<div class="stack tight">
      ${exchangeLine({ ...tried, failure: error })}
      ${error ? html`<p class="note bad"><span>${say(wordOf(tried))}</span> <code>${error.code}</code></p>` : nothing}
      ${foldedHeaders(say('headers'), headers)}
      ${body === '' ? nothing : printedBody(body.slice(0, MOST_SHOWN), say('body'))}
    </div>`
  }

  #call = async (): Promise<void> => {
    this.tried = 'waiting'
    this.failure = undefined
    try {
      this.tried = await this.api.post<TriedCall>('/lab/try', { endpoint: this.#wanted })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.tried = undefined
      this.failure = problemText(error)
    }
    this.dispatchEvent(new CustomEvent('lab-tried'))
  }

  #onWanted = (event: Event): void => {
    this.#wanted = (event.target as HTMLSelectElement).value as Endpoint
  }
}

/** What broke a call off, in words. */
function wordOf({ status, error }: TriedCall): keyof typeof STRINGS {
  const code = error?.code ?? ''
  if (code === 'ETIMEDOUT') return status === undefined ? 'lateWithout' : 'lateWithin'
  if (code === 'ECONNRESET' || code === 'EPIPE') return status === undefined ? 'cutWithout' : 'cutWithin'
  return code.startsWith('HPE_') ? 'garbled' : 'brokeOff'
}

customElements.define('lab-try', LabTry)
