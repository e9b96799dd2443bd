/** Loading, and what to say when it has failed. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/spinner/spinner.js'
import { css, html } from 'lit'
import type { ApiProblem } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { language, type Text } from '../language.ts'
import { onReachedAgain } from '../reached.ts'
import { STRINGS, say } from './strings.ts'

/** Fires `console-retry`: for a click, and by itself when the service that was not reached is reached again. */
export class ConsoleFailure extends ConsoleElement {
  static override properties = { problem: { attribute: false } }

  declare problem: ApiProblem
  #unfollow: (() => void) | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.#unfollow = onReachedAgain(() => this.problem.isOffline && this.#retry())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unfollow?.()
  }

  override render() {
    return html`<div class="card stack" role="alert">
      <p class="row">${icon(this.problem.isOffline ? 'wifi-off' : 'exclamation')} ${problemText(this.problem)}</p>
      <div>
        <wa-button @click=${this.#retry}>
          ${STRINGS.retry[this.lang]}
        </wa-button>
      </div>
    </div>`
  }

  #retry = (): void => void this.dispatchEvent(new CustomEvent('console-retry'))
}

export class ConsoleWaiting extends ConsoleElement {
  static override styles = css`
    div {
      justify-content: center;
      padding: 3rem 1rem;
    }
  `
  static override properties = {}

  override render() {
    return html`<div class="row quiet" role="status"><wa-spinner aria-hidden="true"></wa-spinner> ${STRINGS.waiting[this.lang]}</div>`
  }
}

/** One sentence for a reader. */
export function problemText(problem: ApiProblem, lang = language()): string {
  if (problem.isOffline) return STRINGS.offline[lang]
  if (problem.status === 404) return STRINGS.notFound[lang]
  if (problem.status === 429) return STRINGS.tooMany[lang]
  if (problem.status === 507) return STRINGS.noRoom[lang]
  const sentence = SENTENCES[problem.status] ?? STRINGS.failed
  return problem.detail ? `${sentence[lang]} ${STRINGS.said[lang]}${problem.detail}` : sentence[lang]
}

/** The same, of something that somebody did. */
export const didNotWork = (problem: ApiProblem): string =>
  say('didNotWork', { why: problemText(problem, language()) })

const SENTENCES: Record<number, Text> = {
  401: STRINGS.signedOut,
  409: STRINGS.conflict,
  422: STRINGS.refused,
}

customElements.define('console-failure', ConsoleFailure)
customElements.define('console-waiting', ConsoleWaiting)
