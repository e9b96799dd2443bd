/** Where the focus goes in the rendered element, and where the page scrolls to. */

import { chainOf } from './surroundings.ts'

type Row = HTMLElement & { newsId: string }

/** The first that is there, and the page does not scroll to it. */
export const focusOn = (root: ShadowRoot, selector: string): void =>
  root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })

/** While it is loading, the back button. */
export const focusHeadline = (root: ShadowRoot): void =>
  focusOn(root, root.querySelector('[part=headline]') ? '[part=headline]' : BACK)

/** The first row if there is no such row. */
export function focusRow(root: ShadowRoot, newsId: string | undefined): void {
  const rows = rowsIn(root)
  const row = rows.find(row => row.newsId === newsId) ?? rows[0]
  row?.querySelector<HTMLElement>('[part=link]')?.focus({ preventScroll: true })
}

export const isFocused = (root: ShadowRoot, selector: string): boolean =>
  !!root.activeElement?.matches(selector)

export const BACK = '[part=back]'

/** Up to the element's beginning, where it is out of sight, and out from under bars that stay at the window's edge. */
export function toTop(root: ShadowRoot): void {
  const host = root.host as HTMLElement
  const { scrollMarginTop } = host.style
  const scroll = () => host.scrollIntoView({ block: 'start', behavior: 'instant' })
  const { top } = host.getBoundingClientRect()
  if (top < 0 || (top < innerHeight && !isOver(host, whatLiesOn(host)))) scroll()
  // The page's own distance, which counts the bar in most cases, is kept. Under one bar there may be another.
  let distance = Number.parseFloat(getComputedStyle(host).scrollMarginTop) || 0
  for (let bars = 0; bars < 3; bars++) {
    const covered = coveredBy(host)
    if (!covered) break
    distance += covered
    host.style.scrollMarginTop = `${distance}px`
    scroll()
  }
  host.style.scrollMarginTop = scrollMarginTop
}

/** How much of the element's beginning lies under a bar, in px. */
function coveredBy(host: Element): number {
  const bar = whatLiesOn(host).find(at => /fixed|sticky/.test(getComputedStyle(at).position))
  if (!bar || isOver(bar, chainOf(host))) return 0
  const { bottom, height } = bar.getBoundingClientRect()
  // What fills the window, such as a dialog, is no bar.
  return height > innerHeight / 2 ? 0 : bottom - host.getBoundingClientRect().top
}

const isOver = (outer: Element, chain: Element[]) => chain.includes(outer)

/** What lies on top at the middle of the element's upper edge, and all that it stands in. */
function whatLiesOn(host: Element): Element[] {
  const { left, width, top } = host.getBoundingClientRect()
  const point = [left + width / 2, top + 1] as const
  let found = document.elementFromPoint(...point)
  for (let inner = found; inner?.shadowRoot; found = inner ?? found) {
    inner = inner.shadowRoot.elementFromPoint(...point)
    if (inner === found) break
  }
  return chainOf(found)
}

/** The page and the boxes that the element stands in, as far as they are scrolled now. @returns scrolls them so again */
export function scrolledNow({ host }: ShadowRoot): () => void {
  const boxes = chainOf(host).map(box => [box, box.scrollTop] as const)
  return () => {
    // `scrollTo` is another function where a page has Prototype.js.
    for (const [box, top] of boxes) box.scroll({ top, behavior: 'instant' })
  }
}

export const rowsIn = (root: ShadowRoot): Row[] => [...root.querySelectorAll<Row>('[part=item]')]
