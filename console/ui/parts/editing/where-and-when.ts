/** On which websites something is shown, and the date that stands on it. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { SITE_IDS, type SiteId } from '../../../../shared/contract/site.ts'
import { language } from '../../language.ts'
import { SITES } from '../sites.ts'
import { fromField, toField } from '../wall-clock.ts'
import { say } from './strings.ts'

export interface SiteChoice {
  sites: readonly SiteId[]
  faults: TemplateResult
  choose(sites: SiteId[]): void
}

export function siteChoice({ sites, faults, choose }: SiteChoice): TemplateResult {
  const lang = language()
  const toggled = (site: SiteId) => SITE_IDS.filter(each => (each === site) !== sites.includes(each))
  return html`<fieldset>
    <legend>${say('websites')}</legend>
    <div class="choices">
      ${SITE_IDS.map(
        site => html`<label class="choice"><input type="checkbox" .checked=${live(sites.includes(site))}
          @change=${() => choose(toggled(site))}> ${SITES[site][lang]}</label>`,
      )}
    </div>
    ${faults}
  </fieldset>`
}

export interface DateField {
  /** `YYYYMMDDhhmmss`, the school's wall clock. */
  value: string
  hint: string
  faults: TemplateResult
  /** Empty when nothing whole was entered. */
  choose(value: string): void
}

export function dateField({ value, hint, faults, choose }: DateField): TemplateResult {
  return html`<div class="field">
    <label for="date">${say('date')}</label>
    <input id="date" type="datetime-local" step="1" aria-describedby="date-hint" .value=${live(toField(value))}
      @change=${(event: Event) => choose(fromField((event.target as HTMLInputElement).value))}>
    <p class="hint" id="date-hint">${hint}</p>
    ${faults}
  </div>`
}
