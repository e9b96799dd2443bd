/**
 * Makes colours that an author chose for white paper readable on the dialog's surface, dark or light.
 *
 * Colours with enough contrast stay. Others are moved towards black or white until the contrast is enough: red stays red.
 */

/** WCAG 2.2, contrast (minimum). */
const ENOUGH = 4.5

/** @param body sanitised, and already on the page */
export function makeLegible(body: Element): void {
  // Parents first: their children inherit the new colour.
  const backgrounds = new Map<Element, Colour | undefined>()
  for (const element of body.querySelectorAll<HTMLElement>('[style],[color],[bgcolor]')) {
    const behind = backgroundOf(element, backgrounds)
    const text = colourOf(getComputedStyle(element).color)
    if (!behind || !text || contrast(text, behind) >= ENOUGH) continue
    // Black or grey on paper means no colour at all.
    const isGrey = Math.max(...text) - Math.min(...text.slice(0, 3)) < 40
    if (isGrey) element.style.color = 'inherit'
    const inherited = colourOf(getComputedStyle(element).color)
    if (inherited && contrast(inherited, behind) >= ENOUGH) continue
    const goal = brightness(behind) > 0.18 ? 0 : 255
    for (let share = isGrey ? 1 : 0.1; share < 1.05; share += 0.1) {
      const moved = text.slice(0, 3).map(part => Math.round(part + (goal - part) * share))
      element.style.color = `rgb(${moved})`
      if (contrast(moved, behind) >= ENOUGH) break
    }
  }
}

function contrast(text: Colour, behind: Colour): number {
  const [one, other] = [brightness(text) + 0.05, brightness(behind) + 0.05]
  return Math.max(one, other) / Math.min(one, other)
}

/** The nearest background that is not transparent; the last one is the dialog's. */
function backgroundOf(element: Element, known: Map<Element, Colour | undefined>): Colour | undefined {
  if (known.has(element)) return known.get(element)
  const { parentElement } = element
  let colour = colourOf(getComputedStyle(element).backgroundColor)
  if (colour?.[3] === 0) colour = parentElement ? backgroundOf(parentElement, known) : undefined
  known.set(element, colour)
  return colour
}

/** Red, green and blue up to 255, and opacity where it is not full. */
type Colour = number[]

/** Reads computed styles such as `rgb(255, 0, 0)`; undefined for colours outside sRGB, which a theme may have. */
const colourOf = (text: string): Colour | undefined =>
  text.startsWith('rgb') ? text.match(/[\d.]+/g)?.map(Number) : undefined

/** Relative luminance, from 0 (black) to 1 (white). Only for the darkest colours it differs a little from the definition. */
function brightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
