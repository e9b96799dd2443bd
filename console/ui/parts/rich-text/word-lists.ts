/**
 * Lists of Word, which pastes them as paragraphs: each says its level in a style (`mso-list: l0 level1 lfo1`) and begins
 * with a bullet or a number of its own.
 */
import { unmarked } from './inert.ts'

/** Paragraphs that follow each other become lists and lists within them. @param body of a document that is never shown */
export function listsOfWord(body: HTMLElement): void {
  let open: OpenList[] = []
  for (const paragraph of body.querySelectorAll('p')) {
    const level = levelOf(paragraph)
    if (level === undefined) continue
    // Anything between ends the list.
    if (paragraph.previousElementSibling !== open[0]?.list) open = []
    open = placed(paragraph, level, takeMarker(paragraph), open)
  }
}

interface OpenList {
  list: HTMLElement
  level: number
}

/** @returns the lists that the next paragraph may go on, the outermost first */
function placed(paragraph: HTMLElement, level: number, tag: 'ul' | 'ol', open: OpenList[]): OpenList[] {
  const { ownerDocument } = paragraph
  const item = ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  const outer = open.filter(each => each.level < level)
  const going = open.find(each => each.level === level)
  const list = going?.list.localName === tag ? going.list : ownerDocument.createElement(tag)
  list.append(item)
  if (list !== going?.list) {
    const parent = outer.at(-1)?.list.lastElementChild
    if (parent) parent.append(list)
    else paragraph.before(list)
  }
  paragraph.remove()
  return [...outer, { list, level }]
}

function levelOf(element: Element): number | undefined {
  const [, level] = /mso-list:\s*[^\s:]+\s+level(\d+)/i.exec(styleOf(element)) ?? []
  return level === undefined ? undefined : Number(level)
}

/** A number or a letter with its point or bracket; a bullet stands alone, an `o` too. */
const NUMBER = /^\s*(\(?(\d+|[a-z]{1,5})[.)]|[一二三四五六七八九十]+[、.])/i

/** Takes away what Word shows before a paragraph. */
function takeMarker(paragraph: Element): 'ul' | 'ol' {
  const marker = [...paragraph.querySelectorAll('span')].find(span =>
    /mso-list:\s*ignore/i.test(styleOf(span)),
  )
  const isNumber = NUMBER.test(marker?.textContent ?? '')
  marker?.remove()
  return isNumber ? 'ol' : 'ul'
}

/** Its name is marked, so that no browser reports it. */
const styleOf = (element: Element): string =>
  unmarked([...element.attributes].find(({ name }) => unmarked(name) === 'style')?.value ?? '')
