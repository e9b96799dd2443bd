/** Between the editor's document and the HTML that is stored. */
import { DOMParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { canonical } from './canonical.ts'
import { cleaned } from './cleaned.ts'
import { inertElement } from './inert.ts'

/** A body as the editor's document. */
export function read(html: string, schema: Schema): Node {
  return DOMParser.fromSchema(schema).parse(cleaned(html).body)
}

/** The editor's document as short HTML, a block a line; nothing at all when there is nothing in it. */
export function written(document: Node, schema: Schema): string {
  const body = inertElement('div')
  const { ownerDocument } = body
  DOMSerializer.fromSchema(schema).serializeFragment(document.content, { document: ownerDocument }, body)
  while (body.lastElementChild && isEmptyParagraph(body.lastElementChild)) body.lastElementChild.remove()
  for (const paragraph of body.querySelectorAll('li > p, td > p, th > p')) unwrapAlone(paragraph)
  for (const table of body.querySelectorAll('table')) nameHeadings(table)
  return [...body.children].map(child => child.outerHTML).join('\n')
}

/** Whether the editor gives back all of a body that it was given, and nothing in it is left out by the policy. */
export function holds(html: string, schema: Schema): boolean {
  const { body, removed } = cleaned(html)
  if (removed.length > 0) return false
  return canonical(body) === canonical(cleaned(written(read(html, schema), schema)).body)
}

const isEmptyParagraph = (element: Element) => element.localName === 'p' && element.childNodes.length === 0

/** A single paragraph in a list item or a cell is only the editor's way to hold text. */
function unwrapAlone(paragraph: Element): void {
  const { parentElement: parent } = paragraph
  const hasOtherText = [...(parent?.children ?? [])].some(
    child => child !== paragraph && child.localName !== 'ul' && child.localName !== 'ol',
  )
  if (parent?.firstElementChild === paragraph && !hasOtherText && paragraph.attributes.length === 0)
    paragraph.replaceWith(...paragraph.childNodes)
}

/** Rows of heading cells alone, at the top, are the table's head. */
function nameHeadings(table: Element): void {
  const rows = [...table.querySelectorAll('tr')]
  const count = rows.findIndex(row => [...row.children].some(({ localName }) => localName !== 'th'))
  if (count < 1) return
  const head = inertElement('thead')
  head.append(...rows.slice(0, count))
  table.prepend(head)
}
