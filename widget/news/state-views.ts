/** What stands in a list's place: that it is on its way, that there is nothing, or that something went wrong. */
import { html, nothing, type TemplateResult } from 'lit'

/** Grey rows of the size of the real ones, which hardly move anything when they come. */
export const loadingView = (text: string, rows = 3): TemplateResult =>
  html`<p class="unseen">${text}</p><div part="skeleton" aria-hidden="true">${Array.from(
    { length: rows },
    () => html`<div><i></i><i></i><i></i></div>`,
  )}</div>`

/** @param action words of a button, and what it does */
export const messageView = (text: string, action?: [words: string, act: () => void]): TemplateResult =>
  html`<div part="message"><p>${text}</p>${
    action ? html`<button part="button" @click=${action[1]}>${action[0]}</button>` : nothing
  }</div>`
