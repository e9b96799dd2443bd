/** Links and buttons of the page that show the messages again. */

export const OPENERS = '[href="#school-popup"],[data-school-popup]'

/** Where links come that the page had not yet: in the rest of it, or in one that Turbo or React makes. */
export const LATER = { childList: true, subtree: true }

/** Tells each of them how many messages there are, so that a page can say "1 notice", or hide the link when there is none. */
export function tellOpeners(messages: { length: number }): void {
  const count = `${messages.length}`
  // Not again: a page may answer each change of an attribute with new elements.
  for (const { dataset } of document.querySelectorAll<HTMLElement>(OPENERS))
    if (dataset.schoolPopup !== count) dataset.schoolPopup = count
}
