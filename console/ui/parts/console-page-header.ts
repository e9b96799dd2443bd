/** A page's heading with its main action: `<console-page-header heading="…" back="popups" .backText=${…}>` and actions in its slot. */
import { css, html, nothing, type PropertyValues } from 'lit'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'

export class ConsolePageHeader extends ConsoleElement {
  static override styles = css`
    :host {
      margin-block-end: var(--wa-space-l);
    }
    .words {
      flex: 1 1 24rem;
      min-width: 0;
    }
    h1 {
      font-size: clamp(1.5rem, 1.2rem + 1.2vw, 2rem);
      font-weight: 700;
      letter-spacing: -0.01em;
      /* Chinese begins a new line behind a mark, as far as there is one. */
      word-break: keep-all;
      overflow-wrap: anywhere;
    }
    .intro {
      margin-block-start: 0.35rem;
      max-width: 44rem;
    }
    .back {
      display: inline-flex;
      align-items: center;
      gap: 0.4em;
      min-height: 2.75rem;
      text-decoration: none;
      font-weight: 600;
    }
    .back:hover {
      text-decoration: underline;
    }
  `
  static override properties = { heading: {}, intro: {}, back: {}, backText: { attribute: 'back-text' } }

  declare heading: string
  /** One sentence on what the page is for. */
  declare intro: string
  /** Where the page above is, below /console/. */
  declare back: string | undefined
  declare backText: string

  constructor() {
    super()
    this.heading = ''
    this.intro = ''
    this.backText = ''
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus(options)
  }

  override updated(changed: PropertyValues<this>): void {
    // The shell names the document after it.
    if (changed.has('heading'))
      this.dispatchEvent(
        new CustomEvent('console-heading', { detail: this.heading, bubbles: true, composed: true }),
      )
  }

  override render() {
    return html`
      ${
        this.back === undefined
          ? nothing
          : html`<a class="back" href="/console/${this.back}">${icon('arrow-left')} ${this.backText}</a>`
      }
      <div class="head">
        <div class="words">
          <h1 tabindex="-1">${this.heading}</h1>
          ${this.intro === '' ? nothing : html`<p class="intro quiet">${this.intro}</p>`}
        </div>
        <div class="row"><slot></slot></div>
      </div>
    `
  }
}

customElements.define('console-page-header', ConsolePageHeader)
