/**
 * `<popup-settings .form=${…} .errors=${…}>`: where, when and how a message is shown.
 *
 * Fires `popup-settings` with what was changed; undefined is what is not chosen any more.
 */
import { html } from 'lit'
import type { FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import '../../parts/console-field-errors.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { periodFields } from '../../parts/editing/period.ts'
import { dateField, siteChoice } from '../../parts/editing/where-and-when.ts'
import { buttonChoice } from './button-choice.ts'
import './icon-picker.ts'
import type { PopupIconPicker } from './icon-picker.ts'
import type { PopupForm } from './message.ts'
import { say } from './strings.ts'

export class PopupSettings extends ConsoleElement {
  static override properties = {
    zone: {},
    form: { attribute: false },
    errors: { attribute: false },
  }

  declare zone: string
  declare form: PopupForm
  declare errors: readonly FieldError[]

  protected override render() {
    const { form } = this
    const faults = (path: string) =>
      html`<console-field-errors .errors=${this.errors} path=${path}></console-field-errors>`
    return html`<section class="card stack" aria-labelledby="settings">
      <h2 id="settings">${say('settings')}</h2>
      ${siteChoice({ sites: form.sites, faults: faults('/sites'), choose: sites => this.#tell({ sites }) })}
      ${dateField({
        value: form.displayDate,
        hint: say('displayHint', { zone: this.zone }),
        faults: faults('/displayDate'),
        choose: displayDate => this.#tell({ displayDate }),
      })}
      ${periodFields({
        legend: say('period'),
        zone: this.zone,
        ends: [
          { name: 'startsAt', label: say('startsAt'), hint: say('startsHint'), value: form.startsAt },
          { name: 'endsAt', label: say('endsAt'), hint: say('endsHint'), value: form.endsAt },
        ],
        faults,
        choose: (name, value) => this.#tell({ [name]: value }),
      })}
      <popup-icon-picker .value=${form.iconId ?? ''} @change=${this.#onIcon}></popup-icon-picker>
      ${buttonChoice(form.needConfirm, needConfirm => this.#tell({ needConfirm }))}
    </section>`
  }

  #onIcon = (event: Event): void => {
    const { value } = event.target as PopupIconPicker
    this.#tell({ iconId: value === '' ? undefined : value })
  }

  #tell(detail: Changes<PopupForm>): void {
    this.dispatchEvent(new CustomEvent('popup-settings', { detail }))
  }
}

customElements.define('popup-settings', PopupSettings)
