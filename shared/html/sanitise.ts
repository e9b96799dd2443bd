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
import { CDATA, readable, webAddress } from './readable.ts'

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

/** What a reader does not see of a body, for who wrote it. @param came a tag, as in `<iframe src="…">` */
export type NoteLoss = (came: string, done: string) => void

/**
 * Makes untrusted HTML safe for a page. Never throws; unsafe parts are removed. Frames and films become links. If the body is nested too
 * deep, only its text stays, in paragraphs.
 */
export function sanitise(body: string, note: NoteLoss = () => undefined): string {
  if (CDATA.test(body)) note('<![CDATA[', 'read as the HTML in it')
  const html = readable(body)
  try {
    const { onOpenTag, onCloseTag, ...seen } = watchTags()
    const safe = sanitizeHtml(html, { ...OPTIONS, onOpenTag, onCloseTag })
    for (const loss of seen.losses) note(...loss)
    return safe
  } catch (error) {
    if (error !== TOO_DEEP) throw error
    note(html.slice(0, 100), 'reduced to its text: nested too deep')
    return sanitizeHtml(paragraphsOf(html), OPTIONS)
  }
}

const TOO_DEEP = new RangeError(`more than ${DEEPEST} open tags`)
/** What it holds is for browsers without scripts, or for scripts. */
const UNREAD = ['noscript', 'template']
const FILMS = ['video', 'audio']
const FRAMES = ['iframe', 'embed', 'object', ...FILMS]
/** Things to read or use, which leave nothing. */
const UNSEEN = ['script', 'applet', 'svg', 'math', 'canvas', 'select', 'textarea', 'input']

/**
 * Looks at each tag of a body. The parser searches all open tags at each closing tag: without a depth limit, 500 KB could take a
 * minute.
 */
function watchTags() {
  const losses: Parameters<NoteLoss>[] = []
  let depth = 0
  let unread = 0
  /** A film may have its address at one of its sources. */
  let needsSource = false
  const note = (tag: string, address: string | undefined, done: string) =>
    losses.push([address === undefined ? `<${tag}>` : `<${tag} src="${address}">`, done])

  function frame(tag: string, { src, data = src }: sanitizeHtml.Attributes): void {
    needsSource = FILMS.includes(tag) && src === undefined
    if (needsSource) return
    note(
      tag,
      data,
      webAddress(data)
        ? 'shown as a link: frames and films are not shown'
        : 'left out: it needs a web address',
    )
  }

  return {
    losses,
    onOpenTag(tag: string, attribs: sanitizeHtml.Attributes) {
      depth += 1
      if (depth > DEEPEST) throw TOO_DEEP
      if (UNREAD.includes(tag)) unread += 1
      if (unread > 0) return
      const { src } = attribs
      if (FRAMES.includes(tag) || (tag === 'source' && needsSource)) frame(tag, attribs)
      else if (tag === 'img' && !isSafePicture(src ?? ''))
        note(tag, src, 'left out: a picture needs an https address')
      else if (UNSEEN.includes(tag)) note(tag, undefined, 'left out: only text, pictures and links are shown')
    },
    onCloseTag(tag: string) {
      depth -= 1
      if (UNREAD.includes(tag)) unread -= 1
    },
  }
}

/** Replaces the style in place, so that the order of attributes stays. The library leaves nothing of an empty one. */
function withSafeStyle(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const safe = safeStyles(attribs.style ?? '').map(declaration => declaration.join(':'))
  return { ...attribs, style: safe.join(';') }
}
