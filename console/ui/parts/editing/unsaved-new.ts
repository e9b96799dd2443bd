/** What this tab keeps that was never saved: marked in a list, and a new record above it, which no list has. */
import { html, type TemplateResult } from 'lit'
import { icon } from '../../icons.ts'
import { language, withColon } from '../../language.ts'
import { STRINGS } from './strings.ts'

export const unsavedBadge = (): TemplateResult =>
  html`<span class="badge warn">${STRINGS.isChanged[language()]}</span>`

/** @param titles of the drafts in this tab, by their keys, as in `popups/new` */
export function unsavedNew(titles: ReadonlyMap<string, string>): TemplateResult[] {
  const lang = language()
  return [...titles]
    .filter(([key]) => key.split('/')[1] === 'new')
    .map(
      ([key, title]) => html`<p class="note warn">
        ${icon('pencil')}
        <span class="grow">${STRINGS.notSaved[lang].replace('{title}', () => title)}</span>
        <a href="/console/${key}">${STRINGS.goOn[lang]}<span class="visually-hidden">${withColon('', title)}</span></a>
      </p>`,
    )
}
