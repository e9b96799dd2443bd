/**
 * The policy of shared/html applied in a browser. A body becomes nodes, never markup again.
 *
 * The browser's own sanitiser, or DOMPurify where there is none, keeps only the elements and attributes of the policy.
 * What the values of attributes may be is decided here, in a document that loads nothing. Where neither works, the
 * reader gets the text alone.
 */
import { isHeavy, LONGEST } from '../shared/html/heavy.ts'
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
import { readable } from '../shared/html/readable.ts'
import { MOST_PLACES, placesIn } from '../shared/html/table-places.ts'
import { plainText } from './plain-text.ts'
import type { Names, Parse } from './purify.ts'

/** The sanitiser of Chromium 146 and Firefox 148. Chromium 105 had another one, with `setHTML` and without this. */
const parseHTML = (globalThis as MaybeSanitising).Document?.parseHTML

let parse: Parse | undefined = parseHTML && parseInBrowser

interface MaybeSanitising {
  /** Missing on a server, which may import the class. */
  Document?: { parseHTML?(html: string, options: { sanitizer: object }): Document }
}

/** When {@link bodyOf} can sanitise: at once, or when DOMPurify is loaded. Never rejects. */
export const sanitiserReady: Promise<void> = parse
  ? Promise.resolve()
  : import('./purify.ts').then(
      ({ purify }) => {
        parse = purify
      },
      // Bodies stay plain text.
      () => {},
    )

/** HTML of unknown origin to nodes that a page may show, for one insertion. Never throws. */
export function bodyOf(written: string): Node {
  const html = readable(written)
  try {
    if (!parse || isHeavy(html)) throw Error()
    const body = parse(masked(html), NAMES)
    expectDepth(body)
    judge(body)
    if (placesIn(body) > MOST_PLACES) throw Error()
    finish(body)
    const content = body.ownerDocument.createRange()
    content.selectNodeContents(body)
    return content.extractContents()
  } catch {
    // No sanitiser, none that the page's Trusted Types allow, or a body that would keep the browser busy.
    const text = document.createElement('p')
    text.textContent = plainText(html).slice(0, LONGEST)
    text.style.whiteSpace = 'pre-line'
    return text
  }
}

/** A character that no text has: the Unicode standard reserves it for marks like this. Attribute names may contain it. */
const MASK = '\u{1FFFE}'
const MASKED_STYLE = `${MASK}style`

const NAMES: Names = {
  tags: ALLOWED_TAGS,
  // The browser's sanitiser refuses a list with the same name twice.
  attributes: [...new Set([...GLOBAL_ATTRIBUTES, ...Object.values(TAG_ATTRIBUTES).flat()])].map(name =>
    name === 'style' ? MASKED_STYLE : name,
  ),
}

/**
 * Styles, event handlers, base addresses and subtitles under other names. A browser reports them against the page's
 * policy even in a document that is only parsed, and the reports of a strict school would be full of them.
 */
const masked = (html: string): string =>
  // Chromium takes seconds for thousands of comments before a body begins.
  `<body>${html}`
    .replace(/(<\/?)style/gi, '$1noembed')
    // Firefox would make shadow roots of templates.
    .replace(/(<\/?)template/gi, '$1canvas')
    .replace(/<(base|track)/gi, `$&${MASK}`)
    // An attribute's name begins after neither `<` nor a letter. Words masked by mistake are unmasked again.
    .replace(/([^<\w])(style|on[a-z])/gi, `$1${MASK}$2`)

const unmasked = (text: string): string => text.replaceAll(MASK, '')

function parseInBrowser(html: string, { tags, attributes }: Names): HTMLElement {
  // Elements that are not named at all would go with their text: Word's `<o:p>`, a `<label>`.
  const found = Array.from(html.toLowerCase().matchAll(/<([a-z][^\t\n\f\r />]*)/g), ([, tag = '']) => tag)
  const known = ['html', 'head', 'body', ...tags]
  const unwrapped = [...new Set(found)].filter(
    tag => !known.includes(tag) && !DROPPED_WITH_CONTENT.includes(tag),
  )
  const sanitizer = { elements: known, attributes, replaceWithChildrenElements: unwrapped }
  return (parseHTML as NonNullable<typeof parseHTML>)(html, { sanitizer }).body
}

function expectDepth(body: HTMLElement): void {
  let level = [...body.children]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw Error()
    level = level.flatMap(element => [...element.children])
  }
}

/** Removes attributes that their element may not have, or whose value is not safe. */
function judge(body: HTMLElement): void {
  const texts = document.createNodeIterator(body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = unmasked(text.nodeValue ?? '')
  for (const element of body.querySelectorAll<HTMLElement>('*'))
    for (const name of element.getAttributeNames()) {
      const value = unmasked(element.getAttribute(name) ?? '')
      element.removeAttribute(name)
      if (name === MASKED_STYLE) restyle(element, value)
      else if (isSafe(element.localName, name, value)) element.setAttribute(name, value)
    }
}

const isSafe = (tag: string, name: string, value: string): boolean =>
  [...GLOBAL_ATTRIBUTES, ...(TAG_ATTRIBUTES[tag] ?? [])].includes(name) &&
  (name !== 'href' || isSafeLink(value)) &&
  (name !== 'src' || isSafePicture(value))

/** Sets the declarations one by one: a style attribute would need `unsafe-inline` in the page's policy. */
function restyle(element: HTMLElement, text: string): void {
  for (const [property, value] of safeStyles(text)) element.style.setProperty(property, value)
}

/** What the policy asks of links, pictures and tables that stay. */
function finish(body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    // The browser would write the query in the page's character set.
    if (document.characterSet !== 'UTF-8')
      link.href = new URL(link.getAttribute('href') as string, document.baseURI).href
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
