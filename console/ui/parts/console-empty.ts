/** What stands where nothing is yet: `<console-empty icon="megaphone" heading="…" text="…">` with an action in its slot. */
import { css, html, nothing } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { type IconName, icon } from '../icons.ts'

export class ConsoleEmpty extends ConsoleElement {
  static override styles = css`
    .empty {
      display: grid;
      justify-items: center;
      gap: var(--wa-space-s);
      padding: clamp(2rem, 6vw, 4rem) 1.5rem;
      text-align: center;
    }
    .icon {
      color: var(--wa-color-brand-on-quiet);
      background: var(--wa-color-brand-fill-quiet);
      border-radius: 50%;
      padding: 1rem;
      font-size: 1.6rem;
    }
    p {
      max-width: 34rem;
      color: var(--wa-color-text-quiet);
    }
  `
  static override properties = { icon: {}, heading: {}, text: {} }

  declare icon: IconName
  declare heading: string
  /** What to do. */
  declare text: string

  constructor() {
    super()
    this.icon = 'inbox'
    this.heading = ''
    this.text = ''
  }

  override render() {
    return html`<div class="empty">
      ${icon(this.icon)}
      <h2>${this.heading}</h2>
      ${this.text === '' ? nothing : html`<p>${this.text}</p>`}
      <slot></slot>
    </div>`
  }
}

customElements.define('console-empty', ConsoleEmpty)
