/** Applies the policy on a server, with sanitize-html. Browsers use widget/sanitise.ts. */
import sanitizeHtml from 'sanitize-html'
import { paragraphsOf } from './plain-text.ts'
import {
  ALLOWED_TAGS,
  DEEPEST,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  isSafeLink,
  isSafePicture,
  safeStyles,
  TAG_ATTRIBUTES,
} from './policy.ts'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  nonTextTags: DROPPED_WITH_CONTENT,
  allowedAttributes: {
    '*': GLOBAL_ATTRIBUTES,
    ...Object.fromEntries(Object.entries(TAG_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'referrerpolicy', 'loading'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  parseStyleAttributes: false,
  // URLs and styles are checked here by the same code as in the browser, before the library reads them.
  transformTags: {
    a: (tagName, { href, target: _, rel: __, ...attribs }) => ({
      tagName,
      attribs:
        href !== undefined && isSafeLink(href)
          ? { ...attribs, href, target: '_blank', rel: 'noopener noreferrer' }
          : attribs,
    }),
    img: (tagName, { src, ...attribs }) =>
      src !== undefined && isSafePicture(src)
        ? { tagName, attribs: { ...attribs, src, referrerpolicy: 'no-referrer', loading: 'lazy' } }
        : // A picture that is not allowed is replaced by its description.
          { tagName: 'span', attribs: {}, text: attribs.alt ?? '' },
    '*': (tagName, attribs) => ({ tagName, attribs: withSafeStyle(attribs) }),
  },
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
}

/**
 * Makes untrusted HTML safe for a page. Never throws; unsafe parts are removed. If the body is nested too deep, only its
 * text stays, in paragraphs.
 */
export function sanitise(html: string): string {
  try {
    return sanitizeHtml(html, { ...OPTIONS, ...boundDepth() })
  } catch (error) {
    if (error !== TOO_DEEP) throw error
    return sanitizeHtml(paragraphsOf(html), OPTIONS)
  }
}

const TOO_DEEP = new RangeError(`more than ${DEEPEST} open tags`)

/** The parser searches all open tags at each closing tag: without a depth limit, 500 KB could take a minute. */
function boundDepth(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0
  return {
    onOpenTag() {
      depth += 1
      if (depth > DEEPEST) throw TOO_DEEP
    },
    onCloseTag() {
      depth -= 1
    },
  }
}

/** Replaces the style in place, so that the order of attributes stays. */
function withSafeStyle(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { style, ...others } = attribs
  const safe = safeStyles(style ?? '').map(declaration => declaration.join(':'))
  return safe.length > 0 ? { ...attribs, style: safe.join(';') } : others
}
