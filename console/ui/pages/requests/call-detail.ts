/** `<call-detail .callId=${…}>`: one call with everything that was asked and said, loaded by its number. */
import { css, html, nothing, type PropertyValues } from 'lit'
import type { RequestRecord } from '../../../api/requests.ts'
import { type Api, ApiProblem } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import '../../parts/console-failure.ts'
import { callShown } from './call-shown.ts'
import { detailStyles } from './styles.ts'

class CallDetail extends ConsoleElement {
  static override styles = [
    detailStyles,
    css`
      h2 {
        overflow-wrap: anywhere;
        padding-inline-end: 3rem;
      }
    `,
  ]
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
    return html`<div class="stack tight">
      <h2>${record.method} ${record.path}</h2>
      ${callShown(record, location.origin)}
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

customElements.define('call-detail', CallDetail)
