/** What of the popup can be seen: whether the page shows it, and where, in a frame that is higher than its part on the screen. */

/** Without `checkVisibility`, what is in an element with `content-visibility: hidden` counts as rendered. */
export const isRendered = (element: Element | null): boolean =>
  !!element && (element.checkVisibility?.() ?? element.getClientRects().length > 0)

/** How much of a frame's window can be seen, from 0 to 1, when it is measured. */
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

/**
 * Keeps the dialog in the part of a frame that can be seen, as far as a frame can know it.
 *
 * @param host its `--_top` and `--_bottom` are the distances of that part from the frame's edges
 * @param screen as large as the frame's window
 */
export function followSight(host: HTMLElement, screen: Element): void {
  if (top === window) return
  const observer = new IntersectionObserver(
    entries => {
      const { top, bottom, height } = (entries.at(-1) as IntersectionObserverEntry).intersectionRect
      if (height === 0) return
      host.style.setProperty('--_top', `${top}px`)
      host.style.setProperty('--_bottom', `${innerHeight - bottom}px`)
    },
    { threshold: SHARES },
  )
  observer.observe(screen)
}
