/**
 * Finds a person by typing: `<person-picker .api .ofRole=${'Student'} label="…" .without=${[20]}>`.
 *
 * With a `chosen` one it shows them, and searches when another is wanted. Fires `person-picked` with the person as its
 * detail.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Role } from '../../../shared/contract/session.ts'
import type { Api } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { type PersonLine, personLine } from './person-line.ts'
import { word } from './words.ts'

const PAUSE_MS = 200
const MOST = 8

interface Found extends PersonLine {
  role: Role
}

export class PersonPicker extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    ofRole: { attribute: false },
    label: {},
    without: { attribute: false },
    chosen: { attribute: false },
    isOpen: { state: true },
    found: { state: true },
    words: { state: true },
  }

  declare api: Api
  /** Left out, people of all roles are found. */
  declare ofRole: Role | undefined
  declare label: string
  /** Who is chosen already. */
  declare without: readonly number[]
  /** Who stays until another is picked. */
  declare chosen: Found | undefined
  /** Another than the chosen one is searched. */
  declare private isOpen: boolean
  declare private found: Found[] | undefined
  declare private words: string

  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: AbortController | undefined

  constructor() {
    super()
    this.without = []
    this.isOpen = false
    this.words = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#asked?.abort()
  }

  override render() {
    const { chosen } = this
    if (!chosen) return this.#search()
    return html`<div class="stack tight">
        <span class="field">${this.label}</span>
        <div class="row">
          ${this.#line(chosen)}
          ${
            this.isOpen
              ? nothing
              : html`<wa-button size="s" appearance="outlined" @click=${this.#open}>
                  ${word('another')}
                </wa-button>`
          }
        </div>
        ${this.isOpen ? this.#search() : nothing}
      </div>`
  }

  #search(): TemplateResult {
    const found = this.#offered?.slice(0, MOST)
    return html`<label class="field">
        ${this.chosen ? nothing : this.label}
        <input
          type="search"
          autocomplete="off"
          aria-label=${this.chosen ? word('personHint') : nothing}
          placeholder=${word('personHint')}
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
              ? html`<p class="quiet small">${word('nobody')}</p>`
              : html`<ul class="options">
                  ${repeat(
                    found,
                    ({ userId }) => userId,
                    person => html`<li>
                      <button type="button" @click=${() => this.#pick(person)}>
                        ${this.#line(person)} ${this.chosen ? nothing : icon('plus')}
                      </button>
                    </li>`,
                  )}
                </ul>`
        }
      </div>
      ${
        this.chosen
          ? html`<wa-button size="s" appearance="plain" @click=${this.#clear}>${word('cancel')}</wa-button>`
          : nothing
      }`
  }

  #line(person: Found): TemplateResult {
    return personLine(person, undefined, this.ofRole ? undefined : person.role)
  }

  get #offered(): Found[] | undefined {
    const without = [...this.without, this.chosen?.userId]
    return this.found?.filter(({ userId }) => !without.includes(userId))
  }

  #open = async (): Promise<void> => {
    this.isOpen = true
    await this.#find()
    this.#focusOn('input')
  }

  #onInput = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    if (this.words.trim() === '' && !this.chosen) this.found = undefined
    else this.#timer = setTimeout(() => void this.#find(), PAUSE_MS)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (this.chosen) event.stopPropagation()
      this.#clear()
    }
    if (event.key !== 'Enter') return
    // It stands in forms, which are not to be sent by it.
    event.preventDefault()
    const [first] = this.#offered ?? []
    if (first) this.#pick(first)
  }

  async #find(): Promise<void> {
    this.#asked?.abort()
    this.#asked = new AbortController()
    const { signal } = this.#asked
    const query = new URLSearchParams({
      ...(this.ofRole && { role: this.ofRole }),
      search: this.words.trim(),
    })
    const answer = await this.api
      .get<{ people: Found[] }>(`/people?${query}`, { signal })
      .catch(() => undefined)
    if (!signal.aborted && answer) this.found = answer.people
  }

  #pick(person: Found): void {
    this.#clear()
    this.dispatchEvent(new CustomEvent('person-picked', { detail: person }))
  }

  #clear = (): void => {
    clearTimeout(this.#timer)
    this.#asked?.abort()
    this.words = ''
    this.found = undefined
    this.isOpen = false
    this.#focusOn(this.chosen ? 'wa-button' : 'input')
  }

  async #focusOn(selector: 'input' | 'wa-button'): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

customElements.define('person-picker', PersonPicker)
