/** School structures: units, years, groups; one group. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Person } from '../../../api/schemas.ts'
import type { GroupInFull, Structures } from '../../../api/structures.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { API_BASE, type FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'

import './group-view.ts'
import type { GroupDraft, GroupsCard } from './groups-card.ts'
import './groups-card.ts'
import type { PlacesCard } from './places-card.ts'
import './places-card.ts'
import { say } from './strings.ts'

type Kind = 'unit' | 'year'
type Named = CustomEvent<{ id: number; name: string; stamp: string }>

class StructuresPage extends ActingPage {
  static override styles = css`
    .columns {
      --column: 26rem;
    }
  `
  static override properties = {
    structures: { state: true },
    group: { state: true },
    errors: { state: true },
  }

  declare private structures: Structures | undefined
  declare private group: GroupInFull | undefined
  declare private errors: { of: Kind | 'group'; all: readonly FieldError[] }

  constructor() {
    super()
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
    if (what === 'groups') return this.#group()
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}>
        <wa-button appearance="outlined" href="${API_BASE}/student-lists?lang=${this.lang}" download="students.csv">
          ${icon('download', 'start')} ${say('export')}
        </wa-button>
      </console-page-header>
      ${this.whenLoaded(() => (this.structures ? this.#all(this.structures) : html``))}
    `
  }

  #group(): TemplateResult {
    const { group, structures } = this
    return html`
      <console-page-header heading=${group?.groupName ?? say('title')} back="structures" back-text=${say('back')}>
        ${
          group
            ? html`<wa-button variant="brand" href="/console/attendance/${group.groupId}">
                ${icon('calendar-check', 'start')} ${say('register')}
              </wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() =>
        group && structures
          ? html`<group-view
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
      <div class="columns">
        ${this.#places(
          'unit',
          units.map(({ unitId, ...place }) => ({ id: unitId, ...place })),
        )}
        ${this.#places(
          'year',
          years.map(({ yearId, ...place }) => ({ id: yearId, ...place })),
        )}
      </div>
      <groups-card
        .units=${units}
        .years=${years}
        .groups=${groups}
        .errors=${this.errors.of === 'group' ? this.errors.all : []}
        @group-add=${this.#addGroup}
      ></groups-card>
    </div>`
  }

  #places(kind: Kind, rows: { id: number; name: string; groups: number }[]): TemplateResult {
    return html`<places-card
      .kind=${kind}
      .rows=${rows}
      .errors=${this.errors.of === kind ? this.errors.all : []}
      @place-add=${(event: Named) => this.#addPlace(kind, event)}
      @place-rename=${(event: Named) => this.#renamePlace(kind, event)}
      @place-delete=${(event: Named) => this.#deletePlace(kind, event.detail)}
    ></places-card>`
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
    this.done(withColon(say('added'), name), added)
    this.reload()
  }

  async #renamePlace(kind: Kind, { detail: { id, name, stamp }, target }: Named): Promise<void> {
    const saved = await this.act(
      () => this.api.put<Undone>(`/structures/${kind}s/${id}`, { name, stamp }),
      all => (this.errors = { of: kind, all }),
    )
    if (!saved) return
    ;(target as PlacesCard).clear()
    this.done(withColon(say('saved'), name), saved)
    this.reload()
  }

  async #deletePlace(kind: Kind, { id, name }: { id: number; name: string }): Promise<void> {
    const deleted = await this.act(() => this.api.delete<Undone>(`/structures/${kind}s/${id}`))
    if (!deleted) return
    this.done(withColon(say('deleted'), name), deleted)
    this.reload()
  }

  async #addGroup({ detail, target }: CustomEvent<GroupDraft>): Promise<void> {
    const added = await this.act(
      () => this.api.post<Undone>('/structures/groups', detail),
      all => (this.errors = { of: 'group', all }),
    )
    if (!added) return
    ;(target as GroupsCard).clear()
    this.done(withColon(say('added'), detail.groupName), added)
    this.reload()
  }

  async #changeGroup({ groupId, stamp }: GroupInFull, draft: { groupName: string }): Promise<void> {
    const saved = await this.act(
      () => this.api.put<Undone>(`/structures/groups/${groupId}`, { ...draft, stamp }),
      all => (this.errors = { of: 'group', all }),
    )
    if (!saved) return
    this.done(withColon(say('saved'), draft.groupName), saved)
    this.reload()
  }

  async #setStudents(
    group: GroupInFull,
    { students, said }: { students: Person[]; said: string },
  ): Promise<void> {
    // Shown at once; what the service refuses is shown as it is there.
    this.group = { ...group, students }
    const body = { students: students.map(({ userId }) => userId), stamp: group.stamp }
    const saved = await this.act(() =>
      this.api.put<Undone>(`/structures/groups/${group.groupId}/students`, body),
    )
    if (saved) this.done(said, saved)
    this.reload()
  }

  async #deleteGroup({ groupId, groupName }: GroupInFull): Promise<void> {
    const deleted = await this.leaveAfter(() => this.api.delete<Undone>(`/structures/groups/${groupId}`))
    if (!deleted) return
    this.done(withColon(say('deleted'), groupName), deleted)
    this.go('structures')
  }
}

customElements.define('structures-page', StructuresPage)
export default 'structures-page'
