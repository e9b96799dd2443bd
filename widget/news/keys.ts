/**
 * Keys that are for what has the focus in the element. The page does not hear of them: it may have a use of its own for a key
 * that writes into the search, and ASP.NET answers Enter anywhere in its form with the form's own button.
 *
 * Tab and Escape are the page's as well, for a dialog that the news may stand in.
 */
export function keepKey(event: KeyboardEvent): void {
  const at = event.target as Element
  const isOurs = at.matches('input,audio,video')
    ? !/^(Tab|Escape)$/.test(event.key)
    : at.matches('a,button') && /^(Enter| )$/.test(event.key)
  if (isOurs) event.stopPropagation()
}

/** Old scripts against copying prevent presses on all but a page's own inputs, and then nobody could write into the search. */
export function keepPress(event: Event): void {
  event.stopPropagation()
}
