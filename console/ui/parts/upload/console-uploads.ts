/**
 * Brings files in: a place to drop them, and above it those on their way, each with its progress, to be given up or tried again.
 *
 * `<console-uploads ?pictures=${true} label="…" hint="…">` fires `console-uploaded` with `{ medium, id, file }`, where later
 * files have a higher `id`, and `file` is the name that was chosen. With `pictures` it takes one picture, and another one in its place.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Medium } from '../../../api/medium.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { sizeText } from '../../language.ts'
import './console-file-drop.ts'
import { faultText, mayHelpLater, pictureFaultText } from './fault-text.ts'
import { fileStyles } from './file-styles.ts'
import { ACCEPTED, ACCEPTED_PICTURES, isPicture, typeIcon } from './media.ts'
import { say } from './strings.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'

export interface Uploaded {
  medium: Medium
  id: number
  file: string
}

export class ConsoleUploads extends ConsoleElement {
  static override styles = [
    fileStyles,
    css`
      .failed {
        border-color: var(--wa-color-danger-border-normal);
        background: var(--wa-color-danger-fill-quiet);
      }
      .failed .thumb {
        background: none;
        color: var(--wa-color-danger-on-quiet);
      }
      .checking progress {
        animation: checking 1s ease-in-out infinite alternate;
      }
      @keyframes checking {
        to {
          opacity: 0.35;
        }
      }
    `,
  ]
  static override properties = { pictures: { type: Boolean }, label: {}, hint: {} }

  declare pictures: boolean
  /** Of the button. */
  declare label: string
  declare hint: string

  readonly #queue = new UploadQueue({
    accepts: medium => !this.pictures || isPicture(medium),
    changed: () => this.requestUpdate(),
    done: (medium, { id, file: { name: file } }) =>
      this.dispatchEvent(
        new CustomEvent('console-uploaded', { detail: { medium, id, file } satisfies Uploaded }),
      ),
  })

  constructor() {
    super()
    this.pictures = false
    this.label = ''
    this.hint = ''
  }

  /** Files are still on their way. */
  get isBusy(): boolean {
    return this.#queue.isBusy
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#queue.cancelAll()
  }

  protected override render() {
    const { uploads } = this.#queue
    return html`${
      uploads.length === 0
        ? nothing
        : html`<ul class="files">
            ${repeat(
              uploads,
              ({ id }) => id,
              upload => this.#row(upload),
            )}
          </ul>`
    }
    <console-file-drop
      accept=${this.pictures ? ACCEPTED_PICTURES : ACCEPTED}
      label=${this.label}
      hint=${this.hint}
      ?multiple=${!this.pictures}
      @console-files=${({ detail }: CustomEvent<File[]>) => this.#take(detail)}
    ></console-file-drop>`
  }

  #row({ id, file, state, sent, fault }: Upload): TemplateResult {
    const percent = Math.round(sent * 100)
    const text = state === 'failed' ? '' : `${say(state)}${state === 'sending' ? ` ${percent} %` : '…'}`
    return html`<li class="entry file uploading ${state}">
      <span class="thumb">${icon(state === 'failed' ? 'exclamation' : typeIcon(file.type))}</span>
      <div class="titles">
        <span>${file.name}</span>
        ${
          fault
            ? html`<span class="fault" role="alert">${this.pictures ? pictureFaultText(fault) : faultText(fault)}</span>`
            : html`<span class="small quiet">${text} · ${sizeText(file.size)}</span>
                <progress max="100" .value=${percent} aria-label=${file.name}></progress>`
        }
      </div>
      <div class="row actions">
        ${
          fault && mayHelpLater(fault)
            ? html`<wa-button size="s" appearance="outlined" @click=${() => this.#queue.retry(id)}>
                ${say('retry')}<span class="visually-hidden"> ${file.name}</span>
              </wa-button>`
            : nothing
        }
        <wa-button size="s" appearance="plain" @click=${() => this.#queue.cancel(id)}>
          ${say(state === 'failed' ? 'dismiss' : 'cancel')}<span class="visually-hidden"> ${file.name}</span>
        </wa-button>
      </div>
    </li>`
  }

  #take(files: File[]): void {
    if (this.pictures) this.#queue.cancelAll()
    this.#queue.add(files)
  }
}

customElements.define('console-uploads', ConsoleUploads)
