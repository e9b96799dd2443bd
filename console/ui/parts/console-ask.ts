/** Asks before something is done: `await element.ask({ heading, text, go, stay })`. Escape, and Enter at once, leave all as it is. */
import { css, html, nothing } from 'lit'
import { AskingElement } from './asking-element.ts'

export interface Asked {
  heading: string
  text: string
  /** What is done, as a button says it. */
  go: string
  stay: string
}

export class ConsoleAsk extends AskingElement<boolean> {
  static override styles = css`
    .row {
      justify-content: flex-end;
    }
  `
  static override properties = { asked: { state: true } }

  declare private asked: Asked | undefined

  async ask(asked: Asked): Promise<boolean> {
    this.asked = asked
    return (await this.open()) ?? false
  }

  protected override opened(): void {
    // The attribute autofocus does nothing on a component: Enter would do what is being asked about.
    this.renderRoot.querySelector<HTMLElement>('#stay')?.focus()
  }

  protected override render() {
    const { asked } = this
    if (!asked) return nothing
    return this.dialog(
      asked.heading,
      html`<div class="stack">
        <h2>${asked.heading}</h2>
        <p id="text">${asked.text}</p>
        <div class="row">
          <wa-button appearance="outlined" @click=${() => this.answer(true)}>${asked.go}</wa-button>
          <wa-button id="stay" variant="brand" @click=${() => this.answer(false)}>${asked.stay}</wa-button>
        </div>
      </div>`,
      'text',
    )
  }
}

customElements.define('console-ask', ConsoleAsk)
