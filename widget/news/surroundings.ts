/** What the page around the element decides: the colour behind it, and how headings inside a body are to be numbered. */

/**
 * The colour behind an element: the nearest background, with those behind it where it lets them through.
 *
 * @param paper an element that has the system's own background, which lies behind everything
 */
export function colourBehind(element: Element, paper: Element): string {
  const layers: string[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { backgroundColor } = getComputedStyle(at)
    if (!backgroundColor || /^transparent$|, 0\)$/.test(backgroundColor)) continue
    layers.unshift(backgroundColor)
    if (!/^rgba|\//.test(backgroundColor)) return mixed(layers)
  }
  return mixed([getComputedStyle(paper).backgroundColor, ...layers])
}

/** One laid over the other, in whatever colour space, as what a screen shows of it. */
function mixed(layers: readonly string[]): string {
  const [lowest = ''] = layers
  const context =
    (layers.length > 1 || !lowest.startsWith('rgb(')) && document.createElement('canvas').getContext('2d')
  if (!context) return lowest
  for (const layer of layers) {
    context.fillStyle = layer
    context.fillRect(0, 0, 1, 1)
  }
  return `rgb(${context.getImageData(0, 0, 1, 1).data.slice(0, 3).join(', ')})`
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
