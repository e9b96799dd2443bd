/**
 * HTML's text, paragraph by paragraph, for a body that nests too deep to be read as a tree: one scan from left to right,
 * whose time grows with the length alone.
 */
import { DROPPED_WITH_CONTENT } from './policy.ts'

/** The text in `<p>` elements, its character references as they came, without any other tag. */
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
  /** Empty for a comment and the like. */
  tag: string
}

/** Everything that is no text: each tag and comment, and whole elements whose content is none. */
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

/** A quoted value may hold what looks like the end. */
function endOfTag(html: string, from: number): number {
  const ends = new RegExp(QUOTE_OR_END)
  ends.lastIndex = from
  for (let found = ends.exec(html); found; found = ends.exec(html)) {
    if (found[0] === '>') return ends.lastIndex
    ends.lastIndex = after(html, found[0].slice(-1), ends.lastIndex)
  }
  return html.length
}

/** One that is never closed takes the rest with it, as in a browser. */
function endOfElement(html: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}(?![a-z0-9-])`, 'gi')
  closing.lastIndex = from
  return closing.test(html) ? endOfTag(html, closing.lastIndex) : html.length
}

/** Behind the next one; the end of the text where there is none, so that nothing is looked for twice. */
function after(html: string, wanted: string, from: number): number {
  const at = html.indexOf(wanted, from)
  return at === -1 ? html.length : at + wanted.length
}

// No loop in these is without bound: a text of many megabytes would overflow the stack that they keep.
const MARK = /<(?:!--|[!?]|\/?([a-z][^\s/>]{0,30}))/gi
const QUOTE_OR_END = />|=\s{0,99}["']/g
/** An embed has no content. */
const UNREAD = new Set(DROPPED_WITH_CONTENT.filter(tag => tag !== 'embed'))
const BLOCKS = new Set(
  (
    'address blockquote br caption dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th ' +
    'thead tr ul article aside footer form header main nav section'
  ).split(' '),
)
