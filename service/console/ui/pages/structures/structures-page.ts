/** School structures: units, years, groups; one group; the import of a student list. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { API_BASE, type FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import '../../parts/console-empty.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { controls } from '../../parts/controls.ts'
import type { PersonLine } from '../../parts/person-line.ts'
import { WORDS } from '../../parts/words.ts'
import { look } from '../../styles.ts'
import type { GroupInFull } from './group-view.ts'
import './group-view.ts'
import './import-view.ts'
import { IMPORT_STRINGS } from './import-strings.ts'
import type { PlacesCard } from './places-card.ts'
import './places-card.ts'
import { FAULTS, STRINGS } from './strings.ts'

interface Structures {
  units: { unitId: number; name: string; groups: number }[]
  years: { yearId: number; name: string; groups: number }[]
  groups: { groupId: number; unitId: number; yearId: number; groupName: string; students: number }[]
}
type Kind = 'unit' | 'year'
type Named = CustomEvent<{ id: number; name: string }>

class StructuresPage extends ActingPage {
  static override styles = [
    look,
    controls,
    css`
      .places {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
        gap: var(--wa-space-l);
        align-items: start;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem;
        align-items: center;
        justify-content: space-between;
        padding: 0.9rem 1rem;
      }
      .head .row .field {
        display: flex;
        align-items: center;
      }
      .head select {
        width: auto;
      }
      .add {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: end;
        padding: 1rem;
        background: var(--wa-color-surface-lowered);
        border-block-start: 1px solid var(--wa-color-surface-border);
      }
      .add .field {
        flex: 1 1 10rem;
      }
      .add [role='alert'] {
        flex-basis: 100%;
      }
    `,
  ]
  static override properties = {
    structures: { state: true },
    group: { state: true },
    unit: { state: true },
    year: { state: true },
    errors: { state: true },
  }

  declare private structures: Structures | undefined
  declare private group: GroupInFull | undefined
  /** Whose groups are shown; 0 for all. */
  declare private unit: number
  declare private year: number
  declare private errors: { of: Kind | 'group'; all: readonly FieldError[] }

  constructor() {
    super()
    this.unit = 0
    this.year = 0
    this.errors = { of: 'group', all: [] }
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('structures', 'people')
  }

  protected override arrive(): void {
    const [what, id] = this.rest
    this.errors = { of: 'group', all: [] }
    void this.load(async signal => {
      this.structures = await this.api.get<Structures>('/structures', { signal })
      this.group =
        what === 'groups'
          ? await this.api.get<GroupInFull>(`/structures/groups/${encodeURIComponent(id ?? '')}`, { signal })
          : undefined
    })
  }

  override render() {
    const [what] = this.rest
    if (what === 'import') return this.#import()
    if (what === 'groups') return this.#group()
    return html`
      <console-page-header heading=${this.#t('title')} intro=${this.#t('intro')}>
        <wa-button appearance="outlined" href="${API_BASE}/student-lists?lang=${this.lang}" download="students.csv">
          ${icon('download', 'start')} ${this.#t('export')}
        </wa-button>
        <wa-button variant="brand" href="/console/structures/import">${icon('upload', 'start')} ${this.#t('import')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(() => (this.structures ? this.#all(this.structures) : html``))}
    `
  }

  #import(): TemplateResult {
    return html`
      <console-page-header
        heading=${IMPORT_STRINGS.title[this.lang]}
        intro=${IMPORT_STRINGS.intro[this.lang]}
        back="structures"
        back-text=${this.#t('back')}
      ></console-page-header>
      ${this.whenLoaded(
        () => html`<import-view
          .lang=${this.lang}
          .api=${this.api}
          .units=${this.structures?.units ?? []}
          .years=${this.structures?.years ?? []}
          @import-done=${(event: CustomEvent<Undone & { said: string }>) => {
            this.done(event.detail.said, 'student-lists', event.detail)
            this.go('structures')
          }}
        ></import-view>`,
      )}
    `
  }

  #group(): TemplateResult {
    const { group, structures } = this
    return html`
      <console-page-header heading=${group?.groupName ?? this.#t('title')} back="structures" back-text=${this.#t('back')}>
        ${
          group
            ? html`<wa-button variant="brand" href="/console/attendance/${group.groupId}">
                ${icon('calendar-check', 'start')} ${this.#t('register')}
              </wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() =>
        group && structures
          ? html`<group-view
              .lang=${this.lang}
              .api=${this.api}
              .group=${group}
              .units=${structures.units}
              .years=${structures.years}
              .errors=${this.errors.all}
              @group-change=${(event: CustomEvent) => this.#changeGroup(group, event.detail)}
              @group-students=${(event: CustomEvent) => this.#setStudents(group, event.detail)}
              @group-delete=${() => this.#deleteGroup(group)}
            ></group-view>`
          : html``,
      )}
    `
  }

  #all({ units, years, groups }: Structures): TemplateResult {
    return html`<div class="stack">
      <div class="places">
        ${this.#places(
          'unit',
          units.map(({ unitId, ...place }) => ({ id: unitId, ...place })),
        )}
        ${this.#places(
          'year',
          years.map(({ yearId, ...place }) => ({ id: yearId, ...place })),
        )}
      </div>
      ${this.#groups({ units, years, groups })}
    </div>`
  }

  #places(kind: Kind, rows: { id: number; name: string; groups: number }[]): TemplateResult {
    return html`<places-card
      .lang=${this.lang}
      .kind=${kind}
      .rows=${rows}
      .errors=${this.errors.of === kind ? this.errors.all : []}
      @place-add=${(event: Named) => this.#addPlace(kind, event)}
      @place-rename=${(event: Named) => this.#renamePlace(kind, event)}
      @place-delete=${(event: Named) => this.#deletePlace(kind, event.detail)}
    ></places-card>`
  }

  #groups({ units, years, groups }: Structures): TemplateResult {
    const shown = groups.filter(
      ({ unitId, yearId }) =>
        (this.unit === 0 || unitId === this.unit) && (this.year === 0 || yearId === this.year),
    )
    const unitNames = new Map(units.map(({ unitId, name }) => [unitId, name]))
    const yearNames = new Map(years.map(({ yearId, name }) => [yearId, name]))
    return html`<section class="card flush" aria-labelledby="groups">
      <div class="head">
        <h2 id="groups">${this.#t('groups')}</h2>
        <div class="row">
          ${this.#filter(WORDS.unit[this.lang], this.unit, [...unitNames], id => (this.unit = id))}
          ${this.#filter(WORDS.year[this.lang], this.year, [...yearNames], id => (this.year = id))}
        </div>
      </div>
      ${
        shown.length === 0
          ? html`<console-empty icon="diagram" heading=${this.#t('noGroups')} text=${this.#t('noGroupsText')}></console-empty>`
          : html`<table class="list">
              <thead>
                <tr>
                  <th scope="col">${WORDS.group[this.lang]}</th>
                  <th scope="col">${WORDS.unit[this.lang]}</th>
                  <th scope="col">${WORDS.year[this.lang]}</th>
                  <th scope="col">${this.#t('students')}</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map(
                  ({ groupId, groupName, unitId, yearId, students }) => html`<tr>
                    <td class="title"><a href="/console/structures/groups/${groupId}">${groupName}</a></td>
                    <td data-label=${WORDS.unit[this.lang]}>${unitNames.get(unitId)}</td>
                    <td data-label=${WORDS.year[this.lang]}>${yearNames.get(yearId)}</td>
                    <td data-label=${this.#t('students')}>${students}</td>
                  </tr>`,
                )}
              </tbody>
            </table>`
      }
      ${this.#newGroup({ units, years })}
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
        <option value="0" ?selected=${chosen === 0}>${this.#t('all')}</option>
        ${names.map(([id, name]) => html`<option value=${id} ?selected=${id === chosen}>${name}</option>`)}
      </select>
    </label>`
  }

  #newGroup({ units, years }: Pick<Structures, 'units' | 'years'>): TemplateResult {
    if (units.length === 0 || years.length === 0)
      return html`<p class="add quiet">${this.#t('needPlaces')}</p>`
    const errors = this.errors.of === 'group' ? this.errors.all : []
    return html`<form class="add" novalidate @submit=${this.#addGroup}>
      <label class="field">
        ${this.#t('groupName')}
        <input name="groupName" maxlength="200" autocomplete="off" aria-invalid=${errors.length > 0 ? 'true' : 'false'} />
      </label>
      <label class="field">
        ${WORDS.unit[this.lang]}
        <select name="unitId">
          ${units.map(({ unitId, name }) => html`<option value=${unitId} ?selected=${unitId === this.unit}>${name}</option>`)}
        </select>
      </label>
      <label class="field">
        ${WORDS.year[this.lang]}
        <select name="yearId">
          ${years.map(({ yearId, name }) => html`<option value=${yearId} ?selected=${yearId === this.year}>${name}</option>`)}
        </select>
      </label>
      <wa-button type="submit" appearance="outlined">${icon('plus', 'start')} ${this.#t('newGroup')}</wa-button>
      <div role="alert">
        ${errors.map(({ path, reason }) => html`<p class="small">${FAULTS[path]?.[this.lang] ?? reason}</p>`)}
      </div>
    </form>`
  }

  async #addPlace(kind: Kind, { detail, target }: Named): Promise<void> {
    const { id, name } = detail
    const body = { name, ...(id !== undefined && { [`${kind}Id`]: id }) }
    const added = await this.act(
      () => this.api.post<Undone>(`/structures/${kind}s`, body),
      all => (this.errors = { of: kind, all }),
    )
    if (!added) return
    ;(target as PlacesCard).clear()
    this.done(`${this.#t('added')}: ${name}`, 'structures', added)
    this.reload()
  }

  async #renamePlace(kind: Kind, { detail: { id, name }, target }: Named): Promise<void> {
    const saved = await this.act(
      () => this.api.put<Undone>(`/structures/${kind}s/${id}`, { name }),
      all => (this.errors = { of: kind, all }),
    )
    if (!saved) return
    ;(target as PlacesCard).clear()
    this.done(`${this.#t('saved')}: ${name}`, 'structures', saved)
    this.reload()
  }

  async #deletePlace(kind: Kind, { id, name }: { id: number; name: string }): Promise<void> {
    const deleted = await this.act(() => this.api.delete<Undone>(`/structures/${kind}s/${id}`))
    if (!deleted) return
    this.done(`${this.#t('deleted')}: ${name}`, 'structures', deleted)
    this.reload()
  }

  #addGroup = async (event: Event): Promise<void> => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const values = new FormData(form)
    const draft = {
      groupName: String(values.get('groupName')),
      unitId: Number(values.get('unitId')),
      yearId: Number(values.get('yearId')),
    }
    const added = await this.act(
      () => this.api.post<Undone>('/structures/groups', draft),
      all => (this.errors = { of: 'group', all }),
    )
    if (!added) return
    form.reset()
    this.done(`${this.#t('added')}: ${draft.groupName}`, 'structures', added)
    this.reload()
  }

  async #changeGroup({ groupId }: GroupInFull, draft: { groupName: string }): Promise<void> {
    const saved = await this.act(
      () => this.api.put<Undone>(`/structures/groups/${groupId}`, draft),
      all => (this.errors = { of: 'group', all }),
    )
    if (!saved) return
    this.done(`${this.#t('saved')}: ${draft.groupName}`, 'structures', saved)
    this.reload()
  }

  async #setStudents(
    group: GroupInFull,
    { students, said }: { students: PersonLine[]; said: string },
  ): Promise<void> {
    // Shown at once; what the service refuses is shown as it is there.
    this.group = { ...group, students }
    const ids = { students: students.map(({ userId }) => userId) }
    const saved = await this.act(() =>
      this.api.put<Undone>(`/structures/groups/${group.groupId}/students`, ids),
    )
    if (saved) this.done(said, 'structures', saved)
    this.reload()
  }

  async #deleteGroup({ groupId, groupName }: GroupInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/structures/groups/${groupId}`))
    if (!deleted) return
    this.done(`${this.#t('deleted')}: ${groupName}`, 'structures', deleted)
    this.go('structures')
  }

  #t(name: keyof typeof STRINGS): string {
    return STRINGS[name][this.lang]
  }
}

customElements.define('structures-page', StructuresPage)
export default 'structures-page'
