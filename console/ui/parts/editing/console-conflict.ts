/**
 * `<console-conflict .heading=${…} .rows=${…} .copy=${…}>`: somebody else has saved in between; both are shown where they
 * differ, and neither is lost.
 *
 * Fires what is chosen: `console-mine`, `console-theirs`, or `console-copy`.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { say } from './strings.ts'

/** A part of a record, as a reader would say it. */
export type Described = readonly [name: string, text: string]

export class ConsoleConflict extends ConsoleElement {
  static override styles = css`
    .scroll {
      overflow-x: auto;
    }
    table {
      width: 100%;
      border-collapse: collapse;
      background: var(--console-card);
    }
    th,
    td {
      padding: 0.5rem 0.75rem;
      text-align: start;
      vertical-align: top;
      border: 1px solid var(--wa-color-surface-border);
      font-size: 0.9375rem;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    tbody th {
      font-weight: 600;
      width: 9rem;
    }
  `
  static override properties = {
    heading: {},
    copy: {},
    mine: { attribute: false },
    theirs: { attribute: false },
  }

  /** What has happened. */
  declare heading: string
  /** What keeping both is called; absent: it cannot be. */
  declare copy: string | undefined
  declare mine: readonly Described[]
  /** The same parts in the same order. */
  declare theirs: readonly Described[]

  protected override firstUpdated(): void {
    this.scrollIntoView({ block: 'center' })
  }

  protected override render() {
    const rows = this.#rows()
    return html`<div class="note warn stack tight" role="alert">
      <p><strong>${this.heading}</strong> ${say('conflictText')}</p>
      ${
        rows.length > 0
          ? html`<div class="scroll" tabindex="0" role="group" aria-label=${say('field')}><table>
            <thead><tr><th scope="col">${say('field')}</th><th scope="col">${say('mine')}</th><th scope="col">${say('theirs')}</th></tr></thead>
            <tbody>${rows.map(([name, mine, theirs]) => html`<tr><th scope="row">${name}</th><td>${mine}</td><td>${theirs}</td></tr>`)}</tbody>
          </table></div>`
          : nothing
      }
      <div class="row">
        <wa-button variant="brand" @click=${() => this.#tell('console-mine')}>${icon('check', 'start')}${say('keepMine')}</wa-button>
        <wa-button appearance="outlined" @click=${() => this.#tell('console-theirs')}>${say('takeTheirs')}</wa-button>
        ${
          this.copy
            ? html`<wa-button appearance="outlined" @click=${() => this.#tell('console-copy')}>${icon('copy', 'start')}${this.copy}</wa-button>`
            : nothing
        }
      </div>
    </div>`
  }

  /** Where the two differ. */
  #rows(): [name: string, mine: string, theirs: string][] {
    return this.mine
      .map(([name, text], index): [string, string, string] => [name, text, this.theirs[index]?.[1] ?? ''])
      .filter(([, one, other]) => one !== other)
      .map(([name, one, other]) => [name, one || say('empty'), other || say('empty')])
  }

  #tell(name: string): void {
    this.dispatchEvent(new CustomEvent(name))
  }
}

customElements.define('console-conflict', ConsoleConflict)
