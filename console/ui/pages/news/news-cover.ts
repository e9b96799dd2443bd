/**
 * The cover picture, as lists and pages will show it.
 *
 * `<console-news-cover .medium=${medium}>` fires `console-cover-chosen` with a medium, `console-cover-removed`,
 * and `console-cover-existing` when one that is here already is wanted.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import type { Medium } from '../../../api/medium.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import '../../parts/upload/console-file-drop.ts'
import { pictureFaultText } from '../../parts/upload/fault-text.ts'
import { ACCEPTED_PICTURES, isPicture } from '../../parts/upload/media.ts'
import { STRINGS as UPLOAD_STRINGS } from '../../parts/upload/strings.ts'
import { UploadQueue } from '../../parts/upload/upload-queue.ts'
import { say } from './strings.ts'

export class NewsCover extends ConsoleElement {
  static override styles = css`
    .shown {
      align-items: start;
    }
    img {
      display: block;
      border-radius: var(--wa-border-radius-m);
      object-fit: cover;
      background: var(--wa-color-surface-lowered);
    }
    .square img {
      width: 7.5rem;
      height: 7.5rem;
    }
    .wide {
      flex: 1 1 12rem;
    }
    .wide img {
      width: 100%;
      height: auto;
      max-height: 14rem;
    }
    .fault {
      margin-block: 0.5rem;
    }
  `
  static override properties = { medium: { attribute: false }, fault: { state: true } }

  declare medium: Medium | undefined
  declare private fault: string | undefined

  #queue = new UploadQueue({
    changed: () => this.requestUpdate(),
    done: medium => this.#arrived(medium),
  })

  get isBusy(): boolean {
    return this.#queue.isBusy
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#queue.cancelAll()
  }

  override render() {
    const [upload] = this.#queue.uploads
    const { medium } = this
    if (upload && upload.state !== 'failed')
      return html`<p class="row" role="status">
        ${withColon(upload.file.name, UPLOAD_STRINGS[upload.state][this.lang])} ${Math.round(upload.sent * 100)} %
        <wa-button size="s" appearance="plain" @click=${() => this.#queue.cancel(upload.id)}>
          ${UPLOAD_STRINGS.cancel[this.lang]}
        </wa-button>
      </p>`
    const fault = upload?.fault ? pictureFaultText(upload.fault) : this.fault
    return html`
      ${fault === undefined ? nothing : html`<p class="fault" role="alert">${icon('exclamation')} ${fault}</p>`}
      ${
        medium
          ? html`<div class="stack tight">
              <div class="row shown">
                <figure class="square">
                  <img src=${medium.thumbnailUrl} alt="" />
                  <figcaption class="small quiet">${say('inLists')}</figcaption>
                </figure>
                <figure class="wide">
                  <img src=${medium.mobileScreenImageUrl} alt="" />
                  <figcaption class="small quiet">${say('onPages')}</figcaption>
                </figure>
              </div>
              <div class="row">
                <span class="small quiet">${medium.name}</span>
                <wa-button
                  class="end"
                  size="s"
                  appearance="outlined"
                  @click=${() => this.dispatchEvent(new CustomEvent('console-cover-removed'))}
                >
                  ${icon('x', 'start')} ${say('removeCover')}
                </wa-button>
              </div>
            </div>`
          : html`<console-file-drop
              accept=${ACCEPTED_PICTURES}
              label=${say('chooseCover')}
              hint=${say('coverHint')}
              @console-files=${({ detail }: CustomEvent<File[]>) => this.#take(detail)}
            ></console-file-drop>
            <wa-button
              class="existing"
              appearance="plain"
              size="s"
              @click=${() => this.dispatchEvent(new CustomEvent('console-cover-existing'))}
            >
              ${icon('image', 'start')} ${UPLOAD_STRINGS.existing[this.lang]}
            </wa-button>`
      }
    `
  }

  #take(files: File[]): void {
    this.fault = undefined
    this.#queue.cancelAll()
    this.#queue.add(files)
  }

  #arrived(medium: Medium): void {
    if (isPicture(medium)) this.dispatchEvent(new CustomEvent('console-cover-chosen', { detail: medium }))
    else this.fault = pictureFaultText({ code: 'NOT_A_PICTURE' })
  }
}

customElements.define('console-news-cover', NewsCover)
