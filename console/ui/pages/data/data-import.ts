/** An exported file coming in: sent, looked at beside what is here, and put in place when somebody says so. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { CheckedImport } from '../../../api/state.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { numberText, timeText } from '../../language.ts'
import '../../parts/upload/console-file-drop.ts'
import { COUNTED } from './counted.ts'
import { sendState } from './send-state.ts'
import { say } from './strings.ts'
import { styles } from './styles.ts'

type Stage =
  | { at: 'waiting' }
  /** Share undefined: all was sent and is being checked. */
  | { at: 'sending'; share: number | undefined; call: AbortController }
  | { at: 'refused'; problem: ApiProblem }
  | { at: 'looked'; looked: CheckedImport }

/** Fires `data-imported` with the API's answer, and `data-refused` with a problem. */
export class DataImport extends ConsoleElement {
  static override styles = styles
  static override properties = {
    api: { attribute: false },
    holds: { attribute: false },
    stage: { state: true },
  }

  declare api: Api
  /** Rows by table, as they are here now. */
  declare holds: Record<string, number>
  declare private stage: Stage

  constructor() {
    super()
    this.holds = {}
    this.stage = { at: 'waiting' }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    if (this.stage.at === 'sending') this.stage.call.abort()
  }

  override render() {
    return html`<section class="card stack tight ${this.stage.at === 'looked' ? 'loud' : ''}" aria-labelledby="import">
      <h2 id="import">${say('import')}</h2>
      <p class="quiet">${say('importText')}</p>
      <div aria-live="polite" class="stack tight">${this.#stage()}</div>
    </section>`
  }

  #stage(): TemplateResult {
    const { stage } = this
    if (stage.at === 'sending') return this.#sending(stage)
    if (stage.at === 'looked') return this.#looked(stage.looked)
    return html`
      ${stage.at === 'refused' ? this.#refused(stage.problem) : nothing}
      <console-file-drop
        .label=${say('choose')}
        .accept=${'.zip,application/zip'}
        @console-files=${({ detail: [file] }: CustomEvent<File[]>) => file && this.#send(file)}
      ></console-file-drop>
    `
  }

  #sending({ share, call }: { share: number | undefined; call: AbortController }): TemplateResult {
    const what = say(share === undefined ? 'checking' : 'sending')
    return html`<label>
        ${what} ${share === undefined ? '…' : `${Math.floor(share * 100)} %`}
        <progress max="1" .value=${share ?? 1}></progress>
      </label>
      <div class="row">
        <wa-button appearance="outlined" @click=${() => call.abort()}>${say('cancel')}</wa-button>
      </div>`
  }

  #refused(problem: ApiProblem): TemplateResult {
    const why = { 413: 'tooLarge', 422: 'invalid', 409: 'sampleRefused', 507: 'noRoom' } as const
    const reason = why[problem.status as keyof typeof why] ?? 'failed'
    return html`<div class="note bad" role="alert">
      ${icon('exclamation')}
      <div class="grow">
        <strong>${say('refused')}</strong>
        <p>${say(reason)}</p>
        ${problem.detail ? html`<p class="small quiet" lang="en">${problem.detail}</p>` : nothing}
      </div>
    </div>`
  }

  #looked({ manifest }: CheckedImport): TemplateResult {
    const number = (count: number) => numberText(count)
    return html`<h3 tabindex="-1">${say('preview')}</h3>
      <dl>
        <dt>${say('school')}</dt>
        <dd>${manifest.school[this.lang]}</dd>
        <dt>${say('exportedAt')}</dt>
        <dd><time datetime=${manifest.exportedAt}>${timeText(manifest.exportedAt)}</time></dd>
      </dl>
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">${say('what')}</th>
            <th scope="col" class="number">${say('here')}</th>
            <th scope="col" class="number">${say('inFile')}</th>
          </tr>
        </thead>
        <tbody>
          ${COUNTED.map(
            table => html`<tr>
              <th scope="row">${say(table)}</th>
              <td class="number">${number(this.holds[table] ?? 0)}</td>
              <td class="number">${number(manifest.tables[table] ?? 0)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      <p class="small quiet">${say('including')}</p>
      <div class="row">
        <wa-button variant="brand" @click=${this.#apply}>${say('replace')}</wa-button>
        <wa-button appearance="outlined" @click=${this.#discard}>${say('cancel')}</wa-button>
      </div>`
  }

  async #send(file: File): Promise<void> {
    const call = new AbortController()
    this.stage = { at: 'sending', share: 0, call }
    try {
      const looked = await sendState(
        file,
        share => {
          if (!call.signal.aborted) this.stage = { at: 'sending', share, call }
        },
        call.signal,
      )
      this.stage = { at: 'looked', looked }
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem(0, {})
      this.stage = call.signal.aborted ? { at: 'waiting' } : { at: 'refused', problem }
    }
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('h3')?.focus()
  }

  #apply = async (): Promise<void> => {
    if (this.stage.at !== 'looked') return
    const { importId } = this.stage.looked
    this.stage = { at: 'waiting' }
    try {
      const detail = await this.api.post(`/state/import/${importId}/apply`, undefined, { timeoutMs: 120_000 })
      this.dispatchEvent(new CustomEvent('data-imported', { detail }))
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 409) this.stage = { at: 'refused', problem: error }
      else this.dispatchEvent(new CustomEvent('data-refused', { detail: error }))
    }
  }

  #discard = (): void => {
    if (this.stage.at === 'looked')
      this.api.delete(`/state/import/${this.stage.looked.importId}`).catch(() => {
        // It goes by itself in a quarter of an hour.
      })
    this.stage = { at: 'waiting' }
  }
}

customElements.define('data-import', DataImport)
