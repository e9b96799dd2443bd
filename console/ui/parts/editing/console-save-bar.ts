/**
 * `<console-save-bar>`: what is at stake and the buttons that save, always within reach at the foot of an editor.
 *
 * What has `slot="state"` stands first. Messages that go by themselves come above it: it says where it is.
 */
import { css, html } from 'lit'
import { ConsoleElement } from '../../console-element.ts'

export class ConsoleSaveBar extends ConsoleElement {
  static override styles = css`
    :host {
      position: sticky;
      inset-block-end: 0;
      z-index: 5;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--wa-space-s);
      margin-block-start: var(--wa-space-l);
      padding: 0.75rem var(--wa-space-l);
      border: 1px solid var(--wa-color-surface-border);
      border-radius: var(--wa-border-radius-l) var(--wa-border-radius-l) 0 0;
      background: var(--console-card);
      box-shadow: 0 -4px 16px rgb(0 0 0 / 0.08);
    }
    ::slotted([slot='state']) {
      flex: 1 1 12rem;
      min-width: 0;
      color: var(--wa-color-text-quiet);
    }
    @media (max-width: 50rem) {
      :host {
        gap: 0.5rem;
        padding: 0.6rem var(--wa-space-m);
      }
      ::slotted([slot='state']) {
        flex-basis: 100%;
        font-size: 0.9375rem;
      }
      ::slotted(label) {
        flex: 1 1 9rem;
        line-height: 1.3;
      }
      ::slotted(wa-button) {
        flex: 1 1 auto;
      }
    }
  `

  /** It moves with the page that it ends, and stays at the screen's foot while that goes on below. */
  #place = new ResizeObserver(() => this.#tellPlace())

  override connectedCallback(): void {
    super.connectedCallback()
    for (const moves of [this, document.body]) this.#place.observe(moves)
    addEventListener('scroll', this.#tellPlace, { passive: true })
    addEventListener('resize', this.#tellPlace)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#place.disconnect()
    removeEventListener('scroll', this.#tellPlace)
    removeEventListener('resize', this.#tellPlace)
    tellFoot(0)
  }

  #tellPlace = (): void => tellFoot(document.documentElement.clientHeight - this.getBoundingClientRect().top)

  protected override render() {
    return html`<slot name="state"></slot><slot></slot>`
  }
}

function tellFoot(height: number): void {
  document.documentElement.style.setProperty('--console-foot', `${Math.max(0, height)}px`)
}

customElements.define('console-save-bar', ConsoleSaveBar)
