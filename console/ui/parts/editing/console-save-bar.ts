/**
 * `<console-save-bar>`: what is at stake and the buttons that save, always within reach at the foot of an editor.
 *
 * What has `slot="state"` stands first. Messages that go by themselves come above it: it says how high it is.
 */
import { css, html, LitElement } from 'lit'
import { look } from '../../styles.ts'

export class ConsoleSaveBar extends LitElement {
  static override styles = [
    look,
    css`
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
        margin: 0;
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
        ::slotted(wa-button) {
          flex: 1 1 0;
        }
      }
    `,
  ]

  #height = new ResizeObserver(() => tellHeight(this.offsetHeight))

  override connectedCallback(): void {
    super.connectedCallback()
    this.#height.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#height.disconnect()
    tellHeight(0)
  }

  protected override render() {
    return html`<slot name="state"></slot><slot></slot>`
  }
}

function tellHeight(height: number): void {
  document.documentElement.style.setProperty('--console-foot', `${height}px`)
}

customElements.define('console-save-bar', ConsoleSaveBar)
