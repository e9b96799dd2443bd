/**
 * What the API found wrong with a record: `<console-field-errors .errors=${problem.errors} .label=${path => …}>`.
 *
 * With `path` it tells what is wrong at that one place and below, to stand under its field; without it, everything, as a
 * summary that takes the focus when it appears.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { say } from './strings.ts'

export class ConsoleFieldErrors extends ConsoleElement {
  static override styles = css`
    .place {
      display: flex;
      gap: 0.4em;
      align-items: baseline;
      margin-block-start: 0.35rem;
      font-size: 0.9375rem;
    }
  `
  static override properties = {
    errors: { attribute: false },
    path: {},
    label: { attribute: false },
  }

  declare errors: readonly FieldError[]
  /** JSON pointer of the one field. */
  declare path: string | undefined
  /** The field's name for a reader; the reason alone is said where there is none. */
  declare label: ((path: string) => string | undefined) | undefined

  constructor() {
    super()
    this.errors = []
  }

  override updated(changed: PropertyValues<this>): void {
    if (this.path === undefined && changed.has('errors') && this.errors.length > 0)
      this.renderRoot.querySelector<HTMLElement>('.note')?.focus()
  }

  override render() {
    const { path } = this
    if (path !== undefined) {
      const here = this.errors.filter(error => error.path === path || error.path.startsWith(`${path}/`))
      return here.map(
        ({ reason }) =>
          html`<p class="fault place">${icon('exclamation')} <span>${this.#said(reason)}</span></p>`,
      )
    }
    if (this.errors.length === 0) return nothing
    return html`<div class="note bad" role="alert" tabindex="-1">
      <div class="grow">
        <strong>${say('faults')}</strong>
        <ul class="bullets">
          ${this.errors.map(({ path, reason }) => {
            const label = this.label?.(path) ?? path
            return html`<li>${label === '' ? nothing : `${label}${this.lang === 'zh-HK' ? '：' : ': '}`}${this.#said(reason)}</li>`
          })}
        </ul>
      </div>
    </div>`
  }

  /** What no page has put into Chinese is said as the service says it, in English. */
  #said(reason: string): TemplateResult {
    if (this.lang === 'en-US' || /\p{Script=Han}/u.test(reason)) return html`${reason}`
    return html`${say('refusedField')}<span lang="en">${reason}</span>`
  }
}

customElements.define('console-field-errors', ConsoleFieldErrors)
