/**
 * The policy of shared/html applied in a browser, with DOMPurify.
 *
 * A body becomes nodes, never markup again. Where the sanitiser cannot work the reader gets the text alone.
 */
import createDOMPurify, { type Config, type UponSanitizeAttributeHook } from 'dompurify'
import {
  ALLOWED_TAGS,
  DEEPEST,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  isSafeLink,
  isSafePicture,
  safeStyles,
  TAG_ATTRIBUTES,
} from '../shared/html/policy.ts'
import { plainText } from './plain-text.ts'

/** HTML of unknown origin to nodes that a page may show, for one insertion. Never throws. */
export function bodyOf(html: string): Node {
  try {
    sanitiser ??= ownSanitiser()
    styled = []
    const body = sanitiser(withoutLiveParts(html))
    boundDepth(body)
    for (const [element, text] of styled) restyle(element as HTMLElement, text)
    finish(body)
    return body
  } catch {
    // Not supported, the page's Trusted Types allow no policy for it, or it nests beyond reason.
    const text = document.createElement('p')
    text.textContent = plainText(html)
    text.style.whiteSpace = 'pre-line'
    return text
  }
}

/** What `Window` has in Chromium and in Safari from 26 on. */
type MaybeTrusting = Window & {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
    ): NonNullable<Config['TRUSTED_TYPES_POLICY']>
  }
}

let sanitiser: ((html: string) => DocumentFragment) | undefined
/** Inline styles that the current run has found. */
let styled: [Element, string][]

/** An instance of its own: hooks and settings of a DOMPurify that the page has are not touched. */
function ownSanitiser(): (html: string) => DocumentFragment {
  const instance = createDOMPurify(window)
  if (!instance.isSupported) throw Error('DOMPurify is not supported')
  const { trustedTypes } = window as MaybeTrusting
  const config: Config = {
    // The body itself is where DOMPurify begins: not allowed, it would be copied with all that is in it, scripts too.
    ALLOWED_TAGS: [...ALLOWED_TAGS, 'body'],
    ALLOWED_ATTR: [...GLOBAL_ATTRIBUTES, ...Object.values(TAG_ATTRIBUTES).flat()],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: DROPPED_WITH_CONTENT,
  }
  if (trustedTypes)
    // Made here, because DOMPurify left alone answers a refused policy with an empty body.
    config.TRUSTED_TYPES_POLICY = trustedTypes.createPolicy('dompurify', {
      createHTML: html => html,
      createScriptURL: () => '',
    })
  instance.addHook('uponSanitizeElement', node => {
    if (node instanceof Text) node.data = unmarked(node.data)
  })
  instance.addHook('uponSanitizeAttribute', judgeAttribute)
  return html => instance.sanitize(html, { ...config, RETURN_DOM_FRAGMENT: true })
}

const judgeAttribute: UponSanitizeAttributeHook = (element, attribute) => {
  const { attrName: name, attrValue } = attribute
  const tag = element.localName
  const value = unmarked(attrValue)
  if (name === `${MARK}style`) styled.push([element, value])
  attribute.attrValue = value
  attribute.keepAttr =
    (GLOBAL_ATTRIBUTES.includes(name) || attributesOf(tag).includes(name)) &&
    name !== 'style' &&
    (name !== 'href' || isSafeLink(value)) &&
    (name !== 'src' || isSafePicture(value))
}

/** A tag may be called `constructor`. */
const attributesOf = (tag: string) => (Object.hasOwn(TAG_ATTRIBUTES, tag) && TAG_ATTRIBUTES[tag]) || []

/** A character that no text has: the Unicode standard keeps it for marks like this. */
const MARK = '\uFDD0'

/**
 * Styles, event handlers, base addresses and subtitles under other names. A browser reports them against the page's policy even in
 * a document that is only parsed and never shown, and a school that is strict would find its reports full of them.
 */
const withoutLiveParts = (html: string): string =>
  // Chromium takes seconds for thousands of comments before a body begins.
  `<body>${html}`
    .replace(/(<\/?)style/gi, '$1noembed')
    .replace(/<(base|track)/gi, `$&${MARK}`)
    // An attribute's name begins after neither `<` nor a letter. Words marked by mistake are unmarked again.
    .replace(/([^<\w])(style|on[a-z])/gi, `$1${MARK}$2`)

const unmarked = (text: string): string => text.replaceAll(MARK, '')

function boundDepth(body: DocumentFragment): void {
  let level = [...body.children]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw Error('too deep')
    level = level.flatMap(element => [...element.children])
  }
}

/** Sets the declarations one by one: a style attribute would need `unsafe-inline` in the page's policy. */
function restyle(element: HTMLElement, text: string): void {
  for (const [property, value] of safeStyles(text)) element.style.setProperty(property, value)
}

/** What the policy asks of links, pictures and tables that stay. */
function finish(body: DocumentFragment): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  // As a style, because the attribute would yield to the dialog's own rule for cells.
  for (const cell of body.querySelectorAll<HTMLElement>('td[align],th[align]'))
    cell.style.textAlign ||= cell.getAttribute('align') as string
  for (const picture of body.querySelectorAll('img')) {
    picture.referrerPolicy = 'no-referrer'
    picture.loading = 'lazy'
    // A picture that cannot be shown leaves its description.
    if (!picture.hasAttribute('src')) picture.replaceWith(picture.alt)
  }
  // A table wider than the dialog scrolls by itself.
  for (const table of body.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'wide'
    table.replaceWith(frame)
    frame.append(table)
  }
}
