/** News: the list, or one entry that is written or changed. */
import { html } from 'lit'
import { ConsolePage } from '../../console-page.ts'
import './news-editor.ts'
import './news-list.ts'

class NewsPage extends ConsolePage {
  override render() {
    const { parts, rest } = this
    return rest.length === 0
      ? html`<console-news-list .parts=${parts} .rest=${rest}></console-news-list>`
      : html`<console-news-editor .parts=${parts} .rest=${rest}></console-news-editor>`
  }

  override focus(options?: FocusOptions): void {
    const [inside] = this.renderRoot.children
    if (inside instanceof ConsolePage) void inside.updateComplete.then(() => inside.focus(options))
  }
}

customElements.define('console-news-page', NewsPage)
export default 'console-news-page'
