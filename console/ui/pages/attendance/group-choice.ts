/** Which group: unit and year narrow the groups down, choosing one goes to its first group. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { word } from '../../parts/words.ts'

export interface Group {
  groupId: number
  unitId: number
  yearId: number
  groupName: string
}

export interface Place {
  units: { unitId: number; name: string }[]
  years: { yearId: number; name: string }[]
  groups: Group[]
}

export interface GroupChoiceParts {
  place: Place
  chosen: Group
  goTo(groupId: number): void
}

export function groupChoice({ place, chosen, goTo }: GroupChoiceParts): TemplateResult {
  const { units, years, groups } = place
  const there = groups.filter(({ unitId, yearId }) => unitId === chosen.unitId && yearId === chosen.yearId)
  const goToOne = (find: (one: Group) => boolean) => {
    const found = groups.filter(find)
    const same = found.find(({ yearId }) => yearId === chosen.yearId) ?? found[0]
    if (same) goTo(same.groupId)
  }
  return html`
    ${select(
      word('unit'),
      units.map(({ unitId, name }) => ({
        id: unitId,
        name,
        off: !groups.some(one => one.unitId === unitId),
      })),
      chosen.unitId,
      id => goToOne(one => one.unitId === id),
    )}
    ${select(
      word('year'),
      years.map(({ yearId, name }) => ({
        id: yearId,
        name,
        off: !groups.some(one => one.unitId === chosen.unitId && one.yearId === yearId),
      })),
      chosen.yearId,
      id => goToOne(one => one.unitId === chosen.unitId && one.yearId === id),
    )}
    ${select(
      word('group'),
      there.map(({ groupId, groupName }) => ({ id: groupId, name: groupName, off: false })),
      chosen.groupId,
      goTo,
    )}
  `
}

function select(
  label: string,
  items: readonly { id: number; name: string; off: boolean }[],
  selected: number,
  choose: (id: number) => void,
): TemplateResult {
  return html`<label class="field">
    ${label}
    <select @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
      ${items.map(({ id, name, off }) => html`<option value=${id} .selected=${live(id === selected)} ?disabled=${off}>${name}</option>`)}
    </select>
  </label>`
}
