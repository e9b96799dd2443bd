/** Links and buttons of the page that show the messages again. */

export const OPENERS = '[href="#school-popup"],[data-school-popup]'

/** Tells each of them how many messages there are, so that a page can say "1 notice", or hide the link when there is none. */
export function tellOpeners({ length }: { length: number }): void {
  for (const opener of document.querySelectorAll<HTMLElement>(OPENERS))
    opener.dataset.schoolPopup = `${length}`
}
