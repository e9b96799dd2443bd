/** Asks whether to leave what is not saved: `await element.ask()`. Escape stays. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, LitElement } from 'lit'
import type { Language } from '../language.ts'
import { look } from '../styles.ts'
import { STRINGS } from './strings.ts'

export class ConsoleLeaving extends LitElement {
  static override styles = [
    look,
    css`
      dialog {
        width: min(30rem, calc(100vw - 2rem));
        padding: var(--wa-space-l);
        border: 1px solid var(--wa-color-surface-border);
        border-radius: var(--wa-border-radius-l);
        color: inherit;
        background: var(--console-card);
      }
      dialog::backdrop {
        background: rgb(4 16 19 / 0.55);
      }
      .row {
        justify-content: flex-end;
      }
    `,
  ]
  static override properties = { lang: {} }

  declare lang: Language

  #answer: ((isLeaving: boolean) => void) | undefined

  async ask(): Promise<boolean> {
    this.#answer?.(false)
    const dialog = this.renderRoot.querySelector('dialog')
    if (!dialog?.open) dialog?.showModal()
    return new Promise(resolve => {
      this.#answer = resolve
    })
  }

  protected override render() {
    return html`<dialog aria-labelledby="heading" aria-describedby="text" @close=${() => this.#choose(false)}>
      <div class="stack">
        <h2 id="heading">${STRINGS.leaving[this.lang]}</h2>
        <p id="text">${STRINGS.leavingText[this.lang]}</p>
        <div class="row">
          <wa-button appearance="outlined" @click=${() => this.#choose(true)}>${STRINGS.leave[this.lang]}</wa-button>
          <wa-button variant="brand" autofocus @click=${() => this.#choose(false)}>${STRINGS.stay[this.lang]}</wa-button>
        </div>
      </div>
    </dialog>`
  }

  #choose(isLeaving: boolean): void {
    const answer = this.#answer
    this.#answer = undefined
    this.renderRoot.querySelector('dialog')?.close()
    answer?.(isLeaving)
  }
}

customElements.define('console-leaving', ConsoleLeaving)
