/**
 * What markup a message or a news entry may keep: one policy, read by the server's sanitiser and by the browser's.
 *
 * Everything not named here goes; the text inside it stays, except for the tags in `DROPPED_WITH_CONTENT`.
 */

export const ALLOWED_TAGS = (
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt ' +
  'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s ' +
  'samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'
).split(' ')

/** Tags whose content is no text for a reader. */
export const DROPPED_WITH_CONTENT = (
  'script style template noscript noembed noframes iframe object embed applet svg math select option textarea title ' +
  'xmp plaintext audio video canvas'
).split(' ')

/** Attributes that any allowed tag may keep. `style` is reduced to {@link safeStyles}. */
export const GLOBAL_ATTRIBUTES = ['lang', 'dir', 'title', 'style']

const ALIGNED = ['align']
const CELL = ['colspan', 'rowspan', 'align', 'valign', 'width', 'bgcolor']

export const TAG_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href'],
  col: ['span', 'width'],
  colgroup: ['span'],
  div: ALIGNED,
  font: ['color'],
  h1: ALIGNED,
  h2: ALIGNED,
  h3: ALIGNED,
  h4: ALIGNED,
  img: ['src', 'alt', 'width', 'height'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  p: ALIGNED,
  table: ['border', 'cellpadding', 'cellspacing', 'width', 'bgcolor'],
  td: CELL,
  th: [...CELL, 'scope'],
  time: ['datetime'],
  tr: ['valign', 'bgcolor'],
  ul: ['type'],
}

/**
 * How many tags may be open at once. No editor comes near it; browsers stop at 512 by themselves, but lay out nested lists
 * for seconds before that, and nested tables, which they do not count, until they crash.
 */
export const DEEPEST = 256

const LINK_SCHEMES = ['https:', 'http:', 'mailto:', 'tel:']

/** Where a link may lead: a page, a mail address, a telephone number, or a place on the host site itself. */
export function isSafeLink(href: string): boolean {
  return LINK_SCHEMES.includes(schemeOf(href, 'https://relative.invalid/'))
}

/**
 * Where a picture may come from: an absolute https address. Plain http is allowed on the reader's own machine only,
 * which browsers trust as well; a relative address could make the host site answer a request in the reader's name.
 */
export function isSafePicture(src: string): boolean {
  // On a page of the same scheme `https:/x` and `https:x` are addresses of that page's own site.
  if (!/^\s*https?:[\\/]{2}/i.test(src)) return false
  const scheme = schemeOf(src)
  return (
    scheme === 'https:' ||
    (scheme === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(src).hostname))
  )
}

const COLOUR = '(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\\([\\d\\s.,%/deg]{1,40}\\))'
const LENGTH = '(0|\\d{1,4}(\\.\\d{1,3})?(px|em|rem|pt|%))'
const LINES = 'none|(underline|line-through)( (underline|line-through))?'
const SAFE_STYLES = {
  color: COLOUR,
  'background-color': COLOUR,
  'text-align': 'left|right|center|justify|start|end',
  'text-decoration': LINES,
  'text-decoration-line': LINES,
  'font-weight': 'normal|bold|bolder|lighter|[1-9]00',
  'font-style': 'normal|italic|oblique',
  'font-size': `(\\d(\\.\\d{1,3})?(em|rem)|\\d{1,2}(\\.\\d{1,3})?(px|pt)|[5-9]\\d%|1\\d\\d%|(x-|xx-)?(small|large)|medium|smaller|larger)`,
  'list-style-type': '[a-z-]{3,24}',
  'vertical-align': 'top|middle|bottom|baseline|sub|super',
  width: LENGTH,
  'max-width': LENGTH,
  'margin-left': LENGTH,
  'padding-left': LENGTH,
  'text-indent': LENGTH,
}

/** Property to the form its value must have: no address, no function but colours, nothing that leaves its box. */
export const SAFE_DECLARATIONS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(SAFE_STYLES).map(([property, form]) => [property, new RegExp(`^(?:${form})$`, 'i')]),
)

/**
 * What stays of an inline style: each property with its value, in order.
 *
 * What is no declaration costs only itself. `!important` goes and leaves its value: nothing here has to be overruled.
 */
export function safeStyles(style: string): [property: string, value: string][] {
  return (
    style
      .toLowerCase()
      .split(';')
      .map(declaration => declaration.split(/[:!]/, 2).map(part => part.trim()))
      // Word highlights with the shorthand; a value that is more than a colour is not kept.
      .map(([property = '', value = '']): [string, string] => [
        property === 'background' ? 'background-color' : property,
        value,
      ])
      .filter(([property, value]) => safeDeclaration(property, value))
  )
}

/** Whether one declaration of an inline style may stay. */
export function safeDeclaration(property: string, value: string): boolean {
  return SAFE_DECLARATIONS.get(property)?.test(value.trim()) ?? false
}

/** The scheme as the browser itself would read it, control characters and all; empty when it is no address. */
function schemeOf(address: string, base?: string): string {
  // `URL.canParse` would say it in one line, but readers come with browsers that lack it.
  try {
    return new URL(address, base).protocol
  } catch {
    return ''
  }
}
