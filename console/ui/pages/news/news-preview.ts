/** The entry as a website would show it, in a dialog over its editor. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-preview.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import type { NewsForm } from './entry.ts'
import { say } from './strings.ts'

export class NewsPreview extends ConsoleElement {
  static override styles = css`
    dialog {
      --dialog: 70rem;
    }
    wa-button {
      float: inline-end;
    }
  `
  static override properties = {
    api: { attribute: false },
    form: { attribute: false },
    isOpen: { state: true },
  }

  declare api: Api
  declare form: NewsForm | undefined
  declare private isOpen: boolean

  constructor() {
    super()
    this.isOpen = false
  }

  open(): void {
    this.isOpen = true
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  override render() {
    return html`<dialog
      aria-label=${sayOfEditing('preview')}
      @close=${() => {
        this.isOpen = false
      }}
    >
      <wa-button appearance="outlined" @click=${this.#close}>${icon('x', 'start')} ${say('close')}</wa-button>
      ${
        this.isOpen
          ? html`<console-preview .api=${this.api} path="/news/preview" .form=${this.form}></console-preview>`
          : nothing
      }
    </dialog>`
  }

  #close = (): void => {
    this.renderRoot.querySelector('dialog')?.close()
  }
}

customElements.define('console-news-preview', NewsPreview)
