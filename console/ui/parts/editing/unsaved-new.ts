/** What this tab keeps that was never saved: marked in a list, and a new record above it, which no list has. */
import { html, type TemplateResult } from 'lit'
import { draftsBelow } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { say } from './strings.ts'

/** Titles of the drafts in this tab, by their keys, as in `popups/12`. */
export const unsavedBelow = <Form>(start: string, titleOf: (form: Form) => string): Map<string, string> =>
  new Map([...draftsBelow<{ form: Form }>(start)].map(([key, { form }]) => [key, titleOf(form)]))

export const unsavedNew = (titles: ReadonlyMap<string, string>): TemplateResult[] =>
  [...titles]
    .filter(([key]) => key.split('/')[1] === 'new')
    .map(
      ([key, title]) => html`<p class="note warn">
        ${icon('pencil')}
        <span class="grow">${say('notSaved', { title })}</span>
        <a href="/console/${key}">${say('goOn')}<span class="visually-hidden">${withColon('', title)}</span></a>
      </p>`,
    )
