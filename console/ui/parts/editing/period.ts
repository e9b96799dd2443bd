/** From when until when something is on the websites: two times, both optional. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { FieldError } from '../../api.ts'
import { fromField, toField } from '../wall-clock.ts'
import { say } from './strings.ts'

export interface PeriodEnd {
  /** Of the record, as in `startsAt`. */
  name: string
  label: string
  hint: string
  value: string | undefined
}

export interface PeriodFields {
  legend: string
  /** That of the school's time. */
  zone: string
  ends: readonly [PeriodEnd, PeriodEnd]
  /** What is wrong at a place. */
  faults(path: string): TemplateResult
  choose(name: string, value: string | undefined): void
}

export function periodFields({ legend, zone, ends, faults, choose }: PeriodFields): TemplateResult {
  return html`<fieldset aria-describedby="period-hint">
    <legend>${legend}</legend>
    <div class="columns">
      ${ends.map(
        ({ name, label, hint, value }) => html`<div class="field">
          <label for=${name}>${label}</label>
          <input id=${name} name=${name} type="datetime-local" max="9999-12-28T23:59" aria-describedby="${name}-hint"
            data-period .value=${live(toField(value ?? ''))}
            @change=${({ target }: Event) => choose(name, fromField((target as HTMLInputElement).value) || undefined)}>
          <p class="hint" id="${name}-hint">${hint}</p>
          ${faults(`/${name}`)}
        </div>`,
      )}
    </div>
    <p class="hint" id="period-hint">${say('schoolTime')}${zone}</p>
  </fieldset>`
}

/**
 * Times of which only a part was typed, and an end that is not after its beginning. What is typed in part would count as
 * no time at all.
 */
export function periodFaults(
  root: ParentNode | null | undefined,
  form: Readonly<Record<string, unknown>>,
  [first, last]: readonly [string, string],
): FieldError[] {
  const inputs = [...(root?.querySelectorAll<HTMLInputElement>('input[data-period]') ?? [])]
  const found = inputs
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => ({ path: `/${name}`, reason: say('wholeTime') }))
  const [begin, end] = [form[first], form[last]]
  if (typeof begin === 'string' && typeof end === 'string' && end <= begin)
    found.push({ path: `/${last}`, reason: say('endBeforeStart') })
  return found
}
