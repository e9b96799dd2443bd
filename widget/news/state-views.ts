/** Shown in place of a list: loading, nothing there, or an error. */
import { html, nothing, type TemplateResult } from 'lit'

/** Grey rows of the same size as real ones, so that hardly anything moves when those are there. */
export const loadingView = (text: string, rows = 3): TemplateResult =>
  html`<p class="unseen" .textContent=${text}></p><div part="skeleton" aria-hidden="true">${Array.from(
    { length: rows },
    () => html`<div><i></i><i></i><i></i></div>`,
  )}</div>`

/** @param action a button: its words, and what it does */
export const messageView = (text: string, action?: [words: string, act: () => void]): TemplateResult =>
  html`<div part="message"><p .textContent=${text}></p>${
    action ? html`<button part="button" .onclick=${action[1]} .textContent=${action[0]}></button>` : nothing
  }</div>`
