/** A template tag for HTML that escapes by default: only what another `html` template or `trusted` made goes in as it is. */

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

/** What a template takes: text and numbers are escaped, nothing at all for `undefined`, `null` and `false`. */
export type Part = Markup | string | number | false | null | undefined | readonly Part[]

/** Attribute values must stand in double quotes; an address needs its scheme judged before it comes here. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

/** Marks HTML as safe to show. For the output of the sanitiser and nothing else. */
export function trusted(sanitised: string): Markup {
  return new Markup(sanitised)
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Markup) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
