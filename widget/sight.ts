/** What of the popup can be seen: whether the page shows it, and where, in a frame that is higher than its part on the screen. */

/** Without `checkVisibility`, what is in an element with `content-visibility: hidden` counts as rendered. */
export const isRendered = (element: Element | null | undefined): boolean =>
  !!element && (element.checkVisibility?.() ?? element.getClientRects().length > 0)

/**
 * Keeps the dialog in the part of a frame that can be seen, while there is a message.
 *
 * An observer says nothing while a page scrolls: the same share of a high frame can be seen. But to a new observation it always
 * answers, with the next picture. So each answer is followed by a new one, as long as there is something to see.
 *
 * @param host its `--_top` and `--_bottom` are the distances of that part from the frame's edges
 * @param screen as large as the frame's window
 * @param goesOn called when something can be seen; without an answer it ends
 */
export function followSight(host: HTMLElement, screen: Element, goesOn: () => boolean | undefined): void {
  const observer = new IntersectionObserver(entries => {
    const { boundingClientRect: box, intersectionRect } = entries.pop() as IntersectionObserverEntry
    const { top, bottom, height } = intersectionRect
    if (height === 0) return
    // In a body with `transform` it is as large as the body.
    host.style.setProperty('--_top', `${top - Math.max(box.top, 0)}px`)
    host.style.setProperty('--_bottom', `${Math.min(box.bottom, innerHeight) - bottom}px`)
    observer.disconnect()
    if (goesOn()) observer.observe(screen)
  })
  observer.observe(screen)
}
