/** The entry as a website would show it, in a dialog over its editor. */
import { css, html } from 'lit'
import type { Api } from '../../api.ts'
import { AskingElement } from '../../parts/asking-element.ts'
import '../../parts/console-preview.ts'
import { say } from '../../parts/editing/strings.ts'
import type { NewsForm } from './entry.ts'

export class NewsPreview extends AskingElement<never> {
  static override styles = css`
    dialog {
      --dialog: 70rem;
    }
    wa-button {
      float: inline-end;
    }
  `
  static override properties = { api: { attribute: false }, form: { attribute: false } }

  declare api: Api
  declare form: NewsForm | undefined

  override render() {
    return this.dialog(
      say('preview'),
      html`${this.closeButton()}
        <console-preview .api=${this.api} path="/news/preview" .form=${this.form}></console-preview>`,
    )
  }
}

customElements.define('console-news-preview', NewsPreview)
