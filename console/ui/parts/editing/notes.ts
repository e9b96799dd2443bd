/** What an editor says of its record: that a draft was found again, that somebody else has saved meanwhile. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../../icons.ts'
import type { Described } from './console-conflict.ts'
import './console-conflict.ts'
import type { Editing } from './editing.ts'
import { say } from './strings.ts'

export const restoredNote = ({ isRestored, discard }: { isRestored: boolean; discard(): void }) =>
  isRestored
    ? html`<div class="note" role="status">
        ${icon('arrow-counterclockwise')}
        <span class="grow">${say('restored')}</span>
        <wa-button size="s" appearance="outlined" @click=${discard}>${say('discard')}</wa-button>
      </div>`
    : nothing

export interface Conflict<Form> {
  heading: string
  /** The parts of a form, in one order. */
  described(form: Form): Described[]
  /** What keeping both is called; absent: it cannot be. */
  copy?: string
  saveCopy?(): void
}

export function conflictNote<Form, Saved extends Form & { stamp: string }, Along extends object>(
  { form, theirs, keepMine, takeTheirs }: Editing<Form, Saved, Along>,
  { heading, described, copy, saveCopy }: Conflict<Form>,
): TemplateResult | typeof nothing {
  if (!form || !theirs) return nothing
  return html`<console-conflict .heading=${heading} .mine=${described(form)} .theirs=${described(theirs)} .copy=${copy}
    @console-mine=${keepMine} @console-theirs=${takeTheirs} @console-copy=${saveCopy}></console-conflict>`
}
