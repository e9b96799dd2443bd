/**
 * Which markup a message or news entry may keep. The sanitisers of server and browser use the same policy.
 *
 * Other tags are removed; their text stays, except for tags in `DROPPED_WITH_CONTENT`.
 */
export const ALLOWED_TAGS = (
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt ' +
  'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s ' +
  'samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'
).split(' ')

/** Tags whose content is not text for readers. */
export const DROPPED_WITH_CONTENT = (
  'script style template noscript noembed noframes iframe object embed applet svg math select option textarea title ' +
  'xmp plaintext audio video canvas'
).split(' ')

/** Attributes that every allowed tag may keep. `style` is reduced to {@link safeStyles}. */
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
 * Most tags open at once. No editor comes close. Browsers limit depth to 512, but lay out nested lists for seconds below
 * that; they do not count nested tables, and crash.
 */
export const DEEPEST = 256

const LINK_SCHEMES = ['https:', 'http:', 'mailto:', 'tel:']

/** Links may lead to web pages, e-mail addresses, telephone numbers, and pages of the host site. */
export function isSafeLink(href: string): boolean {
  return LINK_SCHEMES.includes(schemeOf(href, 'https://relative.invalid/'))
}

/**
 * Pictures need an absolute https URL. Plain http is allowed only on the reader's own machine, which browsers trust as well.
 * A relative URL is not allowed: it would send a request to the host site in the reader's name.
 */
export function isSafePicture(src: string): boolean {
  // On a page of the same scheme, `https:/x` and `https:x` are relative URLs.
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

/** Allowed form of each property's value: no URL, no function except colours, no layout outside its box. */
export const SAFE_DECLARATIONS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(SAFE_STYLES).map(([property, form]) => [property, new RegExp(`^(?:${form})$`, 'i')]),
)

/**
 * The allowed part of an inline style: each property with its value, in order.
 *
 * Invalid declarations are dropped one by one. `!important` is removed and the value kept, because there is nothing to override.
 */
export function safeStyles(style: string): [property: string, value: string][] {
  return (
    style
      .toLowerCase()
      .split(';')
      .map(declaration => declaration.split(/[:!]/, 2).map(part => part.trim()))
      // Word writes highlights as `background`; a value with more than a colour is dropped.
      .map(([property = '', value = '']): [string, string] => [
        property === 'background' ? 'background-color' : property,
        value,
      ])
      .filter(([property, value]) => safeDeclaration(property, value))
  )
}

/** Whether a declaration of an inline style is allowed. */
export function safeDeclaration(property: string, value: string): boolean {
  return SAFE_DECLARATIONS.get(property)?.test(value.trim()) ?? false
}

/** The scheme as a browser reads it, with control characters; empty for an invalid URL. */
function schemeOf(address: string, base?: string): string {
  // `URL.canParse` would be shorter, but older browsers lack it.
  try {
    return new URL(address, base).protocol
  } catch {
    return ''
  }
}
