/** An element that shows words: it is drawn again when the reader chooses the other language. */
import { LitElement } from 'lit'
import { type Language, language, onLanguage } from './language.ts'

export class ConsoleElement extends LitElement {
  #unfollow: (() => void) | undefined

  override get lang(): Language {
    return language()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#unfollow = onLanguage(() => this.requestUpdate('lang'))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unfollow?.()
  }
}
