/** A text to copy, with its button: `<console-copy text="…" label="Service address">`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { STRINGS } from './strings.ts'

export class ConsoleCopy extends ConsoleElement {
  static override styles = css`
    code {
      flex: 1 1 auto;
      min-width: 0;
      padding: 0.5rem 0.75rem;
      border-radius: var(--wa-border-radius-m);
      background: var(--wa-color-surface-lowered);
      border: 1px solid var(--wa-color-surface-border);
      white-space: pre-wrap;
    }
    @media (min-width: 50.01rem) {
      .row {
        flex-wrap: nowrap;
      }
    }
  `
  static override properties = { text: {}, label: {}, said: { state: true } }

  declare text: string
  /** What it is, for the button's name. */
  declare label: string
  declare private said: 'copied' | 'notCopied' | undefined

  constructor() {
    super()
    this.text = ''
    this.label = ''
  }

  override render() {
    return html`<div class="row">
        <code>${this.text}</code>
        <wa-button appearance="outlined" size="s" @click=${this.#copy}>
          ${icon(this.said === 'copied' ? 'check' : 'clipboard', 'start')}
          ${STRINGS[this.said === 'copied' ? 'copied' : 'copy'][this.lang]}
          <span class="visually-hidden">${this.label}</span>
        </wa-button>
      </div>
      <span role="status" class=${this.said === 'notCopied' ? 'small quiet' : 'visually-hidden'}>
        ${this.said ? STRINGS[this.said][this.lang] : ''}
      </span>`
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text)
      this.said = 'copied'
    } catch {
      this.said = 'notCopied'
      const code = this.renderRoot.querySelector('code')
      if (code) getSelection()?.selectAllChildren(code)
    }
    setTimeout(() => {
      this.said = undefined
    }, 4000)
  }
}

customElements.define('console-copy', ConsoleCopy)
