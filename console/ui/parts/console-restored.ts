/** Says that a draft has been put back: `<console-restored ?hidden=${…} @console-discard=${…}>`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { STRINGS } from './strings.ts'

export class ConsoleRestored extends ConsoleElement {
  static override properties = {}

  override render() {
    return html`<div class="note" role="status">
      ${icon('arrow-counterclockwise')}
      <span class="grow">${STRINGS.restored[this.lang]}</span>
      <wa-button
        size="s"
        appearance="outlined"
        @click=${() => this.dispatchEvent(new CustomEvent('console-discard'))}
      >
        ${STRINGS.discard[this.lang]}
      </wa-button>
    </div>`
  }
}

customElements.define('console-restored', ConsoleRestored)
