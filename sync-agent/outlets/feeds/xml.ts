/** A template tag for XML that escapes by default, and removes characters that XML does not allow. */

/** XML that is already escaped. */
export class Xml {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Texts and numbers are escaped; `undefined` and `false` give nothing. */
export type Part = Xml | string | number | false | undefined | readonly Part[]

/** Attribute values must be in double quotes. */
export function xml(strings: TemplateStringsArray, ...parts: Part[]): Xml {
  return new Xml(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

/** A complete document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
}

/** Removes what XML does not allow, escaped or not: control characters, lone surrogates, non-characters. */
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

/** Numeric entities, as the RSS profile advises, for readers that decode a title twice. */
const REFERENCES: Record<string, string> = { '&': '&#x26;', '<': '&#x3C;', '>': '&#x3E;', '"': '&#x22;' }
