/** What the keys of the register do, for people with a keyboard. */
import { html, type TemplateResult } from 'lit'
import { language } from '../../language.ts'
import { STATUS_NAMES } from '../../parts/words.ts'
import { ATTENDANCE_STATUSES, MARKS } from './marks.ts'
import { STRINGS } from './strings.ts'

export function keyHelp(): TemplateResult {
  const lang = language()
  return html`<details class="keys" open>
    <summary>${STRINGS.keysTitle[lang]}</summary>
    <ul class="row">
      ${ATTENDANCE_STATUSES.map(
        (status, at) =>
          html`<li><kbd>${at + 1}</kbd> <kbd>${MARKS[status].key.toUpperCase()}</kbd> ${STATUS_NAMES[status][lang]}</li>`,
      )}
      <li><kbd>↑</kbd> <kbd>↓</kbd> ${STRINGS.keyMove[lang]}</li>
      <li><kbd>N</kbd> ${STRINGS.keyNote[lang]}</li>
      <li><kbd>Del</kbd> ${STRINGS.keyClear[lang]}</li>
    </ul>
  </details>`
}
