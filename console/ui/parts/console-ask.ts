/** Asks before something is done: `await element.ask({ heading, text, go, stay })`. Escape, and Enter at once, leave all as it is. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { whenClosed } from './when-closed.ts'

export interface Asked {
  heading: string
  text: string
  /** What is done, as a button says it. */
  go: string
  stay: string
}

export class ConsoleAsk extends ConsoleElement {
  static override styles = css`
    .row {
      justify-content: flex-end;
    }
  `
  static override properties = { asked: { state: true } }

  declare private asked: Asked | undefined

  #answer: ((isMeant: boolean) => void) | undefined

  async ask(asked: Asked): Promise<boolean> {
    this.#answer?.(false)
    this.asked = asked
    await this.updateComplete
    const dialog = this.renderRoot.querySelector('dialog')
    if (!dialog?.open) dialog?.showModal()
    // The attribute autofocus does nothing on a component: Enter would do what is being asked about.
    this.renderRoot.querySelector<HTMLElement>('#stay')?.focus()
    return new Promise(resolve => {
      this.#answer = resolve
    })
  }

  protected override render() {
    const { asked } = this
    if (!asked) return nothing
    return html`<dialog aria-labelledby="heading" aria-describedby="text" @close=${this.#closed}>
      <div class="stack">
        <h2 id="heading">${asked.heading}</h2>
        <p id="text">${asked.text}</p>
        <div class="row">
          <wa-button appearance="outlined" @click=${() => this.#choose(true)}>${asked.go}</wa-button>
          <wa-button id="stay" variant="brand" @click=${() => this.#choose(false)}>${asked.stay}</wa-button>
        </div>
      </div>
    </dialog>`
  }

  #closed = whenClosed(() => this.#choose(false))

  #choose(isMeant: boolean): void {
    const answer = this.#answer
    this.#answer = undefined
    this.renderRoot.querySelector('dialog')?.close()
    answer?.(isMeant)
  }
}

customElements.define('console-ask', ConsoleAsk)
