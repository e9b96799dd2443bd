/**
 * Text of HTML as paragraphs, for a body that is nested too deep for a tree parser. Scans from left to right once, so the
 * time grows with the length only.
 */
import { DROPPED_WITH_CONTENT } from './policy.ts'

/** The text in `<p>` elements without other tags; character references stay as they are. */
export function paragraphsOf(html: string): string {
  const paragraphs: string[] = []
  let text = ''
  const endParagraph = () => {
    const isBlank = text.replaceAll('&nbsp;', '').trim() === ''
    if (!isBlank) paragraphs.push(`<p>${text.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    text = ''
  }

  let at = 0
  for (const mark of scan(html)) {
    text += html.slice(at, mark.start)
    at = mark.end
    if (BLOCKS.has(mark.tag)) endParagraph()
  }
  text += html.slice(at)
  endParagraph()
  return paragraphs.join('')
}

interface Mark {
  start: number
  end: number
  /** Empty for a comment or declaration. */
  tag: string
}

/** All parts that are not text: tags, comments, and whole elements without readable content. */
function* scan(html: string): Generator<Mark> {
  const marks = new RegExp(MARK)
  for (let found = marks.exec(html); found; found = marks.exec(html)) {
    const [mark, name = ''] = found
    const tag = name.toLowerCase()
    let end = mark === '<!--' ? after(html, '-->', marks.lastIndex) : endOfTag(html, marks.lastIndex)
    if (UNREAD.has(tag) && !mark.startsWith('</')) end = endOfElement(html, tag, end)
    yield { start: found.index, end, tag }
    marks.lastIndex = end
  }
}

/** A quoted attribute value may hold a `>`. */
function endOfTag(html: string, from: number): number {
  const ends = new RegExp(QUOTE_OR_END)
  ends.lastIndex = from
  for (let found = ends.exec(html); found; found = ends.exec(html)) {
    if (found[0] === '>') return ends.lastIndex
    ends.lastIndex = after(html, found[0].slice(-1), ends.lastIndex)
  }
  return html.length
}

/** An element that is never closed extends to the end, as in a browser. */
function endOfElement(html: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}(?![a-z0-9-])`, 'gi')
  closing.lastIndex = from
  return closing.test(html) ? endOfTag(html, closing.lastIndex) : html.length
}

/** The position after the next match, or the end of the text, so that the same search does not run twice. */
function after(html: string, wanted: string, from: number): number {
  const at = html.indexOf(wanted, from)
  return at === -1 ? html.length : at + wanted.length
}

// All repetitions are bounded: on many megabytes of text, unbounded ones would overflow the stack of the regular expression.
const MARK = /<(?:!--|[!?]|\/?([a-z][^\s/>]{0,30}))/gi
const QUOTE_OR_END = />|=\s{0,99}["']/g
/** `embed` is a void element and has no content. */
const UNREAD = new Set(DROPPED_WITH_CONTENT.filter(tag => tag !== 'embed'))
const BLOCKS = new Set(
  (
    'address blockquote br caption dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th ' +
    'thead tr ul article aside footer form header main nav section'
  ).split(' '),
)
