/** DOMPurify, for browsers without a sanitiser of their own: a file that only they load. */
import createDOMPurify, { type Config } from 'dompurify'
import { DROPPED_WITH_CONTENT } from '../shared/html/policy.ts'

export interface Names {
  tags: readonly string[]
  attributes: readonly string[]
}

/** HTML to the body of a document without a window, in which nothing loads. Only elements and attributes with these names stay. */
export type Parse = (html: string, names: Names) => HTMLElement

/** An instance of its own: hooks and settings of a DOMPurify that the page has do not reach it. */
const instance = createDOMPurify(window)
let policy: Pick<Config, 'TRUSTED_TYPES_POLICY'> | undefined

/** @throws DOMPurify does not support the browser, or the page's Trusted Types do not allow the policy `dompurify` */
export const purify: Parse = (html, { tags, attributes }) => {
  if (!instance.isSupported) throw Error('DOMPurify is not supported')
  policy ??= trustedTypesPolicy()
  return instance.sanitize(html, {
    ...policy,
    // DOMPurify begins at the body: if that were not allowed, it would be copied with all that is in it, scripts too.
    ALLOWED_TAGS: [...tags, 'body'],
    ALLOWED_ATTR: [...attributes],
    // The caller judges the values.
    ADD_URI_SAFE_ATTR: [...attributes],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: DROPPED_WITH_CONTENT,
    RETURN_DOM: true,
  }) as HTMLElement
}

/** What `Window` has in Chromium, in Firefox from 148 on and in Safari from 26 on. */
type MaybeTrusting = Window & {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
    ): NonNullable<Config['TRUSTED_TYPES_POLICY']>
  }
}

/** Made here, because DOMPurify left alone answers a refused policy with an empty body. */
function trustedTypesPolicy(): Pick<Config, 'TRUSTED_TYPES_POLICY'> {
  const { trustedTypes } = window as MaybeTrusting
  return trustedTypes
    ? {
        TRUSTED_TYPES_POLICY: trustedTypes.createPolicy('dompurify', {
          createHTML: html => html,
          createScriptURL: () => '',
        }),
      }
    : {}
}
