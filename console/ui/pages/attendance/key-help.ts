/** What the keys of the register do, for people with a keyboard. */
import { html, type TemplateResult } from 'lit'
import { language } from '../../language.ts'
import { STATUS_NAMES } from '../../parts/words.ts'
import { ATTENDANCE_STATUSES, MARKS } from './marks.ts'
import { say } from './strings.ts'

export function keyHelp(): TemplateResult {
  const lang = language()
  return html`<details class="keys" open>
    <summary>${say('keysTitle')}</summary>
    <ul class="row">
      ${ATTENDANCE_STATUSES.map(
        (status, at) =>
          html`<li><kbd>${at + 1}</kbd> <kbd>${MARKS[status].key.toUpperCase()}</kbd> ${STATUS_NAMES[status][lang]}</li>`,
      )}
      <li><kbd>↑</kbd> <kbd>↓</kbd> ${say('keyMove')}</li>
      <li><kbd>N</kbd> ${say('keyNote')}</li>
      <li><kbd>Del</kbd> ${say('keyClear')}</li>
    </ul>
  </details>`
}
