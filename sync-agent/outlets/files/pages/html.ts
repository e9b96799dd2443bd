/** A template tag for HTML that escapes by default. */
import { escaped } from '../../../../shared/html/entities.ts'

/** HTML that may stand in a page. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Texts and numbers are escaped; nothing at all for `undefined` and `false`. */
export type Part = Markup | string | number | false | undefined | readonly Part[]

/** Attribute values must stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return escaped(String(part).toWellFormed())
}
