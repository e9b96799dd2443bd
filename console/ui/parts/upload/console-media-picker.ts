/**
 * Pictures that are here already, or a new one: `const medium = await picker.choose()`.
 *
 * Undefined when nothing was chosen.
 */
import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { MediaList } from '../../../api/media.ts'
import type { Medium } from '../../../api/medium.ts'
import type { Api } from '../../api.ts'
import { AskingElement } from '../asking-element.ts'
import type { Uploaded } from './console-uploads.ts'
import './console-uploads.ts'
import { say } from './strings.ts'

const SEARCH_MS = 250

export class ConsoleMediaPicker extends AskingElement<Medium> {
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
  }

  declare api: Api
  declare private media: Medium[]
  declare private next: string | undefined

  #search = ''
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.media = []
  }

  choose(): Promise<Medium | undefined> {
    this.#search = ''
    void this.#load()
    return this.open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.answer(undefined)
  }

  override render() {
    return this.dialog(
      say('pickPicture'),
      html`<div class="stack">
        <div class="head">
          <h2>${say('pickPicture')}</h2>
          ${this.closeButton()}
        </div>
        <console-uploads
          pictures
          label=${say('pickPicture')}
          @console-uploaded=${({ detail }: CustomEvent<Uploaded>) => this.answer(detail.medium)}
        ></console-uploads>
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
            medium => html`<button class="tile" @click=${() => this.answer(medium)}>
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
      </div>`,
    )
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
}

customElements.define('console-media-picker', ConsoleMediaPicker)
