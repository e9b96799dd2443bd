/**
 * The cover picture, as lists and pages will show it.
 *
 * `<console-news-cover .medium=${medium}>` fires `console-cover-chosen` with a medium, `console-cover-removed`,
 * and `console-cover-existing` when one that is here already is wanted.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html } from 'lit'
import type { Medium } from '../../../api/medium.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import type { ConsoleUploads, Uploaded } from '../../parts/upload/console-uploads.ts'
import '../../parts/upload/console-uploads.ts'
import { STRINGS as UPLOAD_STRINGS } from '../../parts/upload/strings.ts'
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
  `
  static override properties = { medium: { attribute: false } }

  declare medium: Medium | undefined

  get isBusy(): boolean {
    return this.renderRoot.querySelector<ConsoleUploads>('console-uploads')?.isBusy ?? false
  }

  override render() {
    const { medium } = this
    return html`
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
          : html`<console-uploads
              pictures
              label=${say('chooseCover')}
              hint=${say('coverHint')}
              @console-uploaded=${this.#uploaded}
            ></console-uploads>
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

  #uploaded = ({ detail }: CustomEvent<Uploaded>): void => {
    this.dispatchEvent(new CustomEvent('console-cover-chosen', { detail: detail.medium }))
  }
}

customElements.define('console-news-cover', NewsCover)
