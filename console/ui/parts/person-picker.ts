/**
 * Finds a person by typing and adds them: `<person-picker .api .ofRole=${'Student'} label="…" .without=${[20]}>`.
 *
 * Fires `person-picked` with the person as its detail.
 */
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Role } from '../../../shared/contract/session.ts'
import type { Api } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { type PersonLine, personLine } from './person-line.ts'
import { WORDS } from './words.ts'

const PAUSE_MS = 200
const MOST = 8

export class PersonPicker extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    ofRole: { attribute: false },
    label: {},
    without: { attribute: false },
    found: { state: true },
    words: { state: true },
  }

  declare api: Api
  declare ofRole: Role
  declare label: string
  /** Who is chosen already. */
  declare without: readonly number[]
  declare private found: PersonLine[] | undefined
  declare private words: string

  #timer: ReturnType<typeof setTimeout> | undefined
  #search: AbortController | undefined

  constructor() {
    super()
    this.without = []
    this.words = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#search?.abort()
  }

  override render() {
    const found = this.found?.filter(({ userId }) => !this.without.includes(userId)).slice(0, MOST)
    return html`<label class="field">
        ${this.label}
        <input
          type="search"
          autocomplete="off"
          placeholder=${WORDS.personHint[this.lang]}
          .value=${this.words}
          @input=${this.#onInput}
          @keydown=${this.#onKey}
        />
      </label>
      <div role="status">
        ${
          found === undefined
            ? nothing
            : found.length === 0
              ? html`<p class="quiet small">${WORDS.nobody[this.lang]}</p>`
              : html`<ul class="options">
                  ${repeat(
                    found,
                    ({ userId }) => userId,
                    person => html`<li>
                      <button type="button" @click=${() => this.#pick(person)}>
                        ${personLine(person)} ${icon('plus')}
                      </button>
                    </li>`,
                  )}
                </ul>`
        }
      </div>`
  }

  #onInput = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    if (this.words.trim() === '') this.found = undefined
    else this.#timer = setTimeout(() => void this.#find(), PAUSE_MS)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#clear()
    if (event.key !== 'Enter') return
    // It stands in forms, which are not to be sent by it.
    event.preventDefault()
    const first = this.found?.find(({ userId }) => !this.without.includes(userId))
    if (first) this.#pick(first)
  }

  async #find(): Promise<void> {
    this.#search?.abort()
    this.#search = new AbortController()
    const { signal } = this.#search
    const query = new URLSearchParams({ role: this.ofRole, search: this.words.trim() })
    const answer = await this.api
      .get<{ people: PersonLine[] }>(`/people?${query}`, { signal })
      .catch(() => undefined)
    if (!signal.aborted && answer) this.found = answer.people
  }

  #pick(person: PersonLine): void {
    this.#clear()
    this.dispatchEvent(new CustomEvent('person-picked', { detail: person }))
    this.renderRoot.querySelector('input')?.focus()
  }

  #clear(): void {
    this.words = ''
    this.found = undefined
  }
}

customElements.define('person-picker', PersonPicker)
