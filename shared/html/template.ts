/** A template tag for HTML that escapes by default: only what another `html` template or `trusted` made goes in as it is. */
import { escaped } from './entities.ts'

/** HTML that is safe in a page. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Values of a template: text and numbers are escaped; `undefined`, `null` and `false` give nothing. */
export type Part = Markup | string | number | false | null | undefined | readonly Part[]

/** Attribute values must be in double quotes; check the scheme of URLs first. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

/** Marks HTML as safe to show: what the sanitiser wrote, or what the program made itself. */
export function trusted(safe: string): Markup {
  return new Markup(safe)
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Markup) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return escaped(String(part).toWellFormed())
}
