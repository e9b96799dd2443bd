/** The open entry with its back button, or what is shown while it is loading and when it does not exist. */
import { html, nothing, type TemplateResult } from 'lit'
import { foreignIn } from '../language.ts'
import type { Calls } from './calls.ts'
import { dayIn, detailView } from './detail-view.ts'
import { icon } from './icons.ts'
import type { OpenEntry } from './open-entry.ts'
import type { Screen } from './screen.ts'
import { loadingView, messageView } from './state-views.ts'
import { wordsOf } from './words.ts'

/** @param back words and action of the button back to the list */
export const entryPage = (
  open: OpenEntry,
  calls: Calls,
  screen: Screen,
  back: [words: string, act: () => void],
): TemplateResult =>
  html`<article part="entry"><button part="back" .onclick=${back[1]}>${icon('back')}<span .textContent=${back[0]}></span></button>${content(open, calls, screen)}</article>`

function content(
  { entry, body, load, isWithdrawn }: OpenEntry,
  calls: Calls,
  screen: Screen,
): TemplateResult {
  const view = screen.view()
  const { words, level, language } = view
  if (entry?.html !== undefined)
    return html`<div part="headline" role="heading" aria-level=${level} tabindex="-1" lang=${foreignIn(entry.title, language) ?? nothing}>${entry.title ? wordsOf(entry.title) : dayIn(entry.date, view)}</div>${detailView(entry, body, view)}`
  if (calls.isOpen('entry')) return loadingView(words.loading, 1)
  return calls.hasFailed('entry')
    ? messageView(words.failed, [words.retry, screen.retrying(load)])
    : messageView(isWithdrawn ? words.withdrawn : words.missing)
}
