/** What the editor can make: no more than the policy of shared/html lets a website show. */
import { type AnyExtension, Extension, Node } from '@tiptap/core'
import type { Node as PictureNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeLink, isSafePicture } from '../../../../shared/html/policy.ts'
import { tables } from './tables.ts'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export const HEADING_LEVELS = [2, 3, 4] as const

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
    alignment,
    picture(addressOf),
    ...tables,
  ]
}

/** Where a link of a message may lead; the service gives a medium its address. */
export const isLink = (href: string): boolean => href.startsWith('media:') || isSafeLink(href)

export const isPicture = (src: string): boolean => src.startsWith('media:') || isSafePicture(src)

/** The picture that is selected by itself. */
export const selectedPicture = ({ selection }: EditorState): PictureNode | undefined =>
  selection instanceof NodeSelection && selection.node.type.name === 'picture' ? selection.node : undefined

const alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['heading', 'paragraph'],
      attributes: {
        align: {
          default: null,
          parseHTML: element => {
            const align = element.style.textAlign || element.getAttribute('align')
            return align === 'center' || align === 'right' || align === 'justify' ? align : null
          },
          renderHTML: ({ align }) => (align ? { style: `text-align: ${align}` } : {}),
        },
      },
    },
  ],
})

const picture = (addressOf: (name: string) => string) =>
  Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    draggable: true,
    addAttributes: () => ({
      src: { default: null },
      alt: { default: null },
      title: { default: null },
      width: { default: null },
      height: { default: null },
    }),
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: element => (isPicture(element.getAttribute('src') ?? '') ? null : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
    addNodeView: () => props => {
      const { src, alt } = props.node.attrs
      const dom = document.createElement('img')
      dom.alt = String(alt ?? '')
      dom.className = 'picture'
      dom.src = String(src).startsWith('media:') ? addressOf(String(src).slice('media:'.length)) : String(src)
      return { dom }
    },
  })
