/** What the editor can make: no more than the policy of shared/html lets a website show. */
import { type AnyExtension, Extension } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import type { Node as PictureNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeLink, isSafePicture, TAG_ATTRIBUTES } from '../../../../shared/html/policy.ts'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export const HEADING_LEVELS = [2, 3, 4] as const
const ALIGNED = { types: ['heading', 'paragraph'], alignments: ['center', 'right', 'justify'] }

/** @param addressOf where a medium's picture is, for the editor alone: `media:NAME` is what is written */
export function extensions(addressOf: (name: string) => string): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      link: {
        openOnClick: false,
        autolink: false,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: isLink,
      },
    }),
    alignAttribute,
    TextAlign.configure(ALIGNED),
    picture(addressOf),
    table,
    TableRow.extend({ addAttributes: () => asTheyAre('tr') }),
    TableCell.extend(cell('td')),
    TableHeader.extend(cell('th')),
  ]
}

/** Where a link of a message may lead; the service gives a medium its address. */
export const isLink = (href: string): boolean => href.startsWith('media:') || isSafeLink(href)

export const isPicture = (src: string): boolean => src.startsWith('media:') || isSafePicture(src)

/** The picture that is selected by itself. */
export const selectedPicture = ({ selection }: EditorState): PictureNode | undefined =>
  selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : undefined

/** Pasted text has no styles, and old bodies have the attribute instead. */
const alignAttribute = Extension.create({
  name: 'alignAttribute',
  addGlobalAttributes: () => [
    {
      types: ALIGNED.types,
      attributes: {
        textAlign: {
          rendered: false,
          parseHTML: element => ALIGNED.alignments.find(each => each === element.getAttribute('align')),
        },
      },
    },
  ],
})

const picture = (addressOf: (name: string) => string) =>
  Image.extend({
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: element => (isPicture(element.getAttribute('src') ?? '') ? null : false),
      },
    ],
    // Markdown may name any address.
    addInputRules: () => [],
    addNodeView: () => props => {
      const { src, alt } = props.node.attrs
      const dom = document.createElement('img')
      dom.alt = String(alt ?? '')
      dom.className = 'picture'
      dom.src = String(src).startsWith('media:') ? addressOf(String(src).slice('media:'.length)) : String(src)
      return { dom }
    },
  }).configure({ inline: true })

const table = Table.extend({
  addAttributes: () => asTheyAre('table'),
  // The library's own has the widths of columns, which are not for an author here.
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addKeyboardShortcuts() {
    // From the last cell the Tab key leads on, and adds no row.
    return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() }
  },
}).configure({ View: null })

const cell = (tag: 'td' | 'th') => ({
  addAttributes: () => ({
    ...asTheyAre(tag),
    colspan: { default: 1, parseHTML: (element: HTMLElement) => (element as HTMLTableCellElement).colSpan },
    rowspan: {
      default: 1,
      parseHTML: (element: HTMLElement) => Math.max(1, (element as HTMLTableCellElement).rowSpan),
    },
    // The editing commands read it.
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
})

/** What the policy allows is read and written as it is, so that a table made elsewhere stays what it is. */
const asTheyAre = (tag: 'table' | 'tr' | 'td' | 'th') =>
  Object.fromEntries((TAG_ATTRIBUTES[tag] ?? []).map(name => [name, { default: null }]))
