/**
 * `<popup-settings .form=${…} .errors=${…}>`: where, when and how a message is shown.
 *
 * Fires `popup-settings` with what was changed; undefined is what is not chosen any more.
 */
import { css, html, LitElement } from 'lit'
import type { FieldError } from '../../api.ts'
import type { Language } from '../../language.ts'
import '../../parts/console-field-errors.ts'
import type { Changes } from '../../parts/editing/editing.ts'
import { periodFields, periodStyles } from '../../parts/editing/period.ts'
import { dateField, siteChoice } from '../../parts/editing/where-and-when.ts'
import { fields } from '../../parts/fields.ts'
import { look } from '../../styles.ts'
import { buttonChoice } from './button-choice.ts'
import './icon-picker.ts'
import type { PopupIconPicker } from './icon-picker.ts'
import type { PopupForm } from './message.ts'
import { say, type Word } from './strings.ts'

export class PopupSettings extends LitElement {
  static override styles = [
    look,
    fields,
    periodStyles,
    css`
      section {
        display: grid;
        gap: var(--wa-space-l);
      }
    `,
  ]
  static override properties = {
    lang: {},
    zone: {},
    form: { attribute: false },
    errors: { attribute: false },
  }

  declare lang: Language
  declare zone: string
  declare form: PopupForm
  declare errors: readonly FieldError[]

  protected override render() {
    const { form, lang } = this
    const faults = (path: string) =>
      html`<console-field-errors .lang=${lang} .errors=${this.errors} path=${path}></console-field-errors>`
    return html`<section class="card" aria-labelledby="settings">
      <h2 id="settings">${this.#t('settings')}</h2>
      ${siteChoice({ lang, sites: form.sites, faults: faults('/sites'), choose: sites => this.#tell({ sites }) })}
      ${dateField({
        lang,
        value: form.displayDate,
        hint: say('displayHint', lang, { zone: this.zone }),
        faults: faults('/displayDate'),
        choose: displayDate => this.#tell({ displayDate }),
      })}
      ${periodFields({
        lang,
        legend: this.#t('period'),
        zone: this.zone,
        ends: [
          { name: 'startsAt', label: this.#t('startsAt'), hint: this.#t('startsHint'), value: form.startsAt },
          { name: 'endsAt', label: this.#t('endsAt'), hint: this.#t('endsHint'), value: form.endsAt },
        ],
        faults,
        choose: (name, value) => this.#tell({ [name]: value }),
      })}
      <popup-icon-picker .lang=${lang} .value=${form.iconId ?? ''} @change=${this.#onIcon}></popup-icon-picker>
      ${buttonChoice(lang, form.needConfirm, needConfirm => this.#tell({ needConfirm }))}
    </section>`
  }

  #onIcon = (event: Event): void => {
    const { value } = event.target as PopupIconPicker
    this.#tell({ iconId: value === '' ? undefined : value })
  }

  #tell(detail: Changes<PopupForm>): void {
    this.dispatchEvent(new CustomEvent('popup-settings', { detail }))
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

customElements.define('popup-settings', PopupSettings)
