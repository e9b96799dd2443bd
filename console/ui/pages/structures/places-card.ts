/**
 * Units, or years: their numbers and names, added, renamed and deleted in place.
 *
 * Fires `place-add` {id, name}, `place-rename` {id, name, stamp}, `place-delete` {id, name}.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { word } from '../../parts/words.ts'
import { FAULTS, say } from './strings.ts'

export interface PlaceRow {
  id: number
  name: string
  groups: number
  stamp: string
}

export class PlacesCard extends ConsoleElement {
  static override styles = css`
    .foot {
      align-items: end;
    }
    .field.id {
      flex: 0 1 6.5rem;
    }
    td.id {
      font-variant-numeric: tabular-nums;
      font-weight: 600;
    }
    p.quiet {
      padding: 0 1rem 1rem;
    }
  `
  static override properties = {
    kind: {},
    rows: { attribute: false },
    errors: { attribute: false },
    editing: { state: true },
  }

  declare kind: 'unit' | 'year'
  declare rows: readonly PlaceRow[]
  declare errors: readonly FieldError[]
  /** As it was when its renaming began. */
  declare private editing: PlaceRow | undefined

  constructor() {
    super()
    this.kind = 'unit'
    this.rows = []
    this.errors = []
  }

  /** What was typed has been entered. */
  clear(): void {
    this.renderRoot.querySelector<HTMLFormElement>('form.add')?.reset()
    this.editing = undefined
  }

  override render() {
    const isUnit = this.kind === 'unit'
    return html`<section class="card flush" aria-labelledby="title">
      <div class="head"><h2 id="title">${say(isUnit ? 'units' : 'years')}</h2></div>
      ${
        this.rows.length === 0
          ? html`<p class="quiet">${say(isUnit ? 'noUnits' : 'noYears')}</p>`
          : html`<table class="list">
              <thead>
                <tr>
                  <th scope="col">${say(isUnit ? 'unitId' : 'yearId')}</th>
                  <th scope="col">${word('name')}</th>
                  <th scope="col">${say('groups')}</th>
                  <th scope="col"><span class="visually-hidden">${word('actions')}</span></th>
                </tr>
              </thead>
              <tbody>
                ${repeat(this.rows, idOf, row => this.#row(row))}
              </tbody>
            </table>`
      }
      ${this.#form()}
    </section>`
  }

  #row(row: PlaceRow): TemplateResult {
    const label = say(this.kind === 'unit' ? 'unitId' : 'yearId')
    if (row.id === this.editing?.id)
      return html`<tr>
        <td class="id" data-label=${label}>${row.id}</td>
        <td colspan="3">
          <form class="inline" @submit=${this.#rename}>
            <label class="field name">
              <span class="visually-hidden">${say(this.kind === 'unit' ? 'unitName' : 'yearName')}</span>
              <input name="name" required maxlength="200" autocomplete="off" .value=${this.editing.name} />
            </label>
            <wa-button type="submit" size="s" variant="brand">${word('save')}</wa-button>
            <wa-button size="s" appearance="outlined" @click=${() => (this.editing = undefined)}>${word('cancel')}</wa-button>
          </form>
        </td>
      </tr>`
    return html`<tr>
      <td class="id" data-label=${label}>${row.id}</td>
      <td class="title">${row.name}</td>
      <td data-label=${say('groups')}>${row.groups}</td>
      <td class="actions">
        <wa-button size="s" appearance="plain" @click=${() => this.#edit(row)}>
          ${icon('pencil')}<span class="visually-hidden">${say('rename')} ${row.name}</span>
        </wa-button>
        <wa-button
          size="s"
          appearance="plain"
          title=${row.groups > 0 ? say('inUse') : ''}
          ?disabled=${row.groups > 0}
          @click=${() => this.#fire('place-delete', { id: row.id, name: row.name })}
        >
          ${icon('trash')}<span class="visually-hidden">
            ${word('delete')} ${row.name}${row.groups > 0 ? `. ${say('inUse')}` : ''}
          </span>
        </wa-button>
      </td>
    </tr>`
  }

  #form(): TemplateResult {
    const isUnit = this.kind === 'unit'
    return html`<form class="inline foot" novalidate @submit=${this.#add}>
      <label class="field id">
        ${say(isUnit ? 'unitId' : 'yearId')}
        <input name="id" inputmode="numeric" maxlength="15" autocomplete="off" title=${say('idHint')} />
      </label>
      <label class="field name">
        ${say(isUnit ? 'unitName' : 'yearName')}
        <input name="name" maxlength="200" autocomplete="off" />
      </label>
      <wa-button type="submit" appearance="outlined">${icon('plus', 'start')} ${say(isUnit ? 'newUnit' : 'newYear')}</wa-button>
      <div role="alert">
        ${
          this.errors.length === 0
            ? nothing
            : this.errors.map(
                ({ path, reason }) => html`<p class="small">${FAULTS[path]?.[this.lang] ?? reason}</p>`,
              )
        }
      </div>
    </form>`
  }

  async #edit(row: PlaceRow): Promise<void> {
    this.editing = row
    await this.updateComplete
    this.renderRoot.querySelector<HTMLInputElement>('td input')?.select()
  }

  #rename = (event: Event): void => {
    event.preventDefault()
    const name = String(new FormData(event.target as HTMLFormElement).get('name'))
    this.#fire('place-rename', { ...this.editing, name })
  }

  #add = (event: Event): void => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const id = String(form.get('id')).trim()
    this.#fire('place-add', { ...(id !== '' && { id: Number(id) }), name: String(form.get('name')) })
  }

  #fire(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

/** A row stays its place's while others come before it: what is pressed there means that one. */
const idOf = ({ id }: PlaceRow) => id

customElements.define('places-card', PlacesCard)
