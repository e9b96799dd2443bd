/**
 * Colours that an author chose on white paper, made readable on the dialog's surface, dark or light.
 *
 * What is read without strain stays. A colour too near to what lies behind it is moved towards black or white until it is
 * far enough: red stays red.
 */

/** WCAG 2.2, contrast (minimum). */
const ENOUGH = 4.5

/** @param body what the sanitiser left, on the page already */
export function makeLegible(body: Element): void {
  // Parents come before their children, which take on what is mended here.
  const backgrounds = new Map<Element, Colour | undefined>()
  for (const element of body.querySelectorAll<HTMLElement>('[style],[color],[bgcolor]')) {
    const behind = backgroundOf(element, backgrounds)
    const text = colourOf(getComputedStyle(element).color)
    if (!behind || !text || contrast(text, behind) >= ENOUGH) continue
    // Black on paper means no colour at all.
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

/** The nearest background that is not see-through, at the furthest the dialog's. */
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

/** As computed styles give it, `rgb(255, 0, 0)`; undefined for colours outside of sRGB, which a theme may have. */
const colourOf = (text: string): Colour | undefined =>
  text.startsWith('rgb') ? text.match(/[\d.]+/g)?.map(Number) : undefined

/** Relative luminance, but for the darkest colours, where the formula is as good as the definition: 0 is black, 1 white. */
function brightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
