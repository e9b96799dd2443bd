/**
 * The policy of shared/html applied in a browser, with DOMPurify.
 *
 * A body becomes nodes, never markup again. Where the sanitiser cannot work the reader gets the text alone.
 */
import createDOMPurify, { type Config, type DOMPurify } from 'dompurify'
import {
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  isSafeLink,
  isSafePicture,
  safeDeclaration,
  TAG_ATTRIBUTES,
} from '../shared/html/policy.ts'
import { plainText } from './plain-text.ts'

interface TrustedRules {
  createHTML: (html: string) => string
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    /** Chromium and Safari 26 have it. */
    trustedTypes?: { createPolicy(name: string, rules: TrustedRules): Config['TRUSTED_TYPES_POLICY'] }
  }
}

/** HTML of unknown origin to nodes that a page may show, for one insertion. Never throws. */
export function bodyOf(html: string): DocumentFragment | string {
  try {
    return sanitised(html)
  } catch {
    // Not supported, or the page's Trusted Types allow no policy for it.
    return plainText(html)
  }
}

let purify: DOMPurify | undefined
let config: Config & { RETURN_DOM_FRAGMENT: true }
/** Inline styles found by the current run. */
let styled: [Element, string][]

function sanitised(html: string): DocumentFragment {
  purify ??= ownInstance()
  styled = []
  const fragment = purify.sanitize(html, config)
  for (const [element, text] of styled) restyle(element as HTMLElement, text)
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const picture of fragment.querySelectorAll('img')) {
    picture.referrerPolicy = 'no-referrer'
    picture.loading = 'lazy'
    // A picture that cannot be shown leaves its description.
    if (!picture.hasAttribute('src')) picture.replaceWith(picture.alt)
  }
  for (const table of fragment.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'wide'
    table.replaceWith(frame)
    frame.append(table)
  }
  return fragment
}

/** An instance of its own: hooks and settings of a DOMPurify that the page has are not touched. */
function ownInstance(): DOMPurify {
  const instance = createDOMPurify(window)
  if (!instance.isSupported) throw Error('DOMPurify is not supported')
  config = {
    ALLOWED_TAGS,
    ALLOWED_ATTR: [...GLOBAL_ATTRIBUTES, ...Object.values(TAG_ATTRIBUTES).flat()],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: DROPPED_WITH_CONTENT,
    RETURN_DOM_FRAGMENT: true,
    // Made here, because DOMPurify left alone answers a refused policy with an empty body.
    ...(window.trustedTypes && {
      TRUSTED_TYPES_POLICY: window.trustedTypes.createPolicy('dompurify', {
        createHTML: html => html,
        createScriptURL: () => '',
      }),
    }),
  }
  instance.addHook('uponSanitizeAttribute', (element, attribute) => {
    const { attrName: name, attrValue: value } = attribute
    const tag = element.localName
    if (name === 'style') styled.push([element, value])
    attribute.keepAttr =
      name === 'href'
        ? tag === 'a' && isSafeLink(value)
        : name === 'src'
          ? tag === 'img' && isSafePicture(value)
          : name !== 'style' &&
            (GLOBAL_ATTRIBUTES.includes(name) || (TAG_ATTRIBUTES[tag]?.includes(name) ?? false))
  })
  return instance
}

/** Sets the declarations one by one: a style attribute would need `unsafe-inline` in the page's policy. */
function restyle(element: HTMLElement, text: string): void {
  for (const declaration of text.split(';')) {
    const [property = '', value = ''] = declaration.split(':').map(part => part.trim().toLowerCase())
    if (safeDeclaration(property, value)) element.style.setProperty(property, value)
  }
}
