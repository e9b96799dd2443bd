/** A template tag for XML that escapes by default, and what of a text XML can hold at all. */

/** XML that may stand in a document as it is. */
export class Xml {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Texts and numbers are escaped; nothing at all for `undefined` and `false`. */
export type Part = Xml | string | number | false | undefined | readonly Part[]

/** Attribute values must stand in double quotes. */
export function xml(strings: TemplateStringsArray, ...parts: Part[]): Xml {
  return new Xml(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

/** A whole document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
}

/** Without what no XML document may hold, escaped or not: control characters, halves of a surrogate pair, non-characters. */
export function legible(text: string): string {
  return text.toWellFormed().replace(ILLEGIBLE, '')
}

const ILLEGIBLE = /[^\t\n\r\u{20}-\u{7e}\u{85}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Xml) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return legible(String(part)).replace(/[&<>"]/g, character => REFERENCES[character] ?? '')
}

/** By number, as the RSS profile advises: readers that decode a title twice leave these alone. */
const REFERENCES: Record<string, string> = { '&': '&#x26;', '<': '&#x3C;', '>': '&#x3E;', '"': '&#x22;' }
