/** What the page around the element decides: the colour behind it, and how headings inside a body are to be numbered. */

/** The nearest background that is not see-through; nothing when no one has said any. */
export function colourBehind(element: Element): string {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor && !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return ''
}

const parentOf = (element: Element): Element | null =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null

/** A body's highest heading comes right below the entry's title, whichever the author took. */
export function nestHeadings(body: Node, level: number): void {
  const headings = [...((body as Element).querySelectorAll?.('h1,h2,h3,h4,h5,h6') ?? [])]
  const highest = Math.min(...headings.map(({ localName }) => Number(localName[1])))
  for (const heading of headings)
    heading.setAttribute('aria-level', `${Math.min(6, Number(heading.localName[1]) - highest + level + 1)}`)
}
