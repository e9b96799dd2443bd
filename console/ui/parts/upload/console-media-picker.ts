/**
 * Pictures that are here already, or a new one: `const medium = await picker.choose()`.
 *
 * Undefined when nothing was chosen.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { MediaList } from '../../../api/media.ts'
import type { Medium } from '../../../api/medium.ts'
import type { Api } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { whenClosed } from '../when-closed.ts'
import './console-file-drop.ts'
import { pictureFaultText } from './fault-text.ts'
import { ACCEPTED_PICTURES, isPicture } from './media.ts'
import { say } from './strings.ts'
import { UploadQueue } from './upload-queue.ts'

const SEARCH_MS = 250

export class ConsoleMediaPicker extends ConsoleElement {
  static override styles = css`
    dialog {
      --dialog: 56rem;
      max-height: min(48rem, 100dvh - 2rem);
    }
    .tiles {
      --column: 8rem;
    }
    .tile {
      display: grid;
      gap: 0.35rem;
      padding: 0.4rem;
      font-size: 0.8125rem;
      text-align: center;
    }
    img {
      width: 100%;
      height: auto;
      aspect-ratio: 1;
      border-radius: 6px;
    }
  `
  static override properties = {
    api: { attribute: false },
    media: { state: true },
    next: { state: true },
    fault: { state: true },
  }

  declare api: Api
  declare private media: Medium[]
  declare private next: string | undefined
  declare private fault: string | undefined

  #search = ''
  #typing: ReturnType<typeof setTimeout> | undefined
  #answer: ((medium: Medium | undefined) => void) | undefined
  #queue = new UploadQueue({
    changed: () => this.requestUpdate(),
    done: medium => this.#arrived(medium),
  })

  constructor() {
    super()
    this.media = []
  }

  choose(): Promise<Medium | undefined> {
    this.#search = ''
    this.fault = undefined
    void this.#load()
    this.renderRoot.querySelector('dialog')?.showModal()
    return new Promise(resolve => {
      this.#answer = resolve
    })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#queue.cancelAll()
    this.#chosen(undefined)
  }

  override render() {
    const [upload] = this.#queue.uploads
    const fault = upload?.fault ? pictureFaultText(upload.fault) : this.fault
    return html`<dialog aria-labelledby="heading" @close=${this.#closed}>
      <div class="stack">
        <div class="head">
          <h2 id="heading">${say('pickPicture')}</h2>
          <wa-button appearance="outlined" @click=${() => this.#chosen(undefined)}>
            ${icon('x', 'start')} ${say('close')}
          </wa-button>
        </div>
        <console-file-drop
          accept=${ACCEPTED_PICTURES}
          label=${say('pickPicture')}
          @console-files=${({ detail }: CustomEvent<File[]>) => this.#take(detail)}
        ></console-file-drop>
        ${
          upload || fault
            ? html`<p role="status" class=${fault ? 'fault' : ''}>
                ${upload ? withColon(upload.file.name, '') : ''}
                ${fault ?? say(!upload || upload.state === 'failed' ? 'waiting' : upload.state)}
              </p>`
            : nothing
        }
        <input
          type="search"
          aria-label=${say('findPicture')}
          placeholder=${say('findPicture')}
          .value=${this.#search}
          @input=${this.#type}
        />
        <div class="tiles">
          ${repeat(
            this.media,
            ({ name }) => name,
            medium => html`<button class="tile" @click=${() => this.#chosen(medium)}>
              <img src=${medium.thumbnailUrl} alt="" width="200" height="200" loading="lazy" />
              <span>${medium.name}</span>
            </button>`,
          )}
        </div>
        ${this.media.length === 0 ? html`<p class="quiet">${say('noPicture')}</p>` : nothing}
        ${
          this.next === undefined
            ? nothing
            : html`<wa-button appearance="outlined" @click=${() => this.#load(this.next)}>${say('more')}</wa-button>`
        }
      </div>
    </dialog>`
  }

  #arrived(medium: Medium): void {
    if (isPicture(medium)) this.#chosen(medium)
    else this.fault = pictureFaultText({ code: 'NOT_A_PICTURE' })
  }

  #take(files: File[]): void {
    this.fault = undefined
    this.#queue.cancelAll()
    this.#queue.add(files)
  }

  #type = (event: Event): void => {
    this.#search = (event.target as HTMLInputElement).value
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => void this.#load(), SEARCH_MS)
  }

  async #load(after?: string): Promise<void> {
    const search = this.#search.trim()
    const query = new URLSearchParams({ pictures: 'true', limit: '24' })
    if (search !== '') query.set('q', search)
    if (after !== undefined) query.set('after', after)
    try {
      const { media, next } = await this.api.get<MediaList>(`/media?${query}`)
      if (search !== this.#search.trim()) return
      this.media = after === undefined ? media : [...this.media, ...media]
      this.next = next
    } catch {
      // The shell says that the service cannot be reached; a picture can still be brought in later.
      this.media = []
    }
  }

  #closed = whenClosed(() => this.#chosen(undefined))

  #chosen(medium: Medium | undefined): void {
    const answer = this.#answer
    this.#answer = undefined
    this.#queue.cancelAll()
    this.renderRoot.querySelector('dialog')?.close()
    answer?.(medium)
  }
}

customElements.define('console-media-picker', ConsoleMediaPicker)
