/**
 * The page's Trusted Types: whatever a library parses as HTML is sanitised first, and nothing makes a script of text.
 *
 * The one instance of DOMPurify here is for the whole page: a second could not make its policy.
 */
import createDOMPurify, { type DOMPurify } from 'dompurify'

export const purifier: DOMPurify = createDOMPurify(window)

type Trusting = Window & {
  trustedTypes?: {
    createPolicy(name: 'default', rules: { createHTML: (text: string) => string }): unknown
  }
}

;(window as Trusting).trustedTypes?.createPolicy('default', {
  createHTML: text => purifier.sanitize(text, { RETURN_TRUSTED_TYPE: false }),
})
