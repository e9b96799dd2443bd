/** The search form over the list. It searches when the reader pauses, or at once by Enter. */
import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'
import { keepPress } from './keys.ts'
import type { Screen } from './screen.ts'

/** How long a search waits after the last key, in ms. */
const TYPING = 300
/** The longest that an agent accepts, in characters. */
const LONGEST_SEARCH = 200

export class SearchForm {
  #typing: number | undefined
  readonly #screen: Screen
  readonly #search: (query: string) => void

  /** @param search runs with what the reader has typed */
  constructor(screen: Screen, search: (query: string) => void) {
    this.#screen = screen
    this.#search = search
  }

  render(label: string): TemplateResult {
    return html`<form part="search" role="search" .onsubmit=${this.#onSubmit}>${icon('search')}<input part="input" type="search" aria-label=${label} placeholder=${label} maxlength=${LONGEST_SEARCH} autocomplete="off" enterkeyhint="search" .oninput=${this.onInput} .onmousedown=${keepPress} .ontouchstart=${keepPress} .onselectstart=${keepPress}></form>`
  }

  fill(query: string): void {
    if (this.#input) this.#input.value = query
  }

  clear = (): void => {
    this.fill('')
    this.#input?.focus()
    this.#search('')
  }

  /** What was typed last is not searched for. */
  stop(): void {
    clearTimeout(this.#typing)
  }

  /** Also where a word that was composed of several keys is complete. */
  onInput = (event: Event): void => {
    this.stop()
    // A Chinese word that is still being typed is not searched for.
    if ((event as InputEvent).isComposing) return
    const query = (event.target as HTMLInputElement).value.trim()
    this.#typing = window.setTimeout(() => this.#search(query), query ? TYPING : 0)
  }

  #onSubmit = (event: Event) => {
    event.preventDefault()
    this.stop()
    this.#search(this.#input?.value.trim() ?? '')
  }

  get #input() {
    return this.#screen.root.querySelector<HTMLInputElement>('[part=input]')
  }
}
