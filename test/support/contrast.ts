/** How well a text stands out, by the colours that a browser computes: `rgb(…)`. */

/** The contrast ratio of WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(linear) ?? []
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`not an opaque colour: ${colour}`)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: string): number {
  const share = Number(channel) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
