/** What the form of a new group and that of one that is there have in common. */
import { html, type TemplateResult } from 'lit'
import type { Structures } from '../../../api/structures.ts'
import { word } from '../../parts/words.ts'

type GroupDraft = Pick<Structures['groups'][number], 'groupName' | 'unitId' | 'yearId'>

export function placeFields(
  { units, years }: Pick<Structures, 'units' | 'years'>,
  chosen: { unitId: number; yearId: number },
): TemplateResult {
  const option = (id: number, name: string, chosenId: number) =>
    html`<option value=${id} ?selected=${id === chosenId}>${name}</option>`
  return html`<label class="field">
      ${word('unit')}
      <select name="unitId">${units.map(({ unitId, name }) => option(unitId, name, chosen.unitId))}</select>
    </label>
    <label class="field">
      ${word('year')}
      <select name="yearId">${years.map(({ yearId, name }) => option(yearId, name, chosen.yearId))}</select>
    </label>`
}

export function groupIn(form: HTMLFormElement): GroupDraft {
  const values = new FormData(form)
  return {
    groupName: String(values.get('groupName')),
    unitId: Number(values.get('unitId')),
    yearId: Number(values.get('yearId')),
  }
}
