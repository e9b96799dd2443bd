/** All units, years and groups: added, renamed and deleted in place. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, type TemplateResult } from 'lit'
import type { Structures } from '../../../api/structures.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { API_BASE, type FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { listRows, selection } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { rowStyles } from '../../parts/record-row.ts'
import { word } from '../../parts/words.ts'
import { groupIn, placeFields } from './group-fields.ts'
import { faultText, say } from './strings.ts'

const WORDS = {
  unit: { all: 'units', none: 'noUnits', id: 'unitId', name: 'unitName', add: 'newUnit' },
  year: { all: 'years', none: 'noYears', id: 'yearId', name: 'yearName', add: 'newYear' },
} as const
type Kind = keyof typeof WORDS

interface Place {
  id: number
  name: string
  groups: number
  stamp: string
}

/** Whose groups are shown: kept while the console is open, for the way back from a group. */
const chosen = { unit: '', year: '' }

class StructuresListPage extends ActingPage {
  static override styles = [
    rowStyles,
    css`
    .columns {
      --column: 26rem;
    }
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
    .field.id {
      flex: 0 1 5.5rem;
    }
    @media (min-width: 50.01rem) {
      .columns table.list :is(th, td):not(:first-child, :last-child) {
        padding-inline: 0.5rem;
      }
    }
    .field.name {
      flex-basis: 7rem;
    }
    td.id {
      font-variant-numeric: tabular-nums;
      font-weight: 600;
    }
    .none {
      padding: 0 var(--inset) 1rem;
    }
  `,
  ]
  static override properties = {
    structures: { state: true },
    errors: { state: true },
    renamed: { state: true },
  }

  declare private structures: Structures | undefined
  declare private errors: { of: Kind | 'group'; all: readonly FieldError[] }
  /** As it was when its renaming began. */
  declare private renamed: { kind: Kind; place: Place } | undefined

  constructor() {
    super()
    this.errors = { of: 'group', all: [] }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('structures', 'people')
  }

  protected override arrive(): void {
    void this.load(
      signal => this.api.get<Structures>('/structures', { signal }),
      structures => (this.structures = structures),
    )
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}>
        <wa-button appearance="outlined" href="${API_BASE}/student-lists?lang=${this.lang}" download="students.csv">
          ${icon('download', 'start')} ${say('export')}
        </wa-button>
      </console-page-header>
      ${this.whenLoaded(() => (this.structures ? this.#all(this.structures) : html``))}
    `
  }

  #all(structures: Structures): TemplateResult {
    const units = structures.units.map(({ unitId: id, ...unit }) => ({ id, ...unit }))
    const years = structures.years.map(({ yearId: id, ...year }) => ({ id, ...year }))
    return html`<div class="stack">
      <div class="columns">${this.#places('unit', units)} ${this.#places('year', years)}</div>
      <section class="card flush" aria-labelledby="groups">
        <div class="head">
          <h2 id="groups">${say('groups')}</h2>
          <div class="row">${this.#filter('unit', units)} ${this.#filter('year', years)}</div>
        </div>
        ${this.#groups(structures)} ${this.#newGroup(structures)}
      </section>
    </div>`
  }

  #places(kind: Kind, places: readonly Place[]): TemplateResult {
    const words = WORDS[kind]
    return html`<section class="card flush" aria-labelledby=${words.all}>
      <div class="head"><h2 id=${words.all}>${say(words.all)}</h2></div>
      ${
        places.length === 0
          ? html`<p class="none quiet">${say(words.none)}</p>`
          : listTable(places, ({ id }) => id, [
              { label: say(words.id), kind: 'id', cell: ({ id }) => id },
              {
                label: word('name'),
                kind: 'title',
                cell: place => (this.#isRenamed(kind, place) ? this.#nameForm(kind) : place.name),
              },
              { label: say('groups'), cell: ({ groups }) => groups },
              {
                label: word('actions'),
                kind: 'actions',
                cell: place => (this.#isRenamed(kind, place) ? '' : this.#actions(kind, place)),
              },
            ])
      }
      <form class="inline foot" novalidate @submit=${(event: SubmitEvent) => this.#addPlace(event, kind)}>
        <label class="field id">
          ${say(words.id)}
          <input name="id" inputmode="numeric" maxlength="15" autocomplete="off" title=${say('idHint')} />
        </label>
        <label class="field name">
          ${say(words.name)}
          <input name="name" maxlength="200" autocomplete="off" />
        </label>
        <wa-button type="submit" appearance="outlined">${icon('plus', 'start')} ${say(words.add)}</wa-button>
        ${this.#faults(kind)}
      </form>
    </section>`
  }

  #isRenamed(kind: Kind, { id }: Place): boolean {
    return this.renamed?.kind === kind && this.renamed.place.id === id
  }

  #nameForm(kind: Kind): TemplateResult {
    return html`<form class="inline" @submit=${this.#rename}>
      <label class="field name">
        <span class="visually-hidden">${say(WORDS[kind].name)}</span>
        <input name="name" required maxlength="200" autocomplete="off" .value=${this.renamed?.place.name ?? ''} />
      </label>
      <wa-button type="submit" size="s" variant="brand">${word('save')}</wa-button>
      <wa-button size="s" appearance="outlined" @click=${() => (this.renamed = undefined)}>${word('cancel')}</wa-button>
    </form>`
  }

  #actions(kind: Kind, place: Place): TemplateResult {
    const { id, name, groups } = place
    const inUse = groups > 0 ? say('inUse') : ''
    return html`<button class="act" title=${say('rename')} @click=${() => this.#beginRename(kind, place)}>
        ${icon('pencil')} <span class="words">${say('rename')}<span class="visually-hidden"> ${name}</span></span>
      </button>
      <button class="act" title=${inUse || word('delete')} ?disabled=${groups > 0}
        @click=${() => this.#do('deleted', name, () => this.api.delete<Undone>(`/structures/${kind}s/${id}`))}>
        ${icon('trash')} <span class="words">${word('delete')}<span class="visually-hidden"> ${name}${inUse && `. ${inUse}`}</span></span>
      </button>`
  }

  #filter(kind: Kind, places: readonly Place[]): TemplateResult {
    const list = {
      query: chosen,
      choose: (changes: Partial<typeof chosen>) => {
        Object.assign(chosen, changes)
        this.requestUpdate()
      },
    }
    const choices = places.map(({ id, name }) => [`${id}`, name] as const)
    return html`<label class="field"><span>${word(kind)}</span>${selection(list, kind, word(kind), say('all'), choices)}</label>`
  }

  #groups({ units, years, groups }: Structures): TemplateResult {
    const unitNames = new Map(units.map(({ unitId, name }) => [unitId, name]))
    const yearNames = new Map(years.map(({ yearId, name }) => [yearId, name]))
    const rows = groups.filter(
      ({ unitId, yearId }) =>
        ['', `${unitId}`].includes(chosen.unit) && ['', `${yearId}`].includes(chosen.year),
    )
    return listRows(
      { rows },
      {
        empty: { icon: 'diagram', heading: say('noGroups'), text: say('noGroupsText') },
        table: () =>
          listTable(rows, ({ groupId }) => groupId, [
            {
              label: word('group'),
              kind: 'title',
              cell: ({ groupId, groupName }) =>
                html`<a href="/console/structures/groups/${groupId}">${groupName}</a>`,
            },
            { label: word('unit'), cell: ({ unitId }) => unitNames.get(unitId) },
            { label: word('year'), cell: ({ yearId }) => yearNames.get(yearId) },
            { label: say('students'), cell: ({ students }) => students },
          ]),
      },
    )
  }

  #newGroup({ units, years }: Structures): TemplateResult {
    if (units.length === 0 || years.length === 0) return html`<p class="foot quiet">${say('needPlaces')}</p>`
    const isFaulty = this.errors.of === 'group' && this.errors.all.length > 0
    return html`<form class="inline foot" novalidate @submit=${this.#addGroup}>
      <label class="field">
        ${say('groupName')}
        <input name="groupName" maxlength="200" autocomplete="off" aria-invalid=${isFaulty ? 'true' : 'false'} />
      </label>
      ${placeFields({ units, years }, { unitId: Number(chosen.unit), yearId: Number(chosen.year) })}
      <wa-button type="submit" appearance="outlined">${icon('plus', 'start')} ${say('newGroup')}</wa-button>
      ${this.#faults('group')}
    </form>`
  }

  #faults(of: Kind | 'group'): TemplateResult {
    const faults = this.errors.of === of ? this.errors.all : []
    return html`<div role="alert">${faults.map(fault => html`<p class="small">${faultText(fault)}</p>`)}</div>`
  }

  async #addPlace(event: SubmitEvent, kind: Kind): Promise<void> {
    const form = submitted(event)
    const values = new FormData(form)
    const id = String(values.get('id')).trim()
    const name = String(values.get('name'))
    const draft = { name, ...(id !== '' && { [`${kind}Id`]: Number(id) }) }
    const add = () => this.api.post<Undone>(`/structures/${kind}s`, draft)
    if (await this.#do('added', name, add, kind)) form.reset()
  }

  #addGroup = async (event: SubmitEvent): Promise<void> => {
    const form = submitted(event)
    const group = groupIn(form)
    const add = () => this.api.post<Undone>('/structures/groups', group)
    if (await this.#do('added', group.groupName, add, 'group')) form.reset()
  }

  async #beginRename(kind: Kind, place: Place): Promise<void> {
    this.renamed = { kind, place }
    await this.updateComplete
    this.renderRoot.querySelector<HTMLInputElement>('td input')?.select()
  }

  #rename = async (event: SubmitEvent): Promise<void> => {
    const form = submitted(event)
    if (!this.renamed) return
    const { kind, place } = this.renamed
    const name = String(new FormData(form).get('name'))
    const change = () =>
      this.api.put<Undone>(`/structures/${kind}s/${place.id}`, { name, stamp: place.stamp })
    if (await this.#do('saved', name, change, kind)) this.renamed = undefined
  }

  /** @param of whose form shows what was wrong */
  async #do(
    said: 'added' | 'saved' | 'deleted',
    name: string,
    call: () => Promise<Undone>,
    of?: Kind | 'group',
  ): Promise<boolean> {
    const done = await this.act(call, of && (all => (this.errors = { of, all })))
    if (!done) return false
    this.done(withColon(say(said), name), done)
    this.reload()
    return true
  }
}

function submitted(event: SubmitEvent): HTMLFormElement {
  event.preventDefault()
  return event.target as HTMLFormElement
}

customElements.define('structures-list', StructuresListPage)
