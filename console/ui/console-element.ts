/** An element of the console: it has the shared look, and is drawn again when the reader chooses the other language. */
import { type CSSResultGroup, LitElement } from 'lit'
import { type Language, language, onLanguage } from './language.ts'
import { look } from './look/index.ts'

export class ConsoleElement extends LitElement {
  #unfollow: (() => void) | undefined

  protected static override finalizeStyles(styles: CSSResultGroup = []) {
    return LitElement.finalizeStyles([look, styles])
  }

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
