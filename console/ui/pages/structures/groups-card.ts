/**
 * All groups, of one unit or year if need be, and a form for another.
 *
 * Fires `group-add` {groupName, unitId, yearId}; call {@link GroupsCard.clear} when it was added.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Structures } from '../../../api/structures.ts'
import type { FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-empty.ts'
import { word } from '../../parts/words.ts'
import { FAULTS, say } from './strings.ts'

type GroupLine = Structures['groups'][number]
export type GroupDraft = Pick<GroupLine, 'groupName' | 'unitId' | 'yearId'>

/** Whose groups are shown, 0 for all: kept while the console is open, for the way back from a group. */
const choice = { unit: 0, year: 0 }

export class GroupsCard extends ConsoleElement {
  static override styles = css`
    .head .row .field {
      display: flex;
      align-items: center;
    }
    .head select {
      width: auto;
    }
    .foot {
      align-items: end;
    }
  `
  static override properties = {
    units: { attribute: false },
    years: { attribute: false },
    groups: { attribute: false },
    errors: { attribute: false },
  }

  declare units: readonly { unitId: number; name: string }[]
  declare years: readonly { yearId: number; name: string }[]
  declare groups: readonly GroupLine[]
  /** What was wrong with the group of the form. */
  declare errors: readonly FieldError[]

  constructor() {
    super()
    this.units = []
    this.years = []
    this.groups = []
    this.errors = []
  }

  clear(): void {
    this.renderRoot.querySelector('form')?.reset()
  }

  override render() {
    const { units, years, groups } = this
    const shown = groups.filter(
      ({ unitId, yearId }) =>
        (choice.unit === 0 || unitId === choice.unit) && (choice.year === 0 || yearId === choice.year),
    )
    const unitNames = new Map(units.map(({ unitId, name }) => [unitId, name]))
    const yearNames = new Map(years.map(({ yearId, name }) => [yearId, name]))
    return html`<section class="card flush" aria-labelledby="groups">
      <div class="head">
        <h2 id="groups">${say('groups')}</h2>
        <div class="row">
          ${this.#filter(word('unit'), choice.unit, [...unitNames], unit => this.#choose({ unit }))}
          ${this.#filter(word('year'), choice.year, [...yearNames], year => this.#choose({ year }))}
        </div>
      </div>
      ${
        shown.length === 0
          ? html`<console-empty icon="diagram" heading=${say('noGroups')} text=${say('noGroupsText')}></console-empty>`
          : html`<table class="list">
              <thead>
                <tr>
                  <th scope="col">${word('group')}</th>
                  <th scope="col">${word('unit')}</th>
                  <th scope="col">${word('year')}</th>
                  <th scope="col">${say('students')}</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map(
                  ({ groupId, groupName, unitId, yearId, students }) => html`<tr>
                    <td class="title"><a href="/console/structures/groups/${groupId}">${groupName}</a></td>
                    <td data-label=${word('unit')}>${unitNames.get(unitId)}</td>
                    <td data-label=${word('year')}>${yearNames.get(yearId)}</td>
                    <td data-label=${say('students')}>${students}</td>
                  </tr>`,
                )}
              </tbody>
            </table>`
      }
      ${this.#newGroup()}
    </section>`
  }

  #filter(
    label: string,
    chosen: number,
    names: [number, string][],
    choose: (id: number) => void,
  ): TemplateResult {
    return html`<label class="field">
      <span>${label}</span>
      <select @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
        <option value="0" .selected=${live(chosen === 0)}>${say('all')}</option>
        ${names.map(([id, name]) => html`<option value=${id} .selected=${live(id === chosen)}>${name}</option>`)}
      </select>
    </label>`
  }

  #newGroup(): TemplateResult {
    const { units, years, errors } = this
    if (units.length === 0 || years.length === 0) return html`<p class="foot quiet">${say('needPlaces')}</p>`
    return html`<form class="inline foot" novalidate @submit=${this.#onSubmit}>
      <label class="field">
        ${say('groupName')}
        <input name="groupName" maxlength="200" autocomplete="off" aria-invalid=${errors.length > 0 ? 'true' : 'false'} />
      </label>
      <label class="field">
        ${word('unit')}
        <select name="unitId">
          ${units.map(({ unitId, name }) => html`<option value=${unitId} ?selected=${unitId === choice.unit}>${name}</option>`)}
        </select>
      </label>
      <label class="field">
        ${word('year')}
        <select name="yearId">
          ${years.map(({ yearId, name }) => html`<option value=${yearId} ?selected=${yearId === choice.year}>${name}</option>`)}
        </select>
      </label>
      <wa-button type="submit" appearance="outlined">${icon('plus', 'start')} ${say('newGroup')}</wa-button>
      <div role="alert">
        ${errors.map(({ path, reason }) => html`<p class="small">${FAULTS[path]?.[this.lang] ?? reason}</p>`)}
      </div>
    </form>`
  }

  #choose(changes: Partial<typeof choice>): void {
    Object.assign(choice, changes)
    this.requestUpdate()
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault()
    const values = new FormData(event.target as HTMLFormElement)
    const detail: GroupDraft = {
      groupName: String(values.get('groupName')),
      unitId: Number(values.get('unitId')),
      yearId: Number(values.get('yearId')),
    }
    this.dispatchEvent(new CustomEvent('group-add', { detail }))
  }
}

customElements.define('groups-card', GroupsCard)
