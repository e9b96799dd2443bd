/** Popup messages: the list or one message, by what follows in the address. */
import { html, type TemplateResult } from 'lit'
import { ConsolePage } from '../../console-page.ts'
import './message-page.ts'
import './messages-page.ts'

class PopupsPage extends ConsolePage {
  protected override render(): TemplateResult {
    const { parts, rest } = this
    const [first] = rest
    if (first === undefined)
      return html`<popup-messages-page .parts=${parts} .rest=${rest}></popup-messages-page>`
    return html`<popup-message-page .parts=${parts} .rest=${rest}></popup-message-page>`
  }

  override focus(options?: FocusOptions): void {
    const [inside] = this.renderRoot.children
    if (inside instanceof ConsolePage) void inside.updateComplete.then(() => inside.focus(options))
  }
}

customElements.define('popups-page', PopupsPage)
export default 'popups-page'
