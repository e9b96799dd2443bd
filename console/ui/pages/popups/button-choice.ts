/** Which button a message has. */
import { html, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { CONFIRMATIONS, type Confirmation } from '../../../../shared/contract/popup.ts'
import { say } from './strings.ts'

export function buttonChoice(
  chosen: Confirmation | undefined,
  choose: (chosen: Confirmation | undefined) => void,
): TemplateResult {
  return html`<fieldset>
    <legend>${say('button')}</legend>
    <div class="choices column">
      ${([undefined, ...CONFIRMATIONS] as const).map(
        value => html`<label class="choice"><input type="radio" name="button" value=${value ?? ''}
          .checked=${live(chosen === value)} @change=${() => choose(value)}>
          ${say(value === undefined ? 'noButton' : value === 'confirm' ? 'confirm' : 'accept')}</label>`,
      )}
    </div>
  </fieldset>`
}
