/** What depends on the page around the element: the colour behind it, and the levels of headings in a body. */
import type { Language } from '../contract.ts'
import { markForeign } from '../language.ts'
import { makeLegible } from '../legible.ts'

/** The button of new entries has the page's two colours, swapped, and stays below bars that the page counts. */
export function settlePin(root: ShadowRoot): void {
  const [pin, news] = ['.pin', '[part=news]'].map(part => root.querySelector<HTMLElement>(part))
  if (!pin || !news) return
  pin.style.setProperty('--_on-surface', getComputedStyle(news).color)
  pin.style.setProperty(
    '--_surface',
    `var(--school-news-surface, var(--school-popup-surface, ${pageColour(root)}))`,
  )
  const { scrollPaddingTop } = getComputedStyle(boxOf(root.host))
  pin.style.setProperty('--_bars', scrollPaddingTop === 'auto' ? '0px' : scrollPaddingTop)
}

/** What an element scrolls in. A `body` that scrolls does it for the window in most pages, and the page itself counts there. */
const boxOf = (element: Element): Element =>
  chainOf(element).find(at => at !== document.body && !/visible|clip/.test(getComputedStyle(at).overflowY)) ??
  document.documentElement

/** Once a body is on the screen. */
export function settleBody(root: ShadowRoot, language: Language): void {
  const body = root.querySelector<HTMLElement>('[part=body]')
  if (!body) return
  body.style.backgroundColor = pageColour(root)
  makeLegible(body)
  body.style.backgroundColor = ''
  markForeign(body, language)
  // What scrolls must be reachable by keyboard.
  for (const wide of body.querySelectorAll<HTMLElement>('.wide'))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
}

const pageColour = (root: ShadowRoot) => colourBehind(root.host, root.querySelector('.unseen') ?? root.host)

/**
 * The colour behind an element: the nearest background, mixed with those behind it where it is transparent.
 *
 * @param paper an element with the system's own background, which is behind everything
 */
export function colourBehind(element: Element, paper: Element): string {
  const layers: string[] = []
  for (const at of chainOf(element)) {
    const { backgroundColor } = getComputedStyle(at)
    if (!backgroundColor || /^transparent$|, 0\)$/.test(backgroundColor)) continue
    layers.unshift(backgroundColor)
    if (!/^rgba|\//.test(backgroundColor)) return mixed(layers)
  }
  return mixed([getComputedStyle(paper).backgroundColor, ...layers])
}

/** One colour over another, in any colour space, as a screen shows it. */
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

/** An element and all that it stands in, through shadow roots. */
export function chainOf(element: Element | null): Element[] {
  const chain: Element[] = []
  for (
    let at = element;
    at;
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as ShadowRoot).host
  )
    chain.push(at)
  return chain
}

/** The highest heading of a body gets the level below the entry's title. */
export function nestHeadings(body: Node, level: number): void {
  const headings = [...((body as Element).querySelectorAll?.('h1,h2,h3,h4,h5,h6') ?? [])]
  const highest = Math.min(...headings.map(({ localName }) => Number(localName[1])))
  for (const heading of headings)
    heading.setAttribute('aria-level', `${Math.min(6, Number(heading.localName[1]) - highest + level + 1)}`)
}
