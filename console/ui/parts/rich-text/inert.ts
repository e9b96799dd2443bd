/** HTML read without being run or fetched: nothing in it loads, nothing in it is reported against the page's policy. */

/** What `Window` has where Trusted Types are enforced. */
type MaybeTrusting = Window & {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createHTML(html: string): string },
    ): { createHTML(html: string): string }
  }
}

/** Its result is parsed into a document that is never shown, and every node that is shown is created from a list. */
const POLICY_NAME = 'console-inert'
let policy: { createHTML(html: string): string } | undefined

/** The body of a document of its own; names and texts carry {@link MARK}s, see {@link unmarked}. */
export function inertBody(html: string): HTMLElement {
  policy ??= (window as MaybeTrusting).trustedTypes?.createPolicy(POLICY_NAME, { createHTML: text => text })
  const marked = withoutLiveParts(html)
  return new DOMParser().parseFromString(policy?.createHTML(marked) ?? marked, 'text/html').body
}

/** A character that no text has: the Unicode standard keeps it for marks like this. */
const MARK = '\uFDD0'

/** Styles and handlers under other names: a browser reports them even in a document that is only parsed. */
const withoutLiveParts = (html: string): string =>
  `<body>${html}`
    .replace(/(<\/?)style/gi, '$1noembed')
    .replace(/<(base|track)/gi, `$&${MARK}`)
    // Words that are marked by mistake are unmarked again.
    .replace(/([^<\w])(style|on[a-z])/gi, `$1${MARK}$2`)

export const unmarked = (text: string): string => text.replaceAll(MARK, '')

/** An element that belongs to no page: a picture in it is not fetched. */
export function inertElement(tag: string): HTMLElement {
  quiet ??= document.implementation.createHTMLDocument('')
  return quiet.createElement(tag)
}
let quiet: Document | undefined
